import type { IBinaryData, INodeProperties } from 'n8n-workflow';
import type { ItemParameters } from '../../parameters/nodeParameters';
import { plainText, textsByName } from '../../parameters/texts';
import { FailureError, InputError } from '../../primitives/failure';
import { listIn, objectIn, showsNothing } from '../../primitives/json';
import { customerPhone } from '../../recipient/customerPhone';
import { MultipartBody, UNKNOWN_MIME_TYPE, type FilePart } from '../../service/multipart';
import { checkAgainstTemplate } from '../../template/fits';
import { readFileHeader } from '../../template/headerTypeField';
import { splitByButton, variablesWithButtonsApart } from '../../template/placeholders';
import {
	channelField,
	CHOOSE_APPROVED,
	readTemplateChoice,
	templateField,
} from '../../template/templateChoice';
import { fileVariableFields, readValues } from '../../template/values';
import { messageRequest, sendOperation } from '../sendOperation';
import { templateOptions } from '../sendOptions';

const fileField: INodeProperties = {
	displayName: 'Input Data Field Name',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the input binary field containing the file to be sent',
	description:
		"Enter the name of the field, not the file itself. Leave it empty to send no file, with 'Header Type' set to 'None' or 'Text'.",
};

const customerAttributesField: INodeProperties = {
	displayName: 'Customer Attributes',
	name: 'customerAttributes',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add attribute',
	default: {},
	description: 'Values that the service stores with the customer',
	options: [
		{
			displayName: 'Attribute',
			name: 'attribute',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. last_order',
					required: true,
					description: 'The name that the service stores the value under',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					description: 'Text, a number, a date, true or false',
				},
			],
		},
	],
};

/** Sends an approved WhatsApp template with a file (service: Send template with file). */
export const sendWithFile = sendOperation({
	value: 'sendWithFile',
	name: 'Send with File',
	action: 'Send template with file',
	description: 'Send an approved WhatsApp template to a phone number, with a file from n8n',
	first: [channelField, templateField],
	recipientField: customerPhone,
	content: [...fileVariableFields, fileField],
	more: [customerAttributesField],
	options: templateOptions,
	async prepare(item, service, recipient) {
		const template = readTemplateChoice(item);
		const file = readFile(item);
		const header = readFileHeader(item, file);
		const variables = readValues(item, template);
		const { ofTexts, ofButtons } = splitByButton(variables);
		const message = { header, variables, variablesIn: variablesWithButtonsApart };
		// What is left empty has no part at all.
		const texts: Array<[name: string, value: string]> = [
			['template_id', template.templateId],
			['channel_id', template.channelId],
			['customer_phone', recipient],
			['header_type', header.type],
			...jsonPart('body_vars', ofTexts),
			...jsonPart('button_vars', ofButtons),
			...jsonPart('customer_attributes', readCustomerAttributes(item)),
		];
		return {
			check: async () => await checkAgainstTemplate(template, message, service),
			request: {
				...messageRequest('/stable/open/whatsapp/send-template', CHOOSE_APPROVED),
				async multipartBody() {
					const body = new MultipartBody();
					for (const [name, value] of texts) body.append(name, value);
					// The file comes last, so that a service that reads the form as it arrives knows what the file is for.
					if (file !== undefined) await body.appendFile('file', file);
					return body;
				},
			},
		};
	},
});

function jsonPart(name: string, values: Record<string, string>): Array<[string, string]> {
	return Object.keys(values).length === 0 ? [] : [[name, JSON.stringify(values)]];
}

/** By name; an empty value means that a stored one is to be emptied (service: Send template with file). */
function readCustomerAttributes(item: ItemParameters): Record<string, string> {
	const field = customerAttributesField.displayName;
	const attributesIn = (parameter: unknown): Record<string, string> => {
		const entries = listIn(objectIn(parameter).attribute).map(objectIn);
		const values = entries.map((entry, index) => {
			const name = plainText(entry.name, `'${field}': the name of entry ${index + 1}`).trim();
			return { name, shown: `'${field}': the value of '${name}'`, value: entry.value };
		});
		return textsByName(values, field, (value, shown) =>
			value === null ? '' : plainText(value, shown, true),
		);
	};
	return item.read(customerAttributesField, attributesIn, { mayBeBoolean: true });
}

const FIELD = "'Input Data Field Name'";

/** MIME types that say nothing of a file, such as what Telegram gives every file, and servers to files to download. */
const SAYS_NOTHING =
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

interface StoredStream extends AsyncIterable<Uint8Array> {
	destroy(): void;
}

/** Finds an item's file in any of n8n's binary modes, without reading it; undefined if the field's name is left empty. */
function readFile(item: ItemParameters): FilePart | undefined {
	const named = item.read(fileField, checkFieldName);
	if (named === '') return undefined;
	const { helpers } = item.context;
	const binary = helpers.assertBinaryData(item.index, named);
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
			const stream = (await helpers.getBinaryStream(id).catch(orUnopened)) as StoredStream;
			// An upload that fails half-way would leave the file open.
			released.addEventListener('abort', () => stream.destroy(), { once: true });
			return { size, bytes: chunksOf(stream, shown) };
		},
	};
}

async function* chunksOf(stream: StoredStream, shown: string): AsyncGenerator<Uint8Array> {
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
const ENDING = /\.(\w*[a-z]\w*)$/i;

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
	if (given !== undefined && !SAYS_NOTHING.test(given)) return given;
	const [, ending = ''] = ENDING.exec(fileName) ?? [];
	return MIME_TYPES.get(ending.toLowerCase()) ?? UNKNOWN_MIME_TYPE;
}
