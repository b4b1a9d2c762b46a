import { InputError } from '../service/failure';
import type { FilePart } from '../service/multipart';
import type { ItemParameters } from './nodeParameters';
import { HEADER_TYPES, headerName } from '../service/headerTypes';
import { readChoice, type ChoiceField } from './choice';

export const headerTypeOption: ChoiceField = {
	displayName: 'Header Type',
	name: 'headerType',
	type: 'options',
	default: 'auto',
	options: [
		{
			name: 'Automatic',
			value: 'auto',
			description: "As the template has it; with 'Send with File', as the file is",
		},
		...HEADER_TYPES.map(({ value, description }) => ({
			name: headerName(value),
			value,
			description,
		})),
	],
	description:
		'Rarely needed. What the template shows at the top: choose it if the node cannot read the template, or takes the file for something else.',
};

/** Reads the header type that is chosen for an item; `auto` if the template or the file decides. */
export function readHeaderType(item: ItemParameters): string {
	return readChoice(item, headerTypeOption, 'options.headerType');
}

/** The header type of a message, and the name of the file that it follows from; undefined if the user chose the type. */
export interface FileHeader {
	type: string;
	fileName?: string;
}

/**
 * Reads an item's header type, or takes it from the file's. Throws an InputError if the file's MIME type contradicts
 * the header, or the header needs a file and there is none.
 */
export function readFileHeader(item: ItemParameters, file: FilePart | undefined): FileHeader {
	const chosen = readHeaderType(item);
	const type = HEADER_TYPES.find(({ value }) => value === chosen);
	if (file === undefined) {
		if (type?.takes === 'nothing') return { type: chosen };
		throw new InputError(
			"'Input Data Field Name' is empty",
			"Enter the name of the binary field with the file, or set 'Header Type' to 'None' or 'Text' for a template without a file",
		);
	}
	if (type === undefined) return { type: typeFor(file), fileName: file.fileName };
	if (type.takes === 'url') {
		throw new InputError(
			`'Header Type' is '${headerName(chosen)}', which 'Send with File' cannot send`,
			"Use the operation 'Send', and enter the file's 'Attachment URL'",
		);
	}
	if (type.mimeTypes?.test(file.mimeType) === false) {
		throw new InputError(
			`'Header Type' is '${headerName(chosen)}', but the file '${file.fileName}' is of type ${file.mimeType}`,
			`Use ${type.fitting}, or set 'Header Type' to what the template shows at the top`,
		);
	}
	return { type: chosen };
}

function typeFor({ mimeType, fileName }: FilePart): string {
	const type = HEADER_TYPES.find(({ mimeTypes }) => mimeTypes?.test(mimeType));
	if (type?.takes === 'url') {
		throw new InputError(
			`The file '${fileName}' is of type ${mimeType}, but 'Send with File' cannot send ${type.shows}`,
			"To send it as a document, set 'Header Type' to 'Document'",
		);
	}
	return type?.value ?? 'document';
}
