import { readChoice, type ChoiceField } from '../parameters/choice';
import type { ItemParameters } from '../parameters/nodeParameters';
import { InputError } from '../primitives/failure';
import { UNKNOWN_MIME_TYPE, type FilePart } from '../service/multipart';
import type { ReadableService } from '../service/service';
import { readHeaderUrl } from './attachmentUrl';
import { HEADER_TYPES, headerName, headerTypeOf, shownBy, type MessageHeader } from './header';
import { nameOf, readNeededTemplate } from './readTemplate';
import type { TemplateChoice } from './templateChoice';

export const headerTypeOption: ChoiceField = {
	displayName: 'Header Type',
	name: 'headerType',
	type: 'options',
	default: 'auto',
	options: [
		{
			name: 'Automatic',
			value: 'auto',
			description: "Taken from the template or, with 'Send with File', from the file",
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

/** Undefined if the template or the file decides. */
function readChosenHeader(item: ItemParameters): MessageHeader | undefined {
	const type = readChoice(item, headerTypeOption);
	return type === 'auto' ? undefined : { type, shown: `'Header Type' says '${headerName(type)}'` };
}

/** The header that is chosen or, if none is, the one that the file's MIME type says. */
export function readFileHeader(item: ItemParameters, file: FilePart | undefined): MessageHeader {
	const chosen = readChosenHeader(item);
	if (file === undefined) {
		if (chosen !== undefined && shownBy(chosen.type) === undefined) return chosen;
		throw new InputError(
			"'Input Data Field Name' is empty, and 'Header Type' does not say 'None' or 'Text'",
			'Fill it in, or choose one of these',
		);
	}
	const fitting = HEADER_TYPES.find(({ mimeTypes }) => mimeTypes?.test(file.mimeType));
	const type = fitting?.value ?? 'document';
	const isKnown = file.mimeType !== UNKNOWN_MIME_TYPE;
	const shown = isKnown
		? `'${file.fileName}' is ${shownBy(type)}`
		: `the type of '${file.fileName}' is not known, so it counts as a document unless 'Header Type' says otherwise`;
	const ofFile = { type, shown };
	const header = chosen ?? ofFile;
	const chosenType = HEADER_TYPES.find(({ value }) => value === header.type);
	if (isKnown && chosenType !== fitting && chosenType?.mimeTypes !== undefined)
		throw new InputError(
			`${ofFile.shown}, and ${header.shown}`,
			"Send another file, or set 'Header Type' to 'Automatic'",
		);
	if (header.type === 'audio')
		throw new InputError(
			`${header.shown}, and 'Send with File' cannot send one`,
			"Use 'Send', with its public address in 'Attachment URL'",
		);
	return header;
}

/** The header that is chosen or, if none is, the template's (service: Get template, Send template), with its URL. */
export async function readHeader(
	item: ItemParameters,
	service: ReadableService,
	choice: TemplateChoice,
): Promise<MessageHeader> {
	const header = readChosenHeader(item) ?? (await headerOfTemplate(service, choice));
	const url = readHeaderUrl(item, service.address);
	if ((shownBy(header.type) === undefined) === (url === undefined)) return { ...header, url };
	throw new InputError(
		`'Attachment URL' is ${url === undefined ? 'empty' : 'filled in'}, and ${header.shown}`,
		url === undefined ? "Enter the file's public address" : 'Empty the field',
	);
}

async function headerOfTemplate(
	service: ReadableService,
	choice: TemplateChoice,
): Promise<MessageHeader> {
	const template = await readNeededTemplate(
		service,
		choice,
		"To send without reading the template, set 'Header Type' to what it shows at the top, and switch off 'Check Variables' under 'Options'",
	);
	const type = headerTypeOf(template) ?? 'none';
	const name = nameOf(template, choice.templateId);
	return { type, shown: `the template '${name}' shows ${shownBy(type) ?? 'no file'}` };
}
