import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../delivery/inputError';
import type { NodeParameters } from '../nodeParameters';
import { isEmpty } from './isEmpty';
import { isWithinReach } from './publicHost';
import { wellFormed } from './variableValues';

/** The address of the file that goes with a message. */
export const attachmentUrlField: INodeProperties = {
	displayName: 'Attachment URL',
	name: 'attachmentUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://example.com/files/invoice.pdf',
	description:
		'The public address of the file, starting with https:// or http://. The service fetches it from there.',
};

const FIELD = "'Attachment URL'";

const WHAT_TO_ENTER = 'Enter the whole public address of the file, starting with https://';

/** Characters that stand in a URL as they are (RFC 3986). */
const PLAIN_URL = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;

/** A percent sign that encodes nothing. */
const LONE_PERCENT = /%(?![\da-f]{2})/gi;

/** The browser's reading of a URL forgives missing slashes; whoever gets it next may not. */
const WEB_WITHOUT_SLASHES = /^https?:(?!\/\/)/i;

/** Reads the attachment's URL for an item. Throws an InputError where the service cannot fetch it. */
export function readAttachmentUrl(
	parameters: NodeParameters,
	itemIndex: number,
	serviceAddress: string,
): string {
	return parameters.read('attachmentUrl', itemIndex, (value) =>
		checkAttachmentUrl(value, serviceAddress),
	);
}

/**
 * Checks the URL of an attachment (sections 4.1 and 4.4: publicly accessible).
 *
 * Takes the field's value and the service's address, which tells what the service can reach. Returns the URL, percent-encoded where it has to
 * be. Throws an InputError.
 */
export function checkAttachmentUrl(value: unknown, serviceAddress: string): string {
	if (isEmpty(value)) throw new InputError(`${FIELD} is empty`, WHAT_TO_ENTER);
	if (typeof value !== 'string') throw new InputError(`${FIELD} is not text`, WHAT_TO_ENTER);

	const typed = wellFormed(value.trim(), FIELD);
	const url = WEB_WITHOUT_SLASHES.test(typed) ? undefined : urlOf(typed);
	if (url === undefined)
		throw new InputError(`${FIELD} '${typed}' is not a complete address`, WHAT_TO_ENTER);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		throw new InputError(
			`${FIELD} starts with '${url.protocol}', which the service cannot fetch`,
			"Put the file where it has a public address that starts with https://; to send a file from n8n itself, use 'Send with File'",
		);
	}
	if (!isWithinReach(url.hostname, new URL(serviceAddress).hostname)) {
		throw new InputError(
			`${FIELD} points at '${url.hostname}', which is not a public address`,
			"Enter a public address of the file, as the service fetches it from there; to send a file from n8n itself, use 'Send with File'",
		);
	}
	return (PLAIN_URL.test(typed) ? typed : url.href).replace(LONE_PERCENT, '%25');
}

function urlOf(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}
