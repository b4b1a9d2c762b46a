import type { IBinaryData, INodeProperties } from 'n8n-workflow';
import { FailureError, InputError, showsNothing } from '../../../lib/basics';
import type { ItemParameters } from '../../../lib/fields';
import type { FilePart } from '../service/multipart';
import { hasEnding, mimeTypeOf } from './fileType';

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

/**
 * The file's name with its ending. The service takes a part for a file only if it has a name, so one is made up if n8n
 * knows none.
 */
function fileNameOf({ fileName, fileExtension }: IBinaryData): string {
	const name = fileName === undefined || showsNothing(fileName) ? 'file' : decoded(fileName);
	// n8n's ending for a file of an unknown type is bin.
	const isWhole = hasEnding(name) || !fileExtension || fileExtension === 'bin';
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
