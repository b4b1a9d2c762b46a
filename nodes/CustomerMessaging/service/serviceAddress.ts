import { textIn } from '../../../lib/basics';
import { credentialError } from './credential';

/** The label of the field with the service's address; `redactedResult` replaces it in failures if 'Service' gives the address. */
export const BASE_URL_LABEL = "'Base URL'";

/** What to do if something other than the service may have responded, or nothing has. */
export const CHECK_ADDRESS = `Check ${BASE_URL_LABEL} in the credential`;

/** What to do if the service responds too late, or fails. */
export const CHECK_STATUS = "Check the service's status";

/**
 * Reads the credential's 'Base URL', which may have a path (service: Base address): without a slash at its end, and without
 * a pasted `/stable/open`, with which all endpoints begin. The key may travel in the query, so the address has to be
 * `https:`, or this machine itself (service: Authentication).
 */
export function readServiceAddress(baseUrl: unknown): string {
	const typed = textIn(baseUrl).trim();
	if (!/^https?:/i.test(typed))
		throw credentialError(
			"'Base URL' does not begin with https://. Enter the whole address, such as https://hub.example.com",
		);
	const url = urlOf(typed);
	if (url?.protocol === 'http:' && !isLoopback(url.hostname))
		throw credentialError(
			"'Base URL' starts with http://, which would send the API key unencrypted. Change it to https:// (http:// is allowed only for this machine itself, such as http://localhost)",
		);
	// Whatever else stands in it, such as a user name or a query, may be the key.
	if (url === undefined || url.href !== `${url.origin}${url.pathname}`)
		throw credentialError(
			"'Base URL' is not the address of a service. Enter the address alone, such as https://hub.example.com",
		);
	return `${url.origin}${url.pathname.replace(/(?<!\/)\/*(\/stable\/open(\/.*)?)?$/s, '')}`;
}

/** Whether a URL is below the service's address. Some servers read `%2e%2e%2f` and `..;` as a way up, too. */
export function isBelow(address: string, { origin, pathname }: URL): boolean {
	return `${origin}${pathname}`.startsWith(`${address}/`) && !/(\.|%2e){2}/i.test(pathname);
}

/** An address as a URL; undefined if it is none. `URL.canParse` of Node 20 refuses some hosts once it has been called often. */
export function urlOf(address: string): URL | undefined {
	try {
		return new URL(address);
	} catch {
		return undefined;
	}
}

/** Whether a host, as in `URL.hostname`, is this machine itself. */
export function isLoopback(hostname: string): boolean {
	return /^(localhost\.?|\[::1\]|127(\.\d{1,3}){3}\.?)$/.test(hostname);
}

/** Names and addresses of this machine, of private networks and of the local link. */
const NOT_PUBLIC = [
	/^[^.[]+$|\.(local|localhost|internal|lan|home\.arpa)$/,
	/^(0|10|127)(\.\d+){3}$|^(169\.254|172\.(1[6-9]|2\d|3[01])|192\.168)(\.\d+){2}$/,
	/^\[(::|f[cd]|fe[89ab])/,
];

/** Whether a host, as in `URL.hostname`, can be reached from the internet, as far as its name or address tells. */
export function isPublicHost(hostname: string): boolean {
	const host = hostname.replace(/\.$/, '');
	return !NOT_PUBLIC.some((names) => names.test(host));
}

/** Whether the service can reach a host: in a private network it may reach others there; this machine, only from itself. */
export function isWithinReach(host: string, service: string): boolean {
	return isPublicHost(host) || (isLoopback(host) ? isLoopback(service) : !isPublicHost(service));
}
