import type { IBinaryData, INodeProperties } from 'n8n-workflow';

import { FailureError, InputError } from '../../service/failure';
import type { FilePart } from '../../service/multipart';
import type { ItemParameters } from '../../values/nodeParameters';
import { excerpt, showsNothing } from '../../service/json';

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

const FIELD = "'Input Data Field Name'";

const UNKNOWN_MIME_TYPE = 'application/octet-stream';

/** A type as a request's header takes it (RFC 9110): anything else, such as a line break, would be read as another one. */
const MIME_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+( *;[\x20-\x7e]*)?$/;

/** A stream from n8n's binary storage. */
interface StoredStream extends AsyncIterable<Uint8Array> {
	destroy(): void;
}

/**
 * Finds an item's file, in any of n8n's binary modes; its bytes stay where they are until they are sent (service:
 * Send template with file). Returns undefined if the field's name is left empty. Throws an InputError if there is no
 * such field, or its file is empty.
 */
export async function readFile(item: ItemParameters): Promise<FilePart | undefined> {
	const named = item.read('binaryPropertyName', checkFieldName, { fallback: 'data' });
	if (named === '') return undefined;
	const { helpers } = item.context;
	const binary = findBinary(item, named);
	const shown = typeof named === 'string' ? `${FIELD} '${named}'` : FIELD;
	const file = { fileName: fileNameOf(binary), mimeType: mimeTypeOf(binary, shown) };
	const inField = `the file '${file.fileName}' in ${shown}`;

	const { id } = binary;
	const orUnopened = (): never => {
		throw new InputError(
			`n8n could not open ${inField}`,
			'Check the storage in which n8n keeps files. If the file was deleted there, run the workflow again from the node that gets it',
		);
	};
	if (id === undefined) {
		const bytes = await helpers.getBinaryDataBuffer(item.index, named).catch(orUnopened);
		refuseEmpty(bytes.length, shown);
		return { ...file, size: bytes.length, open: async () => await Promise.resolve([bytes]) };
	}

	const { fileSize: size } = await helpers.getBinaryMetadata(id).catch(orUnopened);
	refuseEmpty(size, shown);
	return {
		...file,
		size,
		async open(released) {
			const stream = (await helpers.getBinaryStream(id).catch(orUnopened)) as StoredStream;
			// An upload that fails half-way would leave the file open.
			released.addEventListener('abort', () => stream.destroy(), { once: true });
			return chunksOf(stream, size, inField);
		},
	};
}

/**
 * The bytes of a stream. Throws a FailureError if they cannot all be read, or are not as many as the request says: the
 * file would arrive cut off.
 */
async function* chunksOf(
	stream: StoredStream,
	size: number,
	inField: string,
): AsyncGenerator<Uint8Array> {
	let left = size;
	try {
		for await (const chunk of stream) {
			left -= chunk.length;
			if (left < 0) break;
			yield chunk;
		}
	} catch {
		// The storage's error could be mistaken for one of the connection to the service.
		left = Number.NaN;
	}
	if (left === 0) return;
	throw new FailureError({
		kind: 'noResponse',
		message: `n8n could not read all of ${inField} while sending it`,
		advice: 'Check the storage in which n8n keeps files',
	});
}

function checkFieldName(value: unknown): string | IBinaryData {
	if (showsNothing(value)) return '';
	if (isBinary(value)) return value;
	if (typeof value === 'string') return value.trim();
	throw new InputError(
		`${FIELD} is not the name of a field`,
		"Enter the name as plain text, such as data. If it is an expression that points at the file itself, switch the field from 'Expression' to 'Fixed'",
	);
}

function findBinary(item: ItemParameters, named: string | IBinaryData): IBinaryData {
	if (typeof named !== 'string') return named;
	const found = binaryNamed(item, named);
	if (found !== undefined) return found;

	const names = Object.keys(item.context.getInputData()[item.index]?.binary ?? {});
	const present =
		names.length === 0
			? 'Check that the node before this one outputs a file'
			: `This item has files in: ${names.map((name) => `'${name}'`).join(', ')}`;
	throw new InputError(`${FIELD} is '${named}', but this item has no file in that field`, present);
}

function mimeTypeOf({ mimeType }: IBinaryData, shown: string): string {
	if (showsNothing(mimeType)) return UNKNOWN_MIME_TYPE;
	if (MIME_TYPE.test(mimeType)) return mimeType;
	throw new InputError(
		`${shown} holds a file whose MIME type '${excerpt(mimeType)}' is not valid`,
		'Correct it in the node that outputs the file, such as to application/pdf',
	);
}

/** Leaves it to n8n where a file lies in its binary mode; n8n throws if there is none. */
function binaryNamed(item: ItemParameters, name: string): IBinaryData | undefined {
	try {
		return item.context.helpers.assertBinaryData(item.index, name);
	} catch {
		return undefined;
	}
}

function refuseEmpty(size: number | undefined, shown: string): void {
	if (size !== undefined && size > 0) return;
	throw new InputError(
		`${shown} holds an empty file`,
		'Check that the node before this one outputs a file with content',
	);
}

/** The service takes a part for a file only if it has a file name, so one is made up if n8n knows none. */
function fileNameOf({ fileName, fileExtension }: IBinaryData): string {
	if (fileName !== undefined && !showsNothing(fileName)) return fileName;
	return fileExtension ? `file.${fileExtension}` : 'file';
}

function isBinary(value: unknown): value is IBinaryData {
	return (
		typeof value === 'object' &&
		value !== null &&
		'mimeType' in value &&
		typeof value.mimeType === 'string' &&
		('data' in value || 'id' in value)
	);
}
