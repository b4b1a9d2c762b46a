import type { IDataObject } from 'n8n-workflow';

import { holdsNothing, objectIn } from '../service/json';

/**
 * A type of header, and what a message sends for it: a URL (service: Send template) or a file (service: Send template
 * with file).
 */
export interface HeaderType {
	value: string;
	takes: 'nothing' | 'url' | 'urlOrFile';
	/** The MIME types of its files; if undefined, it takes any. */
	mimeTypes?: RegExp;
	/** What it shows, and what is sure to fit, as a sentence has them; undefined if it shows no file. */
	shows?: string;
	fitting?: string;
	description: string;
}

/** In alphabetical order, as the form lists them. */
export const HEADER_TYPES: HeaderType[] = [
	{
		value: 'audio',
		takes: 'url',
		mimeTypes: /^audio\//i,
		shows: 'an audio file',
		description: 'An audio file',
	},
	{
		value: 'document',
		takes: 'urlOrFile',
		shows: 'a document',
		fitting: 'a PDF',
		description: 'A file of any type, such as a PDF',
	},
	{
		value: 'image',
		takes: 'urlOrFile',
		mimeTypes: /^image\//i,
		shows: 'an image',
		fitting: 'a JPG or PNG',
		description: 'An image, such as a JPG or PNG',
	},
	{ value: 'none', takes: 'nothing', description: 'The template has no header' },
	{ value: 'text', takes: 'nothing', description: "The template's header is text" },
	{
		value: 'video',
		takes: 'urlOrFile',
		mimeTypes: /^video\//i,
		shows: 'a video',
		fitting: 'an MP4',
		description: 'A video',
	},
];

export const FILE_HEADERS = HEADER_TYPES.filter(({ takes }) => takes !== 'nothing').map(
	({ value }) => value,
);

export function headerName(type: string): string {
	return type.charAt(0).toUpperCase() + type.slice(1);
}

/**
 * A template's header type: `none` if it has none, undefined if it is not known (service: Get template). How the types
 * are spelled is not known, nor how a template says that it has no header.
 */
export function headerTypeOf({ header }: IDataObject): string | undefined {
	if (holdsNothing(header)) return 'none';
	const { type } = objectIn(header);
	const written = typeof type === 'string' ? type.trim().toLowerCase() : '';
	return HEADER_TYPES.find(({ value }) => value === written)?.value;
}

/** The header type of a message, and the name of the file that it follows from; undefined if the user chose the type. */
export interface FileHeader {
	type: string;
	fileName?: string;
}
