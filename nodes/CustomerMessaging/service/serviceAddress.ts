/** The path of all endpoints; users often paste it with the address. */
const ENDPOINT_ROOT = '/stable/open';

/** The address for requests, or what the user has to change in 'Base URL'. */
export type ServiceAddress =
	{ address: string; problem?: undefined } | { address?: undefined; problem: string };

/**
 * Reads the credential's 'Base URL', without a trailing slash or a pasted `/stable/open`. The key travels in the
 * query, so the address has to be `https:`, or this machine itself (service: Authentication).
 */
export function readServiceAddress(baseUrl: unknown): ServiceAddress {
	const typed = typeof baseUrl === 'string' ? baseUrl.trim() : '';
	if (typed === '') {
		return {
			problem:
				"'Base URL' is empty. Enter the address of your messaging service, starting with https://",
		};
	}
	if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) {
		return {
			problem:
				"'Base URL' must start with https://. Put it in front of the address (for this machine itself, such as localhost, http:// will do)",
		};
	}

	let url: URL;
	try {
		url = new URL(typed);
	} catch {
		return { problem: "'Base URL' is not a valid address. Enter it like https://hub.example.com" };
	}

	if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
		return {
			problem:
				"'Base URL' starts with http://, which would send the API key unencrypted. Change it to https:// (http:// is allowed only for this machine itself, such as http://localhost)",
		};
	}
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		return { problem: "'Base URL' must start with https://. Change the part before ://" };
	}
	if (url.username !== '' || url.password !== '') {
		return {
			problem:
				"'Base URL' contains a user name or password. Remove everything between // and @; the API key has its own field",
		};
	}
	if (url.search !== '' || url.hash !== '') {
		return {
			problem: "'Base URL' contains a ? or a # part. Remove it; the API key has its own field",
		};
	}

	const path = url.pathname.replace(/\/+$/, '');
	if (path !== '' && path !== ENDPOINT_ROOT) {
		return {
			problem: `'Base URL' contains the path '${path}'. Remove it and leave only the address, ${url.origin}`,
		};
	}
	return { address: url.origin };
}

/**
 * Whether a host name means this machine itself: `localhost`, `127.0.0.0/8` or `[::1]`.
 *
 * @param hostname as in `URL.hostname`
 */
export function isLoopback(hostname: string): boolean {
	return /^(localhost\.?|\[::1\]|127(\.\d{1,3}){3}\.?)$/.test(hostname);
}
