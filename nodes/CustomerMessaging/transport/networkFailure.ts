import type { Failure } from './failure';

/** How far down a chain of wrapped errors the network's own error may lie. */
const LONGEST_CHAIN = 6;

/** Errors that happen before a single byte of the request has left, by the network's code. */
const NEVER_LEFT: Record<string, string> = {
	ECONNREFUSED: 'nothing answers at that address and port',
	ENOTFOUND: 'its host name is not known',
	EAI_AGAIN: 'its host name could not be looked up just now',
	EHOSTUNREACH: 'there is no route to its host',
	ENETUNREACH: 'there is no route to its network',
	ENETDOWN: 'the network is down',
	EADDRNOTAVAIL: 'this machine has no free port or address left',
	EMFILE: 'this machine has too many open files',
	ENFILE: 'this machine has too many open files',
	EPROTO: 'the secure connection could not be set up',
	CERT_HAS_EXPIRED: 'its certificate has expired',
	CERT_NOT_YET_VALID: 'its certificate is not valid yet',
	CERT_REVOKED: 'its certificate was revoked',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
	SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain contains a self-signed certificate',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate could not be verified',
	UNABLE_TO_GET_ISSUER_CERT: 'the issuer of its certificate is not known',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the issuer of its certificate is not known',
	ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate belongs to another host',
	ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak https on that port',
};

/** Of those, the ones that also end a connection which is already carrying the request. */
const LOST_ON_THE_WAY = ['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'];

/** A TLS error that only comes once data has gone over the connection. */
const DAMAGED_RECORD = /^ERR_SSL_.*BAD_RECORD_MAC$/;

interface ErrorLink {
	code?: unknown;
	syscall?: unknown;
	message?: unknown;
	name?: unknown;
	cause?: unknown;
	/** One for each address of a host that was tried. */
	errors?: unknown;
}

/**
 * Says what a request that brought no answer ran into.
 *
 * Takes the error as n8n's HTTP helper throws it, and the time limit in seconds. Returns kind
 * `unreachable` only where the request surely never left; in doubt it is `noAnswer`, because a
 * message that may have arrived must not be sent again. Never throws. Section 8: time-outs are
 * not shown, so the limit is the user's.
 */
export function networkFailure(error: unknown, timeoutSeconds: number): Failure {
	const links = chainOf(error);
	const codes = links.map((link) => link.code).filter((code): code is string => typeof code === 'string');

	if (codes.includes('ERR_CANCELED')) {
		return {
			kind: 'cancelled',
			message: 'The execution was cancelled while the service was being asked',
			advice: 'Run the workflow again when you want to go on',
		};
	}
	if (links.some((link) => typeof link.name === 'string' && /ssrf/i.test(link.name))) {
		return {
			kind: 'blocked',
			message: "This n8n does not allow requests to the service's address",
			advice: "Ask the person who runs n8n to allow the host of 'Base URL', or correct 'Base URL' in the credential",
		};
	}

	const connecting = links.some((link) => link.syscall === 'connect' || link.syscall === 'getaddrinfo');
	const neverLeft = codes.find((code) =>
		LOST_ON_THE_WAY.includes(code)
			? connecting
			: code in NEVER_LEFT || (code.startsWith('ERR_SSL_') && !DAMAGED_RECORD.test(code)),
	);
	if (neverLeft !== undefined) {
		// Node gives plain text where TLS should be the code of any broken handshake.
		const isPlainText = links.some(({ message }) => typeof message === 'string' && /wrong version number/i.test(message));
		const reason = NEVER_LEFT[isPlainText ? 'ERR_SSL_WRONG_VERSION_NUMBER' : neverLeft];
		return unreachable(reason ?? 'the secure connection could not be set up', neverLeft);
	}
	if (connecting) {
		return unreachable('the connection could not be made in time', codes[0]);
	}
	if (links.some((link) => typeof link.message === 'string' && /before secure TLS connection/i.test(link.message))) {
		return unreachable('the secure connection could not be set up', codes[0]);
	}

	const timedOut =
		codes.includes('ECONNABORTED') ||
		codes.includes('ETIMEDOUT') ||
		links.some((link) => typeof link.message === 'string' && /timeout of \d+ms exceeded/.test(link.message));
	// A broken answer is no other failure for having been taken whole, which gives it a code of n8n's HTTP client.
	return timedOut ? timeoutFailure(timeoutSeconds) : brokenConnection(codes.find((code) => code !== 'ERR_BAD_RESPONSE'));
}

/** The failure of a request that was not answered within the limit, in seconds. */
export function timeoutFailure(timeoutSeconds: number): Failure {
	return {
		kind: 'noAnswer',
		message: `The service did not answer within ${timeoutSeconds} second${timeoutSeconds === 1 ? '' : 's'}`,
		advice: "If the service is often this slow, raise 'Timeout' under 'Options'",
	};
}

/** The failure of a request whose connection broke before the answer was complete. */
export function brokenConnection(code?: string): Failure {
	return {
		kind: 'noAnswer',
		message: "The connection broke before the service's answer was complete",
		advice: "Check the service's state and the network between n8n and the service",
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
		if (typeof link !== 'object' || link === null) continue;
		links.push(link);
		const { cause, errors } = link as ErrorLink;
		open.push(cause, ...(Array.isArray(errors) ? (errors as unknown[]) : []));
	}
	return links;
}
