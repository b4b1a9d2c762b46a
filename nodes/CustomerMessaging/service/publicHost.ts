import { isLoopback } from './serviceAddress';

/** IPv4 networks that cannot be reached from the internet (IANA's special-purpose address registry). */
const CLOSED_NETWORKS: Array<[network: string, prefixLength: number]> = [
	['0.0.0.0', 8], // this machine
	['10.0.0.0', 8], // private
	['100.64.0.0', 10], // behind a carrier's address translation
	['127.0.0.0', 8], // loopback
	['169.254.0.0', 16], // link-local
	['172.16.0.0', 12], // private
	['192.0.0.0', 24], // protocol assignments
	['192.0.2.0', 24], // documentation
	['192.168.0.0', 16], // private
	['198.18.0.0', 15], // benchmarks
	['198.51.100.0', 24], // documentation
	['203.0.113.0', 24], // documentation
	['224.0.0.0', 4], // multicast
	['240.0.0.0', 4], // reserved, and broadcast
];

/** Public IPv6 addresses are in 2000::/3, except for documentation and two ways to wrap an IPv4 address. */
const PUBLIC_IPV6 = /^\[(?!2001:(db8|0?):|2002:)[23][\da-f]{3}:/;

/** Endings that are reserved for names inside a network. */
const LOCAL_NAME = /\.(local|localhost|internal|lan|home\.arpa)$/;

/**
 * Whether a host can be reached from the internet, as far as its name or address tells.
 *
 * @param hostname as in `URL.hostname`: lower case, each IPv4 address as four decimal numbers
 */
export function isPublicHost(hostname: string): boolean {
	const host = hostname.replace(/\.$/, '');
	if (host.startsWith('[')) return PUBLIC_IPV6.test(host);
	if (/^\d+(\.\d+){3}$/.test(host))
		return !CLOSED_NETWORKS.some((network) => isWithin(host, ...network));
	return host.includes('.') && !LOCAL_NAME.test(host);
}

/**
 * Whether the service can reach a host: inside a network it may reach others there, and only on this machine can it
 * reach this machine.
 */
export function isWithinReach(host: string, service: string): boolean {
	return isPublicHost(host) || (isLoopback(host) ? isLoopback(service) : !isPublicHost(service));
}

function isWithin(address: string, network: string, prefixLength: number): boolean {
	const [prefix, wanted] = [address, network].map((ipv4) =>
		Math.floor(numberOf(ipv4) / 2 ** (32 - prefixLength)),
	);
	return prefix === wanted;
}

function numberOf(address: string): number {
	return address.split('.').reduce((number, octet) => number * 256 + Number(octet), 0);
}
