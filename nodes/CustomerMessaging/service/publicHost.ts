import { isLoopback } from './serviceAddress';

/** Names and addresses of this machine, of private networks and of the local link. */
const NOT_PUBLIC = [
	/^[^.[]+$|\.(local|localhost|internal|lan|home\.arpa)$/,
	/^(0|10|127)(\.\d+){3}$|^(169\.254|172\.(1[6-9]|2\d|3[01])|192\.168)(\.\d+){2}$/,
	/^\[(::|f[cd]|fe[89ab])/,
];

/**
 * Whether a host can be reached from the internet, as far as its name or address tells.
 *
 * @param hostname as in `URL.hostname`: lower case, each IPv4 address as four decimal numbers
 */
export function isPublicHost(hostname: string): boolean {
	const host = hostname.replace(/\.$/, '');
	return !NOT_PUBLIC.some((names) => names.test(host));
}

/**
 * Whether the service can reach a host: inside a network it may reach others there, and only on this machine can it
 * reach this machine.
 */
export function isWithinReach(host: string, service: string): boolean {
	return isPublicHost(host) || (isLoopback(host) ? isLoopback(service) : !isPublicHost(service));
}
