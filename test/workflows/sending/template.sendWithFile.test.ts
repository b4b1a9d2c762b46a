import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';

import { Container } from '@n8n/di';
import FormData from 'form-data';
import { BinaryDataService } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { BinaryDataMode } from '../../../dev/engine/engine';
import type { Execution } from '../../../dev/engine/execution';
import { startLoopbackService } from '../../../dev/engine/loopbackService';
import type { ReceivedPart } from '../../../dev/sandbox/sandbox';
import { OPERATIONS } from '../../support/operations';
import { received } from '../../support/received';
import {
	answering,
	continuing,
	messagingNode,
	messagingWorkflow,
	NODE_NAME,
	useScene,
} from '../../support/scene';

const scene = useScene();
beforeEach(async () => {
	await scene.engine.setBinaryDataMode('filesystem-v2');
});
afterEach(() => jest.restoreAllMocks());

const path = '/stable/open/whatsapp/send-template';

const phone = '+12025550101';

const parameters = { ...OPERATIONS['template.sendWithFile'], templateId: '103' };

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

async function itemWithFile(
	content: Buffer,
	fileName: string,
	mimeType: string,
	json: IDataObject = { phone },
): Promise<INodeExecutionData> {
	return { json, binary: { data: await scene.engine.storeBinary(content, fileName, mimeType) } };
}

const fileParts = (): ReceivedPart[] =>
	scene.sandbox.requests.flatMap(({ parts = [] }) => parts.filter(({ name }) => name === 'file'));

const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\r\n--not a boundary--\r\n', 'latin1');

test('what failed leaves through the error output with its file, so that another node can send it', async () => {
	const again = { ...messagingNode(parameters), id: 'again', name: 'Again' };
	const workflow = messagingWorkflow(parameters, { onError: 'continueErrorOutput' });
	scene.sandbox.faults.add({ times: 1, fault: answering(400) });
	const execution = await scene.engine.run(
		{
			...workflow,
			nodes: [...workflow.nodes, again],
			connections: {
				...workflow.connections,
				[NODE_NAME]: { main: [[], [{ node: 'Again', type: 'main', index: 0 }]] },
			},
		},
		{
			credentials: scene.credentials(),
			input: [await itemWithFile(PDF, 'invoice.pdf', 'application/pdf')],
		},
	);
	expect(execution.error).toBeUndefined();
	expect(fileParts().map(({ sha256: sum }) => sum)).toEqual([sha256(PDF), sha256(PDF)]);
	expect(scene.sandbox.accepted).toHaveLength(1);
});

const INVOICES = [
	{
		json: { name: 'Customer 1', phone: '+12025550101', number: 'R-1001', amount: 12.5 },
		fileName: 'Rechnung Größe 1.txt',
		text: 'Zu zahlen: 12,50 €',
	},
	{
		json: { name: 'Customer 2', phone: '+12025550102', number: 'R-1002', amount: 99 },
		fileName: '請求書.txt',
		text: 'お支払い: 99',
	},
];

const MODES: BinaryDataMode[] = ['default', 'filesystem-v2'];

describe.each(MODES)('with binary data in mode %s', (mode) => {
	beforeEach(async () => await scene.engine.setBinaryDataMode(mode));

	test('sends each customer their own file and values, and nothing more', async () => {
		const execution = await scene.run(
			{
				...parameters,
				channelId: { __rl: true, mode: 'list', value: '14' },
				specifyVariables: 'json',
				variablesJson:
					"={{ { 1: $json.name, 2: $json.number, 3: $json.amount, 4: '31 May', 5: '+12025550114', 'button 1': $json.number } }}",
				options: {
					checkVariables: false,
					customerAttributes: {
						attribute: [
							{ name: 'last_invoice', value: '={{ $json.number }}' },
							{ name: 'reminded', value: '={{ false }}' },
							{ name: 'last_order', value: '' },
							{ name: 'title', value: '={{ null }}' },
							{ name: 'consent', value: "={{ 'given: ' + true }}" },
						],
					},
				},
			},
			await Promise.all(
				INVOICES.map(
					async ({ json, text, fileName }) =>
						await itemWithFile(Buffer.from(text), fileName, 'text/plain', json),
				),
			),
		);

		expect(execution.error).toBeUndefined();
		expect(received(scene.sandbox)).toEqual(
			INVOICES.map(({ json: { name, phone, number, amount }, text, fileName }) => ({
				method: 'POST',
				path,
				query: { api_key: scene.sandbox.apiKey },
				contentType: 'multipart/form-data',
				parts: [
					{ name: 'template_id', value: '103' },
					{ name: 'channel_id', value: '14' },
					{ name: 'customer_phone', value: phone },
					{ name: 'header_type', value: 'document' },
					{
						name: 'body_vars',
						value: `{"1":"${name}","2":"${number}","3":"${amount}","4":"31 May","5":"+12025550114"}`,
					},
					{ name: 'button_vars', value: `{"1":"${number}"}` },
					// An empty value empties what the service has stored.
					{
						name: 'customer_attributes',
						value: `{"last_invoice":"${number}","reminded":"false","last_order":"","title":"","consent":"given: true"}`,
					},
					{
						name: 'file',
						fileName,
						contentType: 'text/plain',
						size: Buffer.byteLength(text),
						sha256: sha256(text),
					},
				],
			})),
		);
		expect(execution.items(NODE_NAME)).toEqual([
			{ json: { recipient: '+12025550101', status: 'ongoing' }, pairedItem: { item: 0 } },
			{ json: { recipient: '+12025550102', status: 'ongoing' }, pairedItem: { item: 1 } },
		]);
	});

	test.each([
		['with line ends and what looks like a boundary', PDF],
		['of several pieces', randomBytes(3 * 1024 * 1024 + 7)],
	])('a file %s arrives byte for byte, and the request says how long it is', async (_, content) => {
		const execution = await scene.run(parameters, [
			await itemWithFile(content, 'file.pdf', 'application/pdf'),
		]);
		expect(execution.error).toBeUndefined();
		expect(fileParts()).toMatchObject([
			{
				fileName: 'file.pdf',
				contentType: 'application/pdf',
				size: content.length,
				sha256: sha256(content),
			},
		]);
		// Some services do not take chunks.
		const { headers } = scene.sandbox.requests[0]!;
		expect(Number(headers['content-length'])).toBeGreaterThan(content.length);
		expect(headers['transfer-encoding']).toBeUndefined();
	});

	test('a file that has to be sent again is there again, with all the values', async () => {
		scene.sandbox.faults.add({ times: 2, fault: { kind: 'rateLimit', retryAfter: 0 } });
		const values = { specifyVariables: 'json', variablesJson: '{ "1": "A-1001" }' };
		const execution = await scene.run({ ...parameters, ...values }, [
			await itemWithFile(PDF, 'file.pdf', 'application/pdf'),
		]);
		expect(execution.error).toBeUndefined();
		const [first, ...others] = scene.sandbox.requests.map(({ parts }) => parts);
		expect(first!.at(-1)).toMatchObject({ fileName: 'file.pdf', sha256: sha256(PDF) });
		expect(others).toEqual([first, first]);
	});
});

test.each(['請求書 🙂.pdf', 'the "best" one.pdf', 'a\r\nX-Evil: 1.pdf'])(
	'the body with the file %j is, byte for byte, what form-data makes of the same parts',
	async (fileName) => {
		const service = await startLoopbackService();
		service.answer = () => ({ status: 200, body: { success: true, data: { status: 'ongoing' } } });
		const credentials = scene.credentials({ baseUrl: service.baseUrl });
		const values = {
			specifyVariables: 'json',
			variablesJson: '{ "1": "Größe \\"M\\"", "2": 3, "button 1": "R-1001" }',
			options: {
				checkVariables: false,
				customerAttributes: { attribute: [{ name: 'last order', value: 'É' }] },
			},
		};
		const item = await itemWithFile(PDF, fileName, 'application/pdf');
		await scene.run({ ...parameters, ...values }, [item], {}, { credentials });
		await service.close();
		const { headers, body } = service.received[0]!;

		const reference = new FormData();
		reference.setBoundary(/boundary=(\S+)$/.exec(String(headers['content-type']))![1]!);
		reference.append('template_id', '103');
		reference.append('channel_id', '11');
		reference.append('customer_phone', phone);
		reference.append('header_type', 'document');
		reference.append('body_vars', '{"1":"Größe \\"M\\"","2":"3"}');
		reference.append('button_vars', '{"1":"R-1001"}');
		reference.append('customer_attributes', '{"last order":"É"}');
		reference.append('file', PDF, { filename: fileName, contentType: 'application/pdf' });
		expect(body.toString('latin1')).toBe(reference.getBuffer().toString('latin1'));
	},
);

test('a file without a name or a type gets one, because a part without a name is no file', async () => {
	const data = PDF.toString('base64');
	const nameless = { mimeType: 'application/pdf', data, fileExtension: 'pdf' };
	const execution = await scene.run(parameters, [
		{ json: { phone: '+12025550101' }, binary: { data: nameless } },
		{ json: { phone: '+12025550102' }, binary: { data: { mimeType: '', data } } },
	]);
	expect(execution.error).toBeUndefined();
	expect(received(scene.sandbox).map(({ parts }) => parts!.at(-1))).toMatchObject([
		{ fileName: 'file.pdf', contentType: 'application/pdf', sha256: sha256(PDF) },
		{ fileName: 'file', contentType: 'application/octet-stream', sha256: sha256(PDF) },
	]);
});

test.each([
	['image/png', 'auto', 'image'],
	['video/mp4', 'auto', 'video'],
	['video/3gpp', 'auto', 'video'],
	['application/pdf', 'auto', 'document'],
	['text/plain', 'auto', 'document'],
	...['document', 'none', 'text'].map((chosen) => ['image/png', chosen, chosen]),
])(
	"a file of type %s with 'Header Type' at %s is sent as %s",
	async (mimeType, headerType, sent) => {
		const item = await itemWithFile(PDF, 'file', mimeType!);
		const execution = await scene.run(
			{ ...parameters, options: { checkVariables: false, headerType } },
			[item],
		);
		expect(execution.error).toBeUndefined();
		expect(scene.sandbox.requests[0]!.parts).toMatchObject([
			...[{ name: 'template_id' }, { name: 'channel_id' }, { name: 'customer_phone' }],
			...[{ name: 'header_type', value: sent }, { name: 'file' }],
		]);
	},
);

test.each<[fileName: string, mimeType: string, header: string, contentType: string]>([
	['photo.jpg', 'application/octet-stream', 'image', 'image/jpeg'],
	['PHOTO.JPEG', 'binary/octet-stream', 'image', 'image/jpeg'],
	['photo.png', 'application/force-download', 'image', 'image/png'],
	...['application/x-download', 'application/download; a=b', 'application/binary'].map(
		(says): [string, string, string, string] => [
			'invoice.pdf',
			says,
			'document',
			'application/pdf',
		],
	),
	['clip.3gp', 'application/x-binary', 'video', 'video/3gpp'],
	['photo.jpg', 'Unknown/Unknown', 'image', 'image/jpeg'],
	['clip.mp4', '', 'video', 'video/mp4'],
	['invoice 1.5.pdf', 'Application/Octet-Stream; charset=binary', 'document', 'application/pdf'],
	['photo.jpg.exe', 'application/octet-stream', 'document', 'application/octet-stream'],
	['file.constructor', 'binary/octet-stream', 'document', 'application/octet-stream'],
	['png', 'application/octet-stream', 'document', 'application/octet-stream'],
	// A type that says something counts, whatever the name.
	['photo.jpg', 'application/pdf', 'document', 'application/pdf'],
	['photo.jpg', 'application/octet-stream-like', 'document', 'application/octet-stream-like'],
	['photo.jpg', 'application/downloads', 'document', 'application/downloads'],
])('%s of the type %j is sent as %s, as %s', async (fileName, mimeType, header, contentType) => {
	const options = { checkVariables: false };
	const item = await itemWithFile(PDF, fileName, mimeType);
	const execution = await scene.run({ ...parameters, options }, [item]);
	expect(execution.error).toBeUndefined();
	const { parts } = scene.sandbox.requests[0]!;
	expect(parts!.find(({ name }) => name === 'header_type')).toMatchObject({ value: header });
	expect(fileParts()).toMatchObject([{ fileName, contentType }]);
});

test.each([
	['image', '102', {}],
	['video', '106', {}],
	['document', '103', {}],
	['image', '102', { mimeType: 'application/x-download', fileExtension: 'bin' }],
])(
	"'Header Type' says what a file of an unknown type is: %s",
	async (headerType, templateId, about) => {
		const unknown = await scene.engine.storeBinary(PDF, 'photo', 'application/octet-stream');
		const item = { json: { phone }, binary: { data: { ...unknown, ...about } } };
		const send = { ...parameters, templateId };
		const { error } = await scene.run({ ...send, options: { checkVariables: false, headerType } }, [
			item,
		]);
		expect(error).toBeUndefined();
		expect(fileParts()).toMatchObject([
			{ fileName: 'photo', contentType: 'application/octet-stream' },
		]);
		const { parts } = scene.sandbox.requests[0]!;
		expect(parts!.find(({ name }) => name === 'header_type')).toMatchObject({ value: headerType });
	},
);

test('a file of an unknown type counts as a document, and the error says how to change that', async () => {
	const item = await itemWithFile(PDF, 'photo', 'application/octet-stream');
	const { error } = await scene.run(
		{ ...parameters, templateId: '102', options: { checkVariables: true } },
		[item],
	);
	expect(error?.message).toContain(
		"the type of 'photo' is not known, so it counts as a document unless 'Header Type' says otherwise, and the template shows an image",
	);
	expect(fileParts()).toEqual([]);
});

test.each([
	// From an address that ends in the invoice's number.
	['1001', 'pdf', '1001.pdf'],
	['Invoice 2026.11', 'pdf', 'Invoice 2026.11.pdf'],
	['Invoice.PDF', 'pdf', 'Invoice.PDF'],
	['photo.jpeg', 'jpg', 'photo.jpeg'],
	['notes', undefined, 'notes'],
	['notes', 'bin', 'notes'],
	['Rechnung%20Gr%C3%B6%C3%9Fe.pdf', 'pdf', 'Rechnung Größe.pdf'],
	['%E8%AB%8B%E6%B1%82%E6%9B%B8', 'pdf', '請求書.pdf'],
	// What is no name is left as it is.
	['50% off.pdf', 'pdf', '50% off.pdf'],
	['M%E4rz.pdf', 'pdf', 'M%E4rz.pdf'],
	['a%2Fb.pdf', 'pdf', 'a%2Fb.pdf'],
	['a%0D%0AX-Evil: 1.pdf', 'pdf', 'a%0D%0AX-Evil: 1.pdf'],
	['%20', 'pdf', '%20.pdf'],
])('the file %j with the ending %j is called %j', async (fileName, fileExtension, called) => {
	const stored = await scene.engine.storeBinary(PDF, 'any', 'application/pdf');
	const data = { ...stored, fileName, fileExtension };
	const { error } = await scene.run(parameters, [{ json: { phone }, binary: { data } }]);
	expect(error).toBeUndefined();
	expect(fileParts()).toMatchObject([{ fileName: called, contentType: 'application/pdf' }]);
});

test.each(MODES)('a file of 0 bytes keeps all from being sent, in mode %s', async (mode) => {
	await scene.engine.setBinaryDataMode(mode);
	const { error } = await scene.run(parameters, [
		await itemWithFile(PDF, 'invoice.pdf', 'application/pdf'),
		await itemWithFile(Buffer.alloc(0), 'empty.pdf', 'application/pdf'),
	]);
	expect(error?.message).toContain(
		"'Input Data Field Name' has the file 'empty.pdf', which is empty: it has 0 bytes",
	);
	expect(scene.sandbox.requests.map(({ operation }) => operation)).not.toContain(
		'template.sendWithFile',
	);
});

test('the field name may be an expression, also one that points at the file', async () => {
	const binary = {
		picture: await scene.engine.storeBinary(PDF, 'wrong.png', 'image/png'),
		invoice: await scene.engine.storeBinary(PDF, 'right.pdf', 'application/pdf'),
	};
	for (const binaryPropertyName of ['={{ $json.field }}', '={{ $binary.invoice }}']) {
		scene.sandbox.reset();
		const execution = await scene.run({ ...parameters, binaryPropertyName }, [
			{ json: { phone, field: 'invoice' }, binary },
		]);
		expect(execution.error).toBeUndefined();
		expect(fileParts().map(({ fileName }) => fileName)).toEqual(['right.pdf']);
	}
});

test('an item that has no file is named once', async () => {
	const item = await itemWithFile(PDF, 'invoice.pdf', 'application/pdf');
	const { error } = await scene.run(parameters, [item, { json: item.json }]);
	expect(error?.message).toMatch(/'data', but none was found \[item 1, …0101\]$/);
});

describe('a file that n8n no longer has when its turn comes', () => {
	const refused = { code: 'ECONNREFUSED', syscall: 'connect' };
	const gone = { code: 'ENOENT', syscall: 'open' };

	const failing = (error: object) => Object.assign(new Error('The storage failed'), error);

	test.each([
		['getAsStream', refused],
		['getMetadata', gone],
	] as const)('fails without a request, and is named (%s)', async (method, error) => {
		const binaryData = Container.get(BinaryDataService);
		jest.spyOn(binaryData, method).mockRejectedValue(failing(error));
		const item = await itemWithFile(PDF, 'invoice.pdf', 'application/pdf');
		const execution = await scene.run(parameters, [item], continuing);

		expect(scene.sandbox.requests).toEqual([]);
		expect(execution.items(NODE_NAME)[0]!.json).toEqual({
			error: "n8n could not open the file 'invoice.pdf' in 'Input Data Field Name'",
			message:
				"n8n could not open the file 'invoice.pdf' in 'Input Data Field Name'. The message was not sent. Check the storage in which n8n keeps files. If the file was deleted there, run the workflow again from the node that gets it.",
			details: { status: 'failed', recipient: phone },
		});
	});

	test('holds back no other with the same key', async () => {
		const binaryData = Container.get(BinaryDataService);
		jest.spyOn(binaryData, 'getAsStream').mockRejectedValueOnce(failing(refused));
		const item = await itemWithFile(PDF, 'invoice.pdf', 'application/pdf');
		const keyed = { ...parameters, messageKey: 'invoice-1001' };
		const execution = await scene.run(keyed, [item, item, item], continuing);

		const became = execution.items(NODE_NAME).map(({ json }) => json.error ?? json.reason);
		expect(became).toEqual([expect.stringContaining('could not open'), undefined, 'sameKey']);
		expect(scene.sandbox.accepted).toHaveLength(1);
	});

	test('whose storage goes away at its first byte is unknown, as the request has begun', async () => {
		const broken = new Readable({
			read() {
				this.destroy(failing(refused));
			},
		});
		const binaryData = Container.get(BinaryDataService);
		jest.spyOn(binaryData, 'getAsStream').mockResolvedValue(broken);
		const item = await itemWithFile(PDF, 'invoice.pdf', 'application/pdf');
		const { error } = await scene.run(parameters, [item]);

		expect(error?.message).toMatch(/^Outcome unknown, .* n8n could not read all of the file/);
		expect(scene.sandbox.accepted).toEqual([]);
	});
});

describe('a large file', () => {
	const size = 48 * 1024 * 1024;

	/** Counts what is read of n8n's files from now on, and keeps the streams. */
	function watchReading() {
		const binaryData = Container.get(BinaryDataService);
		const original = binaryData.getAsStream.bind(binaryData);
		const watched = { bytes: 0, streams: [] as Readable[] };
		jest.spyOn(binaryData, 'getAsStream').mockImplementation(async (...given) => {
			const stream = await original(...given);
			watched.streams.push(stream);
			const push = stream.push.bind(stream);
			stream.push = (chunk: Buffer | null, ...more) => {
				watched.bytes += chunk?.length ?? 0;
				return push(chunk, ...more);
			};
			return stream;
		});
		return watched;
	}

	async function untilClosed(streams: Readable[]): Promise<void> {
		for (let turns = 0; turns < 10_000 && !streams.every(({ closed }) => closed); turns++)
			await turn();
	}

	/** Sends a file of that size to a server, and returns how the execution ended. */
	async function upload(
		answer: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>,
	): Promise<Execution> {
		const server = createServer(answer);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const credentials = scene.credentials({ baseUrl });
		const item = await itemWithFile(Buffer.alloc(size), 'large.pdf', 'application/pdf');
		try {
			return await scene.run(parameters, [item], {}, { credentials });
		} finally {
			server.close();
			server.closeAllConnections();
		}
	}

	test('has a second more for every 100 kB before the time, which may be a fraction, is up', async () => {
		scene.sandbox.faults.add({ fault: { kind: 'slow', milliseconds: 3000 } });
		const item = await itemWithFile(Buffer.alloc(1_000_000), 'large.pdf', 'application/pdf');
		const options = { checkVariables: false, timeout: 1.2 };
		const execution = await scene.run({ ...parameters, options }, [item]);
		expect(execution.error).toBeUndefined();
	});

	test('is on its way before it has been read to its end', async () => {
		const watched = watchReading();
		let readAtArrival = Number.NaN;
		let length = 0;
		const execution = await upload(async (incoming, outgoing) => {
			readAtArrival = watched.bytes;
			for await (const chunk of incoming) length += (chunk as Buffer).length;
			outgoing
				.setHeader('content-type', 'application/json')
				.end('{"success":true,"data":{"status":"ongoing"}}');
		});
		expect(execution.error).toBeUndefined();
		expect(readAtArrival).toBeLessThan(size / 2);
		expect(watched.bytes).toBe(size);
		expect(length).toBeGreaterThan(size);
		await untilClosed(watched.streams);
		expect(watched.streams.map(({ closed }) => closed)).toEqual([true]);
	});

	test('is not left open when the connection breaks in the middle', async () => {
		const watched = watchReading();
		const execution = await upload(async (incoming) => {
			// The request's head arrives before its file is opened and read.
			while (watched.bytes === 0) await turn();
			incoming.once('data', () => incoming.socket.resetAndDestroy());
		});
		expect(execution.status).toBe('error');
		await untilClosed(watched.streams);
		expect(watched.bytes).toBeLessThan(size);
		expect(watched.streams.map(({ closed }) => closed)).toEqual([true]);
	});
});
