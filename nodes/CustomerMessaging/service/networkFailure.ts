import { FailureError, type Failure } from './failure';
import { isObject, listIn } from './values';

/** How many nested errors are searched for the network's own. */
const LONGEST_CHAIN = 6;

/** An error that only happens before any of the request has left; all others may happen after it arrived. */
interface NeverLeft {
	reason: string;
	/** The step it must come from, if the same code can also end a connection that carries the request. */
	during?: 'connect' | 'getaddrinfo';
}

const UNKNOWN_ISSUER = { reason: 'the issuer of its certificate is not known' };
const NOT_TRUSTED = { reason: 'its certificate is not trusted' };
const NOT_VALID = { reason: 'its certificate is not valid' };

/** By the network's codes, and Node's codes for a certificate that it refuses. */
const NEVER_LEFT: Record<string, NeverLeft> = {
	ENOTFOUND: { during: 'getaddrinfo', reason: 'its host name was not found' },
	EAI_AGAIN: { during: 'getaddrinfo', reason: 'its host name could not be looked up just now' },
	EAI_FAIL: { during: 'getaddrinfo', reason: 'its host name could not be looked up' },
	ECONNREFUSED: { during: 'connect', reason: 'nothing is listening at that address and port' },
	EHOSTUNREACH: { during: 'connect', reason: 'there is no route to its host' },
	EHOSTDOWN: { during: 'connect', reason: 'its host is down' },
	EACCES: { during: 'connect', reason: 'this machine does not allow the connection' },
	EPERM: { during: 'connect', reason: 'this machine does not allow the connection' },
	ENETUNREACH: { during: 'connect', reason: 'there is no route to its network' },
	ENETDOWN: { during: 'connect', reason: 'the network is down' },
	EADDRNOTAVAIL: { during: 'connect', reason: 'this machine has no free port or address left' },
	EMFILE: { during: 'connect', reason: 'this machine has too many open files' },
	ENFILE: { during: 'connect', reason: 'this machine has too many open files' },
	ECONNRESET: { during: 'connect', reason: 'the connection could not be made' },
	ETIMEDOUT: { during: 'connect', reason: 'the connection could not be made in time' },
	CERT_HAS_EXPIRED: { reason: 'its certificate has expired' },
	CERT_NOT_YET_VALID: { reason: 'its certificate is not valid yet' },
	CERT_REVOKED: { reason: 'its certificate was revoked' },
	CERT_UNTRUSTED: NOT_TRUSTED,
	CERT_REJECTED: NOT_TRUSTED,
	CERT_CHAIN_TOO_LONG: NOT_VALID,
	CERT_SIGNATURE_FAILURE: NOT_VALID,
	INVALID_CA: NOT_VALID,
	INVALID_PURPOSE: NOT_VALID,
	PATH_LENGTH_EXCEEDED: NOT_VALID,
	DEPTH_ZERO_SELF_SIGNED_CERT: { reason: 'its certificate is self-signed' },
	SELF_SIGNED_CERT_IN_CHAIN: { reason: 'its certificate chain contains a self-signed certificate' },
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: { reason: 'its certificate could not be verified' },
	UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
	HOSTNAME_MISMATCH: { reason: 'its certificate belongs to another host' },
	ERR_TLS_CERT_ALTNAME_INVALID: { reason: 'its certificate belongs to another host' },
	// Anything else that OpenSSL refuses in a certificate, such as a weak key.
	UNSPECIFIED: { reason: 'its certificate was refused' },
};

interface ErrorLink {
	code?: unknown;
	syscall?: unknown;
	message?: unknown;
	name?: unknown;
	cause?: unknown;
	/** One for each address of the host that was tried. */
	errors?: unknown;
}

/**
 * The failure of a request that got no response. Only if it cannot have left is it `unreachable`; in doubt it is
 * `noAnswer`, because a message that may have arrived must not be sent again.
 *
 * @param error as n8n's HTTP helper throws it
 * @param timeoutSeconds the user's limit, as the service's is not known (service: Limits)
 */
export function networkFailure(error: unknown, timeoutSeconds: number): Failure {
	const links = chainOf(error);
	const own = links.find((link) => link instanceof FailureError);
	if (own !== undefined) return own.failure;
	const codes = links
		.map((link) => link.code)
		.filter((code): code is string => typeof code === 'string');

	if (codes.includes('ERR_CANCELED')) {
		return {
			kind: 'cancelled',
			message: 'The execution was cancelled before the service responded',
			advice: '',
			adviceForRead: 'Run the workflow again when you are ready',
		};
	}
	if (links.some((link) => typeof link.name === 'string' && /ssrf/i.test(link.name))) {
		return {
			kind: 'blocked',
			message: "This n8n does not allow requests to the service's address",
			advice:
				"Ask the person who runs n8n to allow the host of 'Base URL', or correct 'Base URL' in the credential",
		};
	}

	for (const { code, syscall } of links) {
		if (typeof code !== 'string' || !Object.hasOwn(NEVER_LEFT, code)) continue;
		const before = NEVER_LEFT[code];
		if (before !== undefined && (before.during ?? syscall) === syscall)
			return unreachable(before.reason, code);
	}
	// Node's message when the other side hangs up in the handshake; the code alone could be from any moment.
	if (
		links.some(
			(link) =>
				typeof link.message === 'string' && link.message.includes('before secure TLS connection'),
		)
	) {
		return unreachable('the secure connection could not be set up', codes[0]);
	}
	const brokenTls = codes.find((code) => code === 'EPROTO' || code.startsWith('ERR_SSL_'));
	if (brokenTls !== undefined) {
		return {
			...brokenConnection(brokenTls),
			message: "The secure connection broke before the service's response was complete",
			advice:
				"Check that the address in 'Base URL' supports https on that port, and the network between n8n and the service",
		};
	}

	const timedOut =
		codes.includes('ECONNABORTED') ||
		codes.includes('ETIMEDOUT') ||
		links.some(
			(link) => typeof link.message === 'string' && /timeout of \d+ms exceeded/.test(link.message),
		);
	return timedOut ? timeoutFailure(timeoutSeconds) : brokenConnection(codes[0]);
}

export function timeoutFailure(timeoutSeconds: number): Failure {
	return {
		kind: 'noAnswer',
		message: `The service did not respond within ${timeoutSeconds} second${timeoutSeconds === 1 ? '' : 's'}`,
		advice: "If the service is often this slow, raise 'Timeout (Seconds)' under 'Options'",
		adviceForRead: 'Try again in a moment',
	};
}

function brokenConnection(code?: string): Failure {
	return {
		kind: 'noAnswer',
		message: "The connection broke before the service's response was complete",
		advice: "Check the service's status and the network between n8n and the service",
		...(code === undefined ? {} : { code }),
	};
}

function unreachable(reason: string, code?: string): Failure {
	return {
		kind: 'unreachable',
		message: `The service could not be reached: ${reason}`,
		advice: "Check 'Base URL' in the credential and the network between n8n and the service",
		...(code === undefined ? {} : { code }),
	};
}

function chainOf(error: unknown): ErrorLink[] {
	const links: ErrorLink[] = [];
	const open: unknown[] = [error];
	while (open.length > 0 && links.length < LONGEST_CHAIN) {
		const link = open.shift();
		if (!isObject(link)) continue;
		links.push(link);
		open.push(link.cause, ...listIn(link.errors));
	}
	return links;
}
