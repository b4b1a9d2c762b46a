import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/failure';
import type { ItemParameters } from './nodeParameters';
import { FILE_HEADERS, headerName } from '../service/headerTypes';
import { isEmpty } from '../service/values';
import { isWithinReach } from '../service/serviceAddress';
import { trimmed, wellFormed } from './texts';

export const attachmentUrlField: INodeProperties = {
	displayName: 'Attachment URL',
	name: 'attachmentUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://example.com/files/invoice.pdf',
	description:
		'The public address of the file, starting with https:// or http://. The service fetches it from there. A link to view a file in Google Drive leads to a page, not to the file.',
};

/** The same field, if the template says whether a file is needed. */
export const headerUrlField: INodeProperties = {
	...attachmentUrlField,
	required: false,
	description: `Only if the template shows a picture, video or document at the top, or plays audio. ${attachmentUrlField.description}`,
};

const FIELD = "'Attachment URL'";

const WHAT_TO_ENTER = 'Enter the whole public address of the file, starting with https://';

/** Characters that may stand in a URL as they are (RFC 3986). */
const PLAIN_URL = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;

/** A whole web address; `URL` forgives missing slashes, but the next program to read the address may not. */
const WEB_ADDRESS = /^https?:\/\/./i;

/** Reads an item's attachment URL. Throws an InputError if it is empty, or the service cannot fetch it. */
export function readAttachmentUrl(item: ItemParameters, serviceAddress: string): string {
	return item.read('attachmentUrl', (value) => checkAttachmentUrl(value, serviceAddress));
}

/**
 * Reads the attachment URL of an item whose header says whether it needs one. Throws an InputError if it has none
 * although the header shows a file, or the other way round.
 *
 * @param template the template's name, if the template says what the header is, and not 'Header Type'
 */
export function readHeaderUrl(
	item: ItemParameters,
	serviceAddress: string,
	header: string,
	template?: string,
): string | undefined {
	const url = item.read('attachmentUrl', (value) =>
		isEmpty(value) ? undefined : checkAttachmentUrl(value, serviceAddress),
	);
	const isNeeded = FILE_HEADERS.includes(header);
	if (isNeeded === (url !== undefined)) return url;
	const chosen = `'Header Type' is '${headerName(header)}'`;
	if (isNeeded) {
		const why =
			template === undefined
				? chosen
				: `the template '${template}' has a header of the type '${headerName(header)}'`;
		throw new InputError(`${FIELD} is empty, but ${why}`, WHAT_TO_ENTER);
	}
	throw template === undefined
		? new InputError(
				`${FIELD} is filled in, but ${chosen}`,
				`Empty ${FIELD}, or set 'Header Type' to what the template shows at the top`,
			)
		: new InputError(
				`${FIELD} is filled in, but the template '${template}' shows no file at the top`,
				`Empty ${FIELD}, or choose the template that shows the file`,
			);
}

/**
 * Checks an attachment's URL, which has to be public (service: Send template, Send attachment), and percent-encodes
 * it where needed.
 *
 * @param serviceAddress tells what the service can reach
 */
export function checkAttachmentUrl(value: unknown, serviceAddress: string): string {
	if (isEmpty(value)) throw new InputError(`${FIELD} is empty`, WHAT_TO_ENTER);
	if (typeof value !== 'string') throw new InputError(`${FIELD} is not text`, WHAT_TO_ENTER);

	const typed = wellFormed(trimmed(value), FIELD);
	// `URL` would leave a new line or a tab out, and make one address of two.
	const url = WEB_ADDRESS.test(typed) && !/[\n\r\t]/.test(typed) ? urlOf(typed) : undefined;
	if (url === undefined) {
		throw new InputError(
			`${FIELD} '${typed}' is not a complete web address`,
			`${WHAT_TO_ENTER}; to send a file from n8n itself, use 'Send with File'`,
		);
	}
	if (!isWithinReach(url.hostname, new URL(serviceAddress).hostname)) {
		throw new InputError(
			`${FIELD} points at '${url.hostname}', which is not a public address`,
			"Enter a public address of the file, as the service fetches it from there; to send a file from n8n itself, use 'Send with File'",
		);
	}
	return PLAIN_URL.test(typed) ? typed : url.href;
}

function urlOf(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}
