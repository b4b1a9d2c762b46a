import type { Job } from '../../../../nodes/CustomerMessaging/delivery/job';
import { NodeParameters } from '../../../../nodes/CustomerMessaging/operations/nodeParameters';
import { sendWithFile } from '../../../../nodes/CustomerMessaging/operations/template/sendWithFile.operation';
import { executeContext } from '../../doubles/executeContext';
import { hubWith } from '../../doubles/service';
import { laterRefusalOf } from '../../doubles/refusal';

const PARAMETERS = { channelId: { __rl: true, mode: 'id', value: 101 }, templateId: 2001, customerPhone: '+1 202 555 0123' };
const WITHOUT_FILE = { binaryPropertyName: '', headerType: 'none' };
const CONTENT = Buffer.from('%PDF-1.7 content');

interface Given {
	parameters?: Record<string, unknown>;
	mimeType?: string;
	content?: Buffer;
	service?: ReturnType<typeof hubWith>;
}

/** Prepares an item that has a file in its field `data`. */
async function prepare({ parameters = {}, mimeType = 'application/pdf', content = CONTENT, service = hubWith() }: Given = {}): Promise<Job> {
	const { context } = executeContext({
		parameters: { ...PARAMETERS, ...parameters },
		helpers: {
			assertBinaryData(_itemIndex: number, name: string) {
				if (name !== 'data') throw new Error('no such field');
				return { data: '', mimeType, fileName: 'März.pdf' };
			},
			getBinaryDataBuffer: async () => await Promise.resolve(content),
		},
	});
	return await sendWithFile.prepare(new NodeParameters(context), 0, service.service);
}

/** The parts of one body: texts as they are, a file as what the service is told of it and its bytes. */
async function partsOf({ request }: Job): Promise<Array<[name: string, value: unknown]>> {
	const parts: Array<[string, unknown]> = [];
	for (const [name, value] of request.form!()) {
		if (typeof value === 'string') {
			parts.push([name, value]);
			continue;
		}
		const chunks: Uint8Array[] = [];
		for await (const chunk of value.stream()) chunks.push(chunk);
		parts.push([name, { name: value.name, type: value.type, size: value.size, bytes: Buffer.concat(chunks).toString() }]);
	}
	return parts;
}

const FILE = ['file', { name: 'März.pdf', type: 'application/pdf', size: CONTENT.length, bytes: '%PDF-1.7 content' }];

const IDENTIFIERS = [
	['template_id', '2001'],
	['channel_id', '101'],
	['customer_phone', '+12025550123'],
];

test('is one multipart request, the file last, with nothing for what is left empty', async () => {
	const service = hubWith();
	const job = await prepare({ service });
	expect(job.recipient).toBe('+12025550123');
	expect(job.request).toEqual({ method: 'POST', path: '/stable/open/whatsapp/send-template', answer: 'object', form: expect.any(Function) as unknown });
	expect(await partsOf(job)).toEqual([...IDENTIFIERS, ['header_type', 'document'], FILE]);
	expect(service.asked).toEqual([]);
});

test('has the variables, the buttons and the attributes as three JSON objects of texts', async () => {
	const job = await prepare({
		parameters: {
			specifyVariables: 'json',
			variablesJson: { 1: 5, 2: true, note: 'مرحباً "A"\n' },
			buttonVariables: { variable: [{ name: 1, value: 0 }] },
			customerAttributes: { attribute: [{ name: ' last order ', value: false }, { name: 'empty', value: '' }] },
		},
	});
	const parts = await partsOf(job);
	expect(parts.map(([name]) => name)).toEqual([
		...IDENTIFIERS.map(([name]) => name),
		'header_type',
		'body_vars',
		'button_vars',
		'customer_attributes',
		'file',
	]);
	const values = Object.fromEntries(parts) as Record<string, string>;
	expect(JSON.parse(values.body_vars!)).toEqual({ 1: '5', 2: 'true', note: 'مرحباً "A"\n' });
	expect(JSON.parse(values.button_vars!)).toEqual({ 1: '0' });
	expect(JSON.parse(values.customer_attributes!)).toEqual({ 'last order': 'false', empty: '' });
});

test('has the same body each time it is sent, made anew: one that was read is at its end', async () => {
	const job = await prepare();
	expect(job.request.form!()).not.toBe(job.request.form!());
	const first = await partsOf(job);
	expect(await partsOf(job)).toEqual(first);
});

test.each<[headerType: string | undefined, mimeType: string, sent: string]>([
	[undefined, 'image/png', 'image'],
	['auto', 'VIDEO/MP4', 'video'],
	['document', 'image/png', 'document'],
	['none', 'application/pdf', 'none'],
])('with the header type %s and a file of type %s sends %s', async (headerType, mimeType, sent) => {
	const parameters = headerType === undefined ? {} : { headerType };
	expect(await partsOf(await prepare({ parameters, mimeType }))).toContainEqual(['header_type', sent]);
});

test.each(['none', 'text'])('without a file has no part for it, with the header type %s', async (headerType) => {
	const job = await prepare({ parameters: { ...WITHOUT_FILE, headerType } });
	expect(await partsOf(job)).toEqual([...IDENTIFIERS, ['header_type', headerType]]);
});

test.each<[parameters: Record<string, unknown>, message: RegExp]>([
	[{ customerPhone: '2025550123' }, /no plus sign/],
	[{ templateId: null }, /^'Template ID' is empty$/],
	[{ channelId: '' }, /^'Channel' is empty$/],
	[{ binaryPropertyName: 'picture' }, /^'Input Data Field Name' 'picture' names no file of this item$/],
	[{ headerType: 'audio' }, /^'Header Type' is 'audio', which does not exist$/],
	[{ headerType: 'image' }, /^'Header Type' is 'Image', but the file 'März\.pdf' is of type application\/pdf$/],
	[{ binaryPropertyName: '' }, /^'Input Data Field Name' is empty$/],
	[{ specifyVariables: 'json', variablesJson: '[]' }, /^'Variables \(JSON\)' is not an object$/],
	[{ buttonVariables: { variable: [{ name: '', value: 'a' }] } }, /^'Button Variables': Variable 1 has no 'Name'$/],
	[{ customerAttributes: { attribute: [{ name: 'a' }] } }, /^'Customer Attributes': the value of 'a' has no value$/],
	[{ options: { timeout: 'long' } }, /^'Timeout' under 'Options' is 'long'$/],
])('%j is refused before anything is sent', async (parameters, message) => {
	expect((await laterRefusalOf(async () => await prepare({ parameters }))).message).toMatch(message);
});

describe('the identity, by which a retry knows the message again,', () => {
	const identity = async (given: Given = {}) => JSON.stringify((await prepare(given)).identity);

	test('is the same for the same message', async () => {
		expect(await identity()).toBe(await identity());
	});

	test.each<[what: string, given: Given]>([
		['recipient', { parameters: { customerPhone: '+12025550124' } }],
		['template', { parameters: { templateId: 2002 } }],
		['channel', { parameters: { channelId: '102' } }],
		['header type', { parameters: { headerType: 'none' } }],
		['variable', { parameters: { specifyVariables: 'json', variablesJson: { 1: 'a' } } }],
		['button variable', { parameters: { buttonVariables: { variable: [{ name: '1', value: 'a' }] } } }],
		['customer attribute', { parameters: { customerAttributes: { attribute: [{ name: '1', value: 'a' }] } } }],
		// Of the same size and name, so that the bytes alone make the difference.
		['file', { content: Buffer.from('%PDF-1.7 CONTENT') }],
	])('is another with another %s', async (_what, given) => {
		expect(await identity(given)).not.toBe(await identity());
	});

	test('tells a value of a button from the same value of the text', async () => {
		const inText = { parameters: { specifyVariables: 'json', variablesJson: { 1: 'a' } } };
		const inButton = { parameters: { buttonVariables: { variable: [{ name: '1', value: 'a' }] } } };
		expect(await identity(inText)).not.toBe(await identity(inButton));
	});
});

describe("with 'Check Variables'", () => {
	const options = { checkVariables: true };
	const template = { name: 'order', body: 'Order {{1}}', header: { type: 'document' }, buttons: [{ title: 'Track', value: '{{2}}' }] };
	const values = { specifyVariables: 'json', variablesJson: { 1: 'A' }, buttonVariables: { variable: [{ name: '2', value: 'B' }] } };

	test('the template is read, and what fits goes through', async () => {
		const service = hubWith(template);
		await (await prepare({ parameters: { options, ...values }, service })).check!();
		expect(service.asked.map(({ path }) => path)).toEqual(['/stable/open/whatsapp/get-template-detail']);
	});

	test.each<[what: string, more: Given, message: RegExp]>([
		['a text variable', { parameters: { variablesJson: {} } }, /: variable '1' has no value$/],
		['a button variable', { parameters: { buttonVariables: {} } }, /: variable '2' has no value under 'Button Variables'$/],
		['a file', { mimeType: 'image/png' }, /^'Header Type' comes to 'Image', but the template 'order' has a header of the type 'Document'$/],
	])('%s that does not fit is refused', async (_what, { parameters, mimeType }, message) => {
		const job = await prepare({ parameters: { options, ...values, ...parameters }, mimeType, service: hubWith(template) });
		expect((await laterRefusalOf(async () => await job.check!())).message).toMatch(message);
	});

	test('and without it there is nothing to check', async () => {
		expect((await prepare({ parameters: values, service: hubWith(template) })).check).toBeUndefined();
	});
});
