import type { IBinaryData, INodeProperties } from 'n8n-workflow';
import { FailureError, InputError, showsNothing } from '../../../lib/basics';
import { type ChoiceField, type ItemParameters, readChoice } from '../../../lib/fields';
import { UNKNOWN_MIME_TYPE, type FilePart } from '../service/multipart';
import { capitalized, HEADER_TYPES, shownBy, type FileHeader } from './header';

export const fileField: INodeProperties = {
	displayName: 'Input Data Field Name',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the input binary field containing the file to be sent',
	description:
		"Enter the name of the field, not the file itself. Leave it empty to send no file, with 'Header Type' set to 'None' or 'Text'.",
};

export const headerTypeOption: ChoiceField = {
	displayName: 'Header Type',
	name: 'headerType',
	type: 'options',
	default: 'auto',
	options: [
		{
			name: 'Automatic',
			value: 'auto',
			description: 'Taken from the file',
		},
		...HEADER_TYPES.filter(({ value }) => value !== 'audio').map(({ value, description }) => ({
			name: capitalized(value),
			value,
			description,
		})),
	],
	description:
		'Rarely needed. What the template shows at the top: choose it if the node takes the file for something else.',
};

const FIELD = "'Input Data Field Name'";

/** MIME types of any file, such as what Telegram gives every file, and servers to files to download. */
const OF_ANY_FILE =
	/^\s*(?:(?:(?:application|binary)\/octet-stream|application\/(?:(?:force-|x-)?download|(?:x-)?binary)|unknown\/unknown)\s*(?:;.*)?)?$/i;

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** What WhatsApp takes in a header, by the ending of a file's name. */
const MIME_TYPES = new Map([
	['jpg', 'image/jpeg'],
	['jpeg', 'image/jpeg'],
	['png', 'image/png'],
	['mp4', 'video/mp4'],
	['3gp', 'video/3gpp'],
	['pdf', 'application/pdf'],
	['txt', 'text/plain'],
	['doc', 'application/msword'],
	['docx', `${OFFICE}.wordprocessingml.document`],
	['xls', 'application/vnd.ms-excel'],
	['xlsx', `${OFFICE}.spreadsheetml.sheet`],
	['ppt', 'application/vnd.ms-powerpoint'],
	['pptx', `${OFFICE}.presentationml.presentation`],
]);

/** Finds an item's file in any of n8n's binary modes, without reading it; undefined if the field's name is left empty. */
export function readFile(item: ItemParameters): FilePart | undefined {
	const named = item.read(fileField, checkFieldName);
	if (named === '') return undefined;
	const { helpers } = item.context;
	const binary = fileIn(item, named);
	const fileName = fileNameOf(binary);
	const { id } = binary;
	const shown = `the file '${fileName}' in ${FIELD}`;
	if (id === undefined ? showsNothing(binary.data) : binary.bytes === 0)
		throw new InputError(
			`${FIELD} has the file '${fileName}', which is empty: it has 0 bytes`,
			'Check the node that the file comes from',
		);
	const orUnopened = (): never => {
		throw new InputError(
			`n8n could not open ${shown}`,
			'Check the storage in which n8n keeps files. If the file was deleted there, run the workflow again from the node that gets it',
		);
	};
	return {
		fileName,
		mimeType: mimeTypeOf(binary.mimeType, fileName),
		async open(released) {
			if (id === undefined) {
				const bytes = await helpers.getBinaryDataBuffer(item.index, named).catch(orUnopened);
				return { size: bytes.length, bytes: [bytes] };
			}
			const { fileSize: size } = await helpers.getBinaryMetadata(id).catch(orUnopened);
			const stream = await helpers.getBinaryStream(id).catch(orUnopened);
			// An upload that fails half-way would leave the file open.
			released.addEventListener('abort', () => stream.destroy(), { once: true });
			return { size, bytes: chunksOf(stream, shown) };
		},
	};
}

/** Finds the file, or says where the item has one: n8n's own error does not. */
function fileIn({ context, index }: ItemParameters, named: string | IBinaryData): IBinaryData {
	const fields = Object.keys(context.getInputData()[index]?.binary ?? {});
	if (typeof named === 'string' && fields.length > 0 && !fields.includes(named)) {
		const shown = fields.map((field) => `'${field}'`).join(' and ');
		throw new InputError(
			`${FIELD} is '${named}', and the item has no file there`,
			fields.length === 1
				? `The item's file is in ${shown}. Enter this in ${FIELD}`
				: `The item's files are in ${shown}. Enter one of these in ${FIELD}`,
		);
	}
	return context.helpers.assertBinaryData(index, named);
}

async function* chunksOf(
	stream: AsyncIterable<Uint8Array>,
	shown: string,
): AsyncGenerator<Uint8Array> {
	try {
		return yield* stream;
	} catch {
		// The storage's error could be mistaken for one of the connection to the service.
	}
	throw new FailureError({
		kind: 'noResponse',
		message: `n8n could not read all of ${shown} while sending it`,
		advice: 'Check the storage in which n8n keeps files',
	});
}

/** Leaves it to n8n to refuse what is neither a name nor a file. */
function checkFieldName(value: unknown): string | IBinaryData {
	if (showsNothing(value)) return '';
	return typeof value === 'string' ? value.trim() : (value as IBinaryData);
}

/** The ending of a file's name. A dot in front of digits alone may be that of a number or a date. */
const ENDING = /\.(?=[\d_]*[a-z])(\w+)$/i;

/**
 * The file's name with its ending. The service takes a part for a file only if it has a name, so one is made up if n8n
 * knows none.
 */
function fileNameOf({ fileName, fileExtension }: IBinaryData): string {
	const name = fileName === undefined || showsNothing(fileName) ? 'file' : decoded(fileName);
	// n8n's ending for a file of an unknown type is bin.
	const isWhole = ENDING.test(name) || !fileExtension || fileExtension === 'bin';
	return isWhole ? name : `${name}.${fileExtension}`;
}

/** A name without the percent signs of the address that n8n took it from, if that gives a name. */
function decoded(fileName: string): string {
	try {
		const name = decodeURIComponent(fileName);
		return showsNothing(name) || /[\p{Cc}/\\]/u.test(name) ? fileName : name;
	} catch {
		return fileName;
	}
}

function mimeTypeOf(given: string | undefined, fileName: string): string {
	if (given !== undefined && !OF_ANY_FILE.test(given)) return given;
	const [, ending = ''] = ENDING.exec(fileName) ?? [];
	return MIME_TYPES.get(ending.toLowerCase()) ?? UNKNOWN_MIME_TYPE;
}

/** The header that is chosen or, if none is, the one that the file's MIME type says. */
export function readFileHeader(item: ItemParameters, file: FilePart | undefined): FileHeader {
	const option = readChoice(item, headerTypeOption);
	const chosen = { type: option, shown: `'Header Type' says '${capitalized(option)}'` };
	if (file === undefined) {
		if (['none', 'text'].includes(option)) return chosen;
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
	const header = option === 'auto' ? ofFile : chosen;
	const chosenType = HEADER_TYPES.find(({ value }) => value === header.type);
	if (isKnown && chosenType !== fitting && chosenType?.mimeTypes !== undefined)
		throw new InputError(
			`${ofFile.shown}, and ${header.shown}`,
			"Send another file, or set 'Header Type' to 'Automatic'",
		);
	if (header.type === 'audio')
		throw new InputError(
			`${header.shown}, and 'Send with File' cannot send one`,
			"Use 'Send', with its public address in 'Audio address'",
		);
	return { ...header, fileName: file.fileName };
}
