import { InputError } from '../primitives/failure';
import type { FilePart } from '../service/multipart';
import type { ItemParameters } from '../parameters/nodeParameters';
import { HEADER_TYPES, headerName, headerTypeOf, shownBy, type FileHeader } from './header';
import { readChoice, type ChoiceField } from '../parameters/choice';
import { readHeaderUrl } from './attachmentUrl';
import type { ReadableService } from '../service/service';
import { nameOf, readNeededTemplate, type TemplateChoice } from './readTemplate';

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
function readHeaderType(item: ItemParameters): string {
	return readChoice(item, headerTypeOption);
}

/**
 * Reads an item's header type, or takes it from the file's. Throws an InputError if the file's MIME type contradicts
 * the header, or the header needs a file and there is none.
 */
export function readFileHeader(item: ItemParameters, file: FilePart | undefined): FileHeader {
	const chosen = readHeaderType(item);
	const isAutomatic = chosen === 'auto';
	if (file === undefined) {
		if (!isAutomatic && shownBy(chosen) === undefined) return { type: chosen };
		throw new InputError(
			"'Input Data Field Name' is empty, and 'Header Type' does not say 'None' or 'Text'",
			'',
		);
	}
	const { fileName, mimeType } = file;
	const is = (type: string): boolean =>
		HEADER_TYPES.find(({ value }) => value === type)?.mimeTypes?.test(mimeType) ?? true;
	const fitting = ['audio', 'image', 'video', 'document'].find(is)!;
	const what = `'${fileName}' is ${shownBy(fitting)}`;
	const type = isAutomatic ? fitting : chosen;
	if (!is(type)) throw new InputError(`${what}, and 'Header Type' says '${headerName(type)}'`, '');
	if (type === 'audio') throw new InputError(`${what}, and 'Send with File' cannot send one`, '');
	return isAutomatic ? { type, fileName } : { type };
}

interface Header {
	/** `none` for a template that shows no file. */
	type: string;
	url?: string;
}

/**
 * Reads the header of an item's message, whose type the template decides unless the user has chosen it (service: Get
 * template, Send template). Throws an InputError if the URL does not fit, a FailureError if the template cannot be
 * read.
 */
export async function readHeader(
	item: ItemParameters,
	service: ReadableService,
	choice: TemplateChoice,
): Promise<Header> {
	const type = readHeaderType(item);
	if (type !== 'auto') return { type, url: readHeaderUrl(item, service.address, type) };
	const template = await readNeededTemplate(
		service,
		choice,
		"To send without reading the template, set 'Header Type' to what it shows at the top, or to 'None' if it shows no file, and switch off 'Check Variables' under 'Options'",
	);
	const inTemplate = headerTypeOf(template) ?? 'none';
	const name = nameOf(template, choice.templateId);
	const url = readHeaderUrl(item, service.address, inTemplate, name);
	return url === undefined ? { type: 'none' } : { type: inTemplate, url };
}
