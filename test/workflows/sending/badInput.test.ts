import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { recipientOf } from '../../../dev/sandbox/receivedRequest';
import { isRead, operationItem, type OperationName, OPERATIONS } from '../../support/operations';
import { continuing, NODE_NAME, useScene } from '../../support/scene';
import { inFields } from '../../support/variables';

const scene = useScene();

const channelId = { __rl: true, mode: 'id', value: '11' };

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
	const [, what] = /^(.*) \[item 1(?:, [^\]]+)?\]$/s.exec(error.message)!;

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
		isRead(operation) ? [undefined] : [first, last],
	);

	// A read sends nothing that could be missing.
	const start = `${what}.${isRead(operation) ? '' : ' The message was not sent.'}`;
	expect(message.startsWith(start)).toBe(true);
	const advice = message.slice(start.length).trim();
	expect(error.description).toContain(advice.replace(/\.$/, ''));
	if (!isRead(operation)) expect(error.description).toContain('Nothing was sent.');
	return `${what} ${advice}`;
}

const VALUE = '={{ $json.value }}';

/** A field of operations with an expression in it, a value that is good, and bad ones with what the user reads of them. */
interface Field {
	field: string;
	operations: OperationName[];
	parameters: IDataObject;
	good: unknown;
	bad: Array<[value: unknown, told: RegExp]>;
}

/** Wherever a value has to be there, the expression that gives none is named. */
const GIVES_NOTHING =
	/^'.+': \{\{ \$json\.value.* \}\} gives nothing for this item Check that the item has everything that this expression points at\.$/;

const PICTURE = 'https://shop.example/new.png';

/** The option with this header, with which no template is read. */
const headerOf = (headerType: string): IDataObject => ({
	options: { checkVariables: false, headerType },
});

const IMAGE = headerOf('image');

const attributes = (...attribute: IDataObject[]) => ({ customerAttributes: { attribute } });

/** One bad value or two for each field; the unit tests of the field's check have the others. */
const FIELDS: Field[] = [
	{
		field: 'Channel',
		operations: ['template.send', 'template.get'],
		parameters: { channelId: { ...channelId, value: VALUE } },
		good: '11',
		bad: [
			['007 Agency', / is not a channel's ID Choose the channel from the list/],
			[undefined, GIVES_NOTHING],
		],
	},
	{
		field: 'Template',
		operations: ['template.sendWithFile'],
		parameters: { templateId: VALUE },
		good: '105',
		bad: [[{ id: 11 }, / is not an ID .*as text or as a whole number/]],
	},
	{
		field: 'Customer ID',
		operations: ['message.sendText'],
		parameters: { customerId: '={{ $json.value === "good" ? $json.customer : $json.value }}' },
		good: 'good',
		bad: [
			['+1 (202) 555-0101', / is a phone number .* use the resource 'Template'/],
			['0012025550101', / is a phone number /],
			[undefined, GIVES_NOTHING],
		],
	},
	{
		field: 'Customer Phone',
		operations: ['template.send'],
		parameters: { customerPhone: '={{ $json.value === "good" ? $json.phone : $json.value }}' },
		good: 'good',
		bad: [
			[null, GIVES_NOTHING],
			['(202) 555-0101', / has no plus sign and country code .*international format/],
		],
	},
	{
		field: 'Text',
		operations: ['message.sendText'],
		parameters: { text: VALUE },
		good: 'Hello',
		bad: [
			[' \t\n', GIVES_NOTHING],
			[{ text: 'Hello' }, / is an object, not a plain value /],
		],
	},
	{
		field: 'Message Key',
		operations: ['message.sendText'],
		parameters: { messageKey: '=key {{ $json.value }} {{ $json.customer }}' },
		good: 'good',
		bad: [[undefined, GIVES_NOTHING]],
	},
	...[
		{ operations: ['message.sendAttachment' as const], parameters: { attachmentUrl: VALUE } },
		{
			operations: ['template.send' as const],
			parameters: { templateId: '102', ...IMAGE, attachmentUrl: VALUE },
		},
	].map((one): Field => ({
		...one,
		field: 'Attachment URL',
		good: PICTURE,
		bad: [
			[
				undefined,
				/^'Attachment URL'(: .* gives nothing| is empty, and 'Header Type' says 'Image')/,
			],
		],
	})),
	{
		field: 'Values to Send',
		operations: ['template.send'],
		parameters: inFields({ 1: VALUE }, { 1: '1: Hello ____' }),
		good: 'A-1001',
		bad: [
			['\u200b\ufeff', GIVES_NOTHING],
			[undefined, GIVES_NOTHING],
		],
	},
	{
		field: 'Variables (JSON)',
		operations: ['template.sendWithFile'],
		parameters: { specifyVariables: 'json', variablesJson: VALUE },
		good: {},
		bad: [[{ 1: { name: 'A-1001' } }, /: variable '1' is an object, not a plain value /]],
	},
	{
		field: 'Attachment Type',
		operations: ['message.sendAttachment'],
		parameters: { attachmentType: VALUE },
		good: 'image',
		bad: [['sticker', / is 'sticker', which is not one of its options Use one of: /]],
	},
	{
		field: 'Customer Attributes',
		operations: ['template.sendWithFile'],
		parameters: attributes({ name: 'a', value: 'x' }, { name: VALUE, value: 'y' }),
		good: 'b',
		bad: [['a\u200b', / has 'a\u200b' twice Keep one of them\./]],
	},
	{
		field: 'Customer Attributes',
		operations: ['template.sendWithFile'],
		parameters: attributes({ name: 'a', value: VALUE }),
		good: 'b',
		bad: [[undefined, /: the value of 'a' has no value /]],
	},
];

describe.each(
	FIELDS.flatMap((field) => field.operations.map((operation) => ({ ...field, operation }))),
)("'$field' of $operation", ({ field, operation, parameters, good, bad }) => {
	test.each(bad)('that is %j is refused with %s', async (value, told) => {
		const refused = await refusal({ operation, parameters, value, good });
		expect(refused.startsWith(`'${field}'`)).toBe(true);
		expect(refused).toMatch(told);
	});
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
		/^The item has no binary field 'data' .* Check that the parameter /,
		async () => ({ binary: { invoice: await file() } }),
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
	['Customer Phone', 'typed as plain text', { customerPhone: '{{ $json.phone }}' }],
	['Values to Send', 'not finished', inFields({ 1: '={{ $json.phone' }, { 1: '1: Hello ____' })],
])("an expression in '%s' that is %s is refused", async (field, _what, parameters) => {
	const all = { ...OPERATIONS['template.send'], ...parameters };
	const { error } = await scene.run(all, [await operationItem(scene, 0)]);
	expect(error?.message).toMatch(
		new RegExp(`^'${field}': '.*' has an unfinished expression in it`),
	);
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
	expect(execution.items(NODE_NAME).map(({ json }) => json)).toEqual([
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
			"Nothing was sent. Check that the item has everything that this expression points at. To send the other items all the same, set 'On Error' in the node's settings to 'Continue (using error output)'.\nItem 2: 'Customer ID': {{ $json.customer }} gives 'undefined', so a value is missing.\nItem 3: 'Customer ID': {{ $json.customer }} gives nothing for this item.",
	});
	expect(scene.sandbox.requests).toEqual([]);
});
