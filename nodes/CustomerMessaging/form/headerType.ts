import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InputError } from '../service/failure';
import type { FilePart } from '../service/multipart';
import type { ItemParameters } from './nodeParameters';
import { HEADER_TYPES, headerName, type HeaderType } from '../service/headerTypes';
import { readChoice } from './choice';

/** The header of a template that is sent with the URL of a file. */
export const headerAttachmentField: INodeProperties = {
	displayName: 'Header Type',
	name: 'headerAttachment',
	type: 'options',
	default: 'auto',
	options: [
		{ name: 'Automatic', value: 'auto', description: 'As the template has it' },
		{ name: 'None', value: 'none', description: 'The template has no header, or a text header' },
		...choicesOf(({ takes }) => takes !== 'nothing'),
	],
	description: "The type of the template's header. A header that shows a file takes it from a URL.",
};

/** The header of a template that is sent with a file. */
export const headerTypeField: INodeProperties = {
	displayName: 'Header Type',
	name: 'headerType',
	type: 'options',
	default: 'auto',
	options: [
		{ name: 'Automatic', value: 'auto', description: "Taken from the file's MIME type" },
		...choicesOf(({ takes }) => takes !== 'url'),
	],
	description: "The type of the template's header",
};

/** Reads the type of an item's header that takes a URL: `none` if it has none, `auto` if the template says which. */
export function readHeaderAttachment(item: ItemParameters): string {
	return readChoice(item, headerAttachmentField);
}

/**
 * Reads an item's header type, or takes it from the file's. Throws an InputError if the file's MIME type contradicts
 * the header, or the header needs a file and there is none.
 */
export function readHeaderType(item: ItemParameters, file: FilePart | undefined): string {
	const chosen = readChoice(item, headerTypeField);
	const type = HEADER_TYPES.find(({ value }) => value === chosen);
	if (file === undefined) {
		if (type?.takes === 'nothing') return chosen;
		throw new InputError(
			"'Input Data Field Name' is empty",
			"Enter the name of the binary field with the file, or set 'Header Type' to 'None' or 'Text' for a template without a file",
		);
	}
	if (type === undefined) return typeFor(file);
	if (type.mimeTypes?.test(file.mimeType) === false) {
		throw new InputError(
			`'Header Type' is '${headerName(chosen)}', but the file '${file.fileName}' is of type ${file.mimeType}`,
			"Choose the 'Header Type' that the template has, and use a file of that type",
		);
	}
	return chosen;
}

function typeFor({ mimeType, fileName }: FilePart): string {
	const type = HEADER_TYPES.find(({ mimeTypes }) => mimeTypes?.test(mimeType));
	if (type?.takes === 'url') {
		throw new InputError(
			`The file '${fileName}' is of type ${mimeType}, but 'Send with File' cannot send an ${type.value} header`,
			"To send it as a document, set 'Header Type' to 'Document'",
		);
	}
	return type?.value ?? 'document';
}

function choicesOf(fits: (type: HeaderType) => boolean): INodePropertyOptions[] {
	return HEADER_TYPES.filter(fits).map(({ value, description }) => ({
		name: headerName(value),
		value,
		description,
	}));
}
