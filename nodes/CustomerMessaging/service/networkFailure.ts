import type { IDataObject } from 'n8n-workflow';
import {
	type Failure,
	FailureError,
	isObject,
	listIn,
	type RequestKind,
} from '../../../lib/basics';
import { CHECK_ADDRESS, CHECK_STATUS } from './serviceAddress';

/** How many nested errors are searched for the network's own. */
const MAX_LINKS = 6;

/** Node's codes for a certificate that it refuses, before anything of the request leaves. */
const REFUSED_CERTIFICATE =
	/^(CERT_|DEPTH_ZERO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_|SELF_SIGNED_|UNABLE_TO_|UNSPECIFIED$)/;

/**
 * Node's and OpenSSL's words for a handshake that failed; their codes alone could be from any moment. *internal error* is not
 * among them, because a server may also send that later.
 */
const FAILED_HANDSHAKE =
	/before secure TLS connection|^EPROTO .*(wrong version number|unrecognized name|handshake failure|protocol version|unsupported protocol|(packet|data) length too long)/s;

/** Node's codes for a response that is not compressed as it says; one that is cut off has another. */
const WRONG_COMPRESSION = /^(Z_DATA_ERROR|ERR__ERROR_|ZSTD_)/;

/**
 * The failure of a request that got no response, or none that Node.js can read. It is `unreachable` only if the request
 * cannot have left; in doubt it is `noResponse`, because a message that may have arrived must not be sent again.
 * @param error as n8n's HTTP helper throws it
 * @param timeoutSeconds the user's limit, because the service's is not known (service: Limits)
 */
export function networkFailure(error: unknown, timeoutSeconds: number, kind: RequestKind): Failure {
	const links = chainOf(error);
	const own = links.find((link) => link instanceof FailureError);
	if (own !== undefined) return own.failure;
	const codes = links.flatMap(({ code }) => (typeof code === 'string' ? [code] : []));

	if (codes.includes('ERR_CANCELED')) {
		const message = 'The execution was cancelled before the service responded';
		return { kind: 'cancelled', message, advice: '' };
	}
	if (links.some((link) => typeof link.name === 'string' && /ssrf/i.test(link.name))) {
		return {
			kind: 'blocked',
			message: "This n8n does not allow requests to the service's address",
			advice:
				"Ask the person who runs n8n to allow the host of 'Base URL', or correct it in the credential",
		};
	}
	const code = codes.at(-1);
	const reason = whyItNeverLeft(links);
	if (reason !== undefined) {
		return {
			kind: 'unreachable',
			message: `The service could not be reached: ${reason}`,
			advice: `${CHECK_ADDRESS} and the network between n8n and the service`,
			code,
		};
	}
	if (codes.includes('ECONNABORTED') || codes.includes('ETIMEDOUT'))
		return timeoutFailure(timeoutSeconds, kind);
	if (links.some((link) => link instanceof RangeError || WRONG_COMPRESSION.test(`${link.code}`))) {
		const advice = kind === 'send' ? '' : CHECK_ADDRESS;
		return { kind: 'unreadable', message: "The service's response cannot be read", advice };
	}
	return {
		kind: 'noResponse',
		message: "The connection broke before the service's response was complete",
		advice:
			kind === 'send'
				? ''
				: `${CHECK_ADDRESS}, the service's status, and the network between n8n and the service`,
		code,
	};
}

export function timeoutFailure(timeoutSeconds: number, kind: RequestKind): Failure {
	const limit = `${timeoutSeconds} second${timeoutSeconds === 1 ? '' : 's'}`;
	const option = kind === 'send' ? " ('Timeout (Seconds)' under 'Options')" : '';
	return {
		kind: 'noResponse',
		message: `The service did not respond within ${limit}${option}`,
		advice: kind === 'send' ? '' : CHECK_STATUS,
	};
}

/** Why an error can only have happened before any of the request left; undefined if it can have happened later. */
function whyItNeverLeft(links: IDataObject[]): string | undefined {
	const notMade = 'no connection could be made';
	if (links.some(({ code, message }) => FAILED_HANDSHAKE.test(`${code} ${message}`)))
		return notMade;
	const steps = links.flatMap(({ syscall }) => (typeof syscall === 'string' ? [syscall] : []));
	if (steps.some((step) => step !== 'getaddrinfo' && step !== 'connect')) return undefined;
	if (steps.includes('getaddrinfo')) return 'its host name was not found';
	const isRefused = links.some(({ code }) => REFUSED_CERTIFICATE.test(`${code}`));
	return steps.length > 0 || isRefused ? notMade : undefined;
}

function chainOf(error: unknown): IDataObject[] {
	const links: IDataObject[] = [];
	const open: unknown[] = [error];
	while (open.length > 0 && links.length < MAX_LINKS) {
		const link = open.shift();
		if (!isObject(link)) continue;
		links.push(link);
		// `errors` has one for each address of the host that was tried.
		open.push(link.cause, ...listIn(link.errors));
	}
	return links;
}
