import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../delivery/inputError';
import type { FilePart } from '../../transport/multipart';
import type { NodeParameters } from '../nodeParameters';
import { choiceCheck } from './choice';

/** The header types of section 4.2. */
export type HeaderType = 'none' | 'text' | 'document' | 'image' | 'video';

/** What the template's header is, for a template that is sent with a file. */
export const headerTypeField: INodeProperties = {
	displayName: 'Header Type',
	name: 'headerType',
	type: 'options',
	default: 'auto',
	options: [
		{ name: 'Automatic', value: 'auto', description: "Taken from the file's MIME type" },
		{ name: 'Document', value: 'document', description: 'A file of any type, such as a PDF' },
		{ name: 'Image', value: 'image', description: 'A picture' },
		{ name: 'None', value: 'none', description: 'The template has no header' },
		{ name: 'Text', value: 'text', description: 'The header of the template is text' },
		{ name: 'Video', value: 'video', description: 'A film' },
	],
	description: "The type of the template's header",
};

const checkHeaderType = choiceCheck<HeaderType | 'auto'>(headerTypeField);

/** The MIME types that a header takes; a document may be of any type, no header takes no file. */
const FITTING: Partial<Record<HeaderType, RegExp>> = { image: /^image\//i, video: /^video\//i };

/**
 * Reads the header type for an item and compares it with the item's file.
 *
 * Takes the file, if there is one. Returns the type that is sent. Throws an InputError where the
 * file's MIME type contradicts the header, or where the header needs a file and there is none.
 */
export function readHeaderType(parameters: NodeParameters, itemIndex: number, file: FilePart | undefined): HeaderType {
	const chosen = parameters.read('headerType', itemIndex, checkHeaderType, { fallback: 'auto' });
	if (file === undefined) {
		if (chosen === 'none' || chosen === 'text') return chosen;
		throw new InputError(
			"'Input Data Field Name' is empty",
			"Enter the name of the binary field with the file, or set 'Header Type' to 'None' or 'Text' for a template without a file",
		);
	}
	if (chosen === 'auto') return typeFor(file);
	const fitting = FITTING[chosen];
	if (fitting !== undefined && !fitting.test(file.mimeType)) {
		throw new InputError(
			`'Header Type' is '${nameOf(chosen)}', but the file '${file.fileName}' is of type ${file.mimeType}`,
			`Choose the 'Header Type' that the template has, and give a file of that type`,
		);
	}
	return chosen;
}

function typeFor({ mimeType, fileName }: FilePart): HeaderType {
	if (/^image\//i.test(mimeType)) return 'image';
	if (/^video\//i.test(mimeType)) return 'video';
	if (/^audio\//i.test(mimeType)) {
		throw new InputError(
			`The file '${fileName}' is of type ${mimeType}, and no template with a file has an audio header`,
			"To send it as a document, set 'Header Type' to 'Document'",
		);
	}
	return 'document';
}

function nameOf(headerType: HeaderType): string {
	return headerType.charAt(0).toUpperCase() + headerType.slice(1);
}
