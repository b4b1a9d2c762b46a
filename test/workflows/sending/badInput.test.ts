import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { recipientOf } from '../../../dev/sandbox/receivedRequest';
import { isSend, operationItem, type OperationName, OPERATIONS } from '../../support/operations';
import { continuing, NODE_NAME, outputOf, useScene } from '../../support/scene';
import { asJson, inFields } from '../../support/variables';

const scene = useScene();

interface BadInput {
	operation: OperationName;
	/** The parameters that make an item bad; an expression may read `$json.value`. */
	parameters: IDataObject;
	/** What the expression reads; for the good items it reads `good`. */
	value?: unknown;
	good?: unknown;
	/** The files of the bad item, in place of a good one. */
	binary?: IBinaryKeyData;
}

/**
 * Runs the operation on three items of which the second is bad, once stopping on fail and once
 * continuing, and shows that nothing was sent but the good items.
 *
 * Returns what the user is told.
 */
async function refusal({ operation, parameters, value, good, binary }: BadInput): Promise<string> {
	const items = await Promise.all(
		[0, 1, 2].map(async (index) => await operationItem(scene, index)),
	);
	items.forEach(({ json }, index) => {
		json.value = (index === 1 ? value : good) as IDataObject;
	});
	if (binary !== undefined) items[1]!.binary = binary;
	const all = { ...OPERATIONS[operation], ...parameters };

	const stopped = await scene.run(all, items);
	expect(scene.sandbox.requests).toEqual([]);
	const error = stopped.error!;
	expect(error.context.itemIndex).toBe(1);
	const [, shown] = /^(.*) \[item 1(?:, [^\]]+)?\]$/s.exec(error.message)!;
	// Of a phone number, the message of an error has the last digits.
	const [, number] = /<br>Number: (.+?)\.$/.exec(error.description!) ?? [];
	const what = number === undefined ? shown! : shown!.replace(/…\d{4}/, number);

	const continued = await scene.run(all, items, continuing);
	expect(continued.status).toBe('success');
	const output = continued.items(NODE_NAME);
	expect(output.map(({ json, pairedItem }) => [pairedItem, 'error' in json])).toEqual([
		[{ item: 0 }, false],
		[{ item: 1 }, true],
		[{ item: 2 }, false],
	]);
	const { message, ...others } = output[1]!.json as { message: string };
	expect(others).toEqual({
		error: what,
		details: expect.objectContaining({ status: 'failed' }) as unknown,
	});
	const [first, last] = operation.startsWith('template')
		? ['+12025550100', '+12025550102']
		: ['5000', '5002'];
	expect(scene.sandbox.requests.map(recipientOf).sort()).toEqual(
		isSend(operation) ? [first, last] : [undefined],
	);

	// A read sends nothing that could be missing.
	const start = `${what}.${isSend(operation) ? ' The message was not sent.' : ''}`;
	expect(message.startsWith(start)).toBe(true);
	const advice = message.slice(start.length).trim();
	expect(error.description).toContain(advice.replace(/\.$/, ''));
	if (isSend(operation)) expect(error.description).toContain('Nothing was sent.');
	return `${what} ${advice}`;
}

const VALUE = '={{ $json.value }}';

/** Wherever a value has to be there, the expression that gives none is named. */
const NOTHING =
	/^'.+': \{\{ \$json\.value.* \}\} (?:gives nothing for this item Check that the item has everything that this expression points at\.(?: If it may be missing, say what to write then, as in \{\{ \$json\.name \|\| 'customer' \}\}\.)?|reads \$json\.value, which has no value Check that the item has everything that this expression points at(?:\. If it may be missing, say what to write then, .*|: this field needs all its parts.*))$/;

const PHONE = / is a phone number .* use the resource 'Template'/;

/** `good` stands for this field of the item. */
const orBad = (good: string): string =>
	`={{ $json.value === "good" ? $json.${good} : $json.value }}`;

const channel = { channelId: { __rl: true, mode: 'id', value: VALUE } };
const customer = { customerId: orBad('customer') };
const phone = { customerPhone: orBad('phone') };
const key = { messageKey: '=key {{ $json.value }} {{ $json.customer }}' };
const url = { attachmentUrl: VALUE };
const PICTURE = 'https://shop.example/new.png';
const type = { attachmentType: VALUE };
const oneVariable = inFields({ 1: VALUE }, { 1: '1: Hello ___' });
const address = { templateId: '102', ...inFields({ 'image address': VALUE }) };
const attributes = (...attribute: IDataObject[]) => ({
	options: { checkVariables: false, customerAttributes: { attribute } },
});
const attribute = attributes({ name: 'a', value: 'x' }, { name: VALUE, value: 'y' });
const stored = attributes({ name: 'a', value: VALUE });

/** The option with this header, with which no template is read. */
const headerOf = (headerType: string): IDataObject => ({
	options: { checkVariables: false, headerType },
});

/** One bad value or two for each field; the unit tests of the field's check have the others. */
test.each<
	[
		field: string,
		value: unknown,
		told: RegExp,
		operation: OperationName,
		parameters: IDataObject,
		good: unknown,
	]
>([
	['Channel', '007 Agency', / is not a channel's ID Choose /, 'template.get', channel, '11'],
	['Channel', undefined, NOTHING, 'template.send', channel, '11'],
	['Template', {}, / is not an ID /, 'template.sendWithFile', { templateId: VALUE }, '105'],
	['Customer ID', '+1 (202) 555-0101', PHONE, 'message.sendText', customer, 'good'],
	['Customer ID', '0012025550101', PHONE, 'message.sendText', customer, 'good'],
	['Customer ID', '555-0101', PHONE, 'message.sendText', customer, 'good'],
	['Customer ID', undefined, NOTHING, 'message.sendText', customer, 'good'],
	['Customer Phone', null, NOTHING, 'template.send', phone, 'good'],
	['Customer Phone', '(202) 555-0101', / has no plus sign /, 'template.send', phone, 'good'],
	['Text', ' \t\n', NOTHING, 'message.sendText', { text: VALUE }, 'Hello'],
	['Text', {}, / is an object, /, 'message.sendText', { text: VALUE }, 'Hello'],
	['Message Key', undefined, NOTHING, 'message.sendText', key, 'good'],
	['Attachment URL', undefined, NOTHING, 'message.sendAttachment', url, PICTURE],
	['Values to Send', undefined, NOTHING, 'template.send', address, PICTURE],
	['Values to Send', 'a.png', / is not a complete /, 'template.send', address, PICTURE],
	['Values to Send', '\u200b\ufeff', NOTHING, 'template.send', oneVariable, 'A-1001'],
	['Values to Send', undefined, NOTHING, 'template.send', oneVariable, 'A-1001'],
	[
		'Variables (JSON)',
		{ 1: {} },
		/ '1' is an object, /,
		'template.sendWithFile',
		asJson(VALUE),
		{},
	],
	['Attachment Type', 'sticker', / Use one of: /, 'message.sendAttachment', type, 'image'],
	[
		'Customer Attributes',
		' a\u200b ',
		/'a\u200b' twice Keep one /,
		'template.sendWithFile',
		attribute,
		'b',
	],
	['Customer Attributes', undefined, / 'a' has no value /, 'template.sendWithFile', stored, 'b'],
])("'%s' that is %j is refused with %s: %s", async (field, value, told, ...others) => {
	const [operation, parameters, good] = others;
	const refused = await refusal({ operation, parameters, value, good });
	expect(refused.startsWith(`'${field}'`)).toBe(true);
	expect(refused).toMatch(told);
});

test("an 'Attachment URL' could never be fetched by a service elsewhere", async () => {
	// Nothing listens at the reserved address; nothing may be asked of it either.
	const credentials = scene.credentials({ baseUrl: 'https://service.invalid' });
	const attachmentUrl = 'http://127.0.0.1:8080/a.png';
	const parameters = { ...OPERATIONS['message.sendAttachment'], attachmentUrl };
	const { error } = await scene.run(parameters, [{ customer: 5001 }], {}, { credentials });
	expect(error).toMatchObject({
		message: "'Attachment URL' points at '127.0.0.1', which is not a public address",
		description: expect.stringContaining('Enter the whole public address of the file') as string,
	});
});

const file = async (content = 'content', fileName = 'file.pdf', mimeType = 'application/pdf') =>
	await scene.engine.storeBinary(Buffer.from(content), fileName, mimeType);

const namedBy = { parameters: { binaryPropertyName: VALUE }, good: 'data' };

test.each<[told: RegExp, bad: () => Partial<BadInput> | Promise<Partial<BadInput>>]>([
	[
		/^'Input Data Field Name' is 'data', and the item has no file there The item's file is in 'invoice'\. Enter this in 'Input Data Field Name'\.$/,
		async () => ({ binary: { invoice: await file() } }),
	],
	[
		/ The item's files are in 'invoice' and 'photo'\. Enter one of these in 'Input Data Field Name'\.$/,
		async () => ({ binary: { invoice: await file(), photo: await file() } }),
	],
	[
		/^'note\.mp3' is an audio file, and 'Send with File' cannot send one /,
		async () => ({ binary: { data: await file('content', 'note.mp3', 'audio/mpeg') } }),
	],
	[
		/^'the file' is a video, and 'Header Type' says 'Image' /,
		async () => ({
			...{ parameters: headerOf(VALUE), value: 'image', good: 'document' },
			binary: { data: await file('content', 'the file', 'video/mp4') },
		}),
	],
	[
		/^'Input Data Field Name': \{\{ \$json\.value \}\} gives '\[object Object\]', so a value is missing /,
		() => ({ ...namedBy, value: '[object Object]' }),
	],
	[/ is empty, and 'Header Type' does not say 'None' or 'Text'/, () => ({ ...namedBy, value: '' })],
])('a file or the name of its field is refused with %s', async (told, bad) => {
	const operation = 'template.sendWithFile';
	expect(await refusal({ operation, parameters: {}, ...(await bad()) })).toMatch(told);
});

test.each<[field: string, options: IDataObject]>([
	["'Parallel Sends' under 'Options' is '0'", { parallelSends: 0 }],
	["'Messages per Second' under 'Options' is ''", { messagesPerSecond: '' }],
	["'Check Variables' under 'Options' is 'false'", { checkVariables: 'false' }],
	["'If Outcome Is Unknown' is 'maybe'", { unknownOutcome: 'maybe' }],
])('%s is refused', async (field, options) => {
	const { error } = await scene.run({ ...OPERATIONS['template.send'], options }, [
		await operationItem(scene, 0),
	]);
	expect(error?.message).toContain(`${field}, which is not `);
	expect(scene.sandbox.requests).toEqual([]);
});

test.each<[field: string, what: string, parameters: IDataObject]>([
	[
		'Customer Phone',
		"an expression in it, but the field is set to 'Fixed'",
		{ customerPhone: '{{ $json.phone }}' },
	],
	[
		'Values to Send',
		'an unfinished expression in it, with {{ or }}',
		inFields({ 1: '={{ $json.phone' }, { 1: '1: Hello ___' }),
	],
])("'%s' that has %s is refused", async (field, what, parameters) => {
	const all = { ...OPERATIONS['template.send'], ...parameters };
	const { error } = await scene.run(all, [await operationItem(scene, 0)]);
	expect(error?.message).toMatch(/^'.*': '.*' has /);
	expect(error?.message).toContain(`'${field}': '`);
	expect(error?.message).toContain(`' has ${what}`);
	expect(error?.description).toMatch(/^The message was not sent\. /);
	expect(scene.sandbox.requests).toEqual([]);
});

test('an unfinished expression in a field that is not shown does not matter', async () => {
	const hidden = { specifyVariables: 'fields', variablesJson: 'Dear {{ $json.name }}' };
	const all = { ...OPERATIONS['template.send'], ...hidden };
	await scene.run(all, [await operationItem(scene, 0)]);
	expect(scene.sandbox.accepted).toHaveLength(1);
});

test('an operation that does not exist, as in a workflow changed by hand, passes no item on as sent', async () => {
	const unknown = { ...OPERATIONS['message.sendText'], operation: 'sendNothing' };
	const execution = await scene.run(unknown, [{ customer: 5001 }], continuing);
	expect(outputOf(execution)).toEqual([
		{
			error: 'No operation is called message.sendNothing',
			message: 'No operation is called message.sendNothing. The message was not sent.',
			details: { status: 'failed' },
		},
	]);
});

test('all bad items of a run are named at once, and the first is the one that counts', async () => {
	const customers = [5001, '', 'undefined', ''];
	const execution = await scene.run(
		OPERATIONS['message.sendText'],
		customers.map((customer) => ({ customer })),
	);
	expect(execution.error).toMatchObject({
		message: "'Customer ID': {{ $json.customer }} gives nothing for this item [item 1]",
		description:
			"Nothing was sent. Check that the item has everything that this expression points at. To send the other items all the same, set 'On Error' in the node's settings to 'Continue (using error output)'.<br>• Item 2: 'Customer ID': {{ $json.customer }} gives 'undefined', so a value is missing.<br>• Item 3: 'Customer ID': {{ $json.customer }} gives nothing for this item.",
	});
	expect(scene.sandbox.requests).toEqual([]);
});
