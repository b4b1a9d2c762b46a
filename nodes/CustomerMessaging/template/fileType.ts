import { InputError } from '../../../lib/basics';
import { type ChoiceField, type ItemParameters, readChoice } from '../../../lib/fields';
import { UNKNOWN_MIME_TYPE, type FilePart } from '../service/multipart';
import { capitalized, HEADER_TYPES, shownBy, type FileHeader } from './header';

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

/** The ending of a file's name. A dot in front of digits alone may be that of a number or a date. */
const ENDING = /\.(?=[\d_]*[a-z])(\w+)$/i;

export function hasEnding(fileName: string): boolean {
	return ENDING.test(fileName);
}

/** What the file's node says of its type or, if that fits any file, what the ending of its name says. */
export function mimeTypeOf(given: string | undefined, fileName: string): string {
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
