import type { IDataObject } from 'n8n-workflow';
import { holdsNothing, objectIn, textIn } from '../../../lib/basics';

/** A type of header (service: Send template, Send template with file). */
interface HeaderType {
	value: string;
	/** If undefined, it takes files of any type. */
	mimeTypes?: RegExp;
	/** What it shows, as a sentence has it; undefined if it shows no file. */
	shows?: string;
	description: string;
}

/** In alphabetical order, as the form lists them. */
export const HEADER_TYPES: HeaderType[] = [
	{ value: 'audio', mimeTypes: /^audio\//i, shows: 'an audio file', description: 'An audio file' },
	{ value: 'document', shows: 'a document', description: 'A file of any type, such as a PDF' },
	{
		value: 'image',
		mimeTypes: /^image\//i,
		shows: 'an image',
		description: 'An image, such as a JPG or PNG',
	},
	{ value: 'none', description: 'The template has no header' },
	{ value: 'text', description: "The template's header is text" },
	{ value: 'video', mimeTypes: /^video\//i, shows: 'a video', description: 'A video' },
];

export function shownBy(type: string): string | undefined {
	return HEADER_TYPES.find(({ value }) => value === type)?.shows;
}

/** What the address of a header's file is called among the values, such as `image address`; undefined if it shows no file. */
export function addressName(type: string): string | undefined {
	return shownBy(type) && `${type} address`;
}

/** The type of header whose file has its address under this name; undefined if that is a variable's name. */
export function typeOfAddress(name: string): string | undefined {
	return HEADER_TYPES.find(({ value }) => addressName(value) === name)?.value;
}

/** A type or another name as the form shows it. */
export function capitalized(name: string): string {
	return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * A template's header type: `none` if it has none, undefined if it is not known (service: Get template). How the types
 * are spelled is not known, nor how a template says that it has no header.
 */
export function headerTypeOf({ header }: IDataObject): string | undefined {
	if (holdsNothing(header)) return 'none';
	const { type } = objectIn(header);
	const written = textIn(type).trim().toLowerCase();
	return HEADER_TYPES.find(({ value }) => value === written)?.value;
}

/** The header of a message with a file of its own. */
export interface FileHeader {
	type: string;
	/** What the type follows from, as a sentence has it, such as `'Header Type' says 'None'`. */
	shown: string;
	fileName?: string;
}
