import { asSeen, InputError, trimmed } from '../../../lib/basics';
import { filledLine } from '../../../lib/fields';
import { isWithinReach, urlOf } from './serviceAddress';

/** An address that needs no encoding (RFC 3986): brackets may only stand in its host. */
const PLAIN_URL =
	/^https?:\/\/[\w\-.~:[\]@!$&'()*+,;=%]+(?:[/?](?:[\w\-.~:/?@!$&'()*+,;=]|%[\da-f]{2})*)?$/i;

const HOST_AND_PATH = /^(https?:\/\/[^/]+\/)(.*)$/s;

/** What `URL` leaves as it is behind the host, and may not stand there. */
const TO_ENCODE = /%(?![\da-f]{2})|[^\w\-.~:/?@!$&'()*+,;=%]/gi;

/** `URL` adds missing slashes, and makes one address of two on two lines. */
const WEB_ADDRESS = /^https?:\/\/[^\n\r\t]+$/i;

/** Another address behind a comma, a semicolon or what no address has, of which `URL` would make one. */
const ANOTHER_ADDRESS = /[^\w\-.~:/?#[\]@!$&'()*+=%]https?:\/\//i;

/**
 * Checks a file's URL (service: Send template, Send attachment), and percent-encodes it where needed.
 * @param shown what an error calls the URL
 */
export function checkFileUrl(value: unknown, serviceAddress: string, shown: string): string {
	const typed = trimmed(filledLine(value, shown));
	const url = WEB_ADDRESS.test(typed) ? urlOf(typed) : undefined;
	if (url === undefined) throw refusal(`${shown} '${typed}' is not a complete web address`);
	if (ANOTHER_ADDRESS.test(asSeen(typed)))
		throw new InputError(
			`${shown} '${typed}' has more than one web address in it`,
			'Leave only one',
		);
	if (!isWithinReach(url.hostname, new URL(serviceAddress).hostname))
		throw refusal(`${shown} points at '${url.hostname}', which is not a public address`);
	if (typed.includes('#'))
		throw new InputError(
			`${shown} '${typed}' has a # in it, so the service would fetch only what is in front of the #`,
			'Write %23 instead of # if it is part of a name or a number, such as #1001; otherwise, leave out the # and what follows it',
		);
	if (PLAIN_URL.test(typed)) return typed;
	const [, host = '', behind = ''] = HOST_AND_PATH.exec(url.href)!;
	return host + behind.replace(TO_ENCODE, encodeURIComponent);
}

function refusal(what: string): InputError {
	return new InputError(
		what,
		"Enter the whole public address of the file, starting with https://, as the service fetches it from there; to send a file from n8n itself, use 'Send with File'",
	);
}
