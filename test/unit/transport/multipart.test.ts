import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';

import busboy from 'busboy';
import ReferenceForm from 'form-data';

import { MultipartBody, type FilePart } from '../../../nodes/CustomerMessaging/transport/multipart';

interface HttpClient {
	post(
		url: string,
		body: unknown,
		options: { maxRedirects: number; validateStatus: null },
	): Promise<{ status: number }>;
}

/** The HTTP client that n8n itself uses, found where n8n finds it. */
const client = (createRequire(require.resolve('n8n-core'))('axios') as { default: HttpClient })
	.default;

interface ReceivedFile {
	name: string;
	fileName: string | undefined;
	mimeType: string;
	content: string;
}

interface Received {
	headers: IncomingMessage['headers'];
	bytes: Buffer;
	fields: Array<[string, string]>;
	files: ReceivedFile[];
}

let server: Server;
let address: string;
let received: Received[] = [];

beforeAll(async () => {
	server = createServer((request, response) => {
		void receive(request).then((body) => {
			received.push(body);
			response.end('{}');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => await new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
	received = [];
});

async function receive(request: IncomingMessage): Promise<Received> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const bytes = Buffer.concat(chunks);
	const fields: Received['fields'] = [];
	const files: ReceivedFile[] = [];
	const parser = busboy({ headers: request.headers, preservePath: true, defParamCharset: 'utf8' });
	parser.on('field', (name, value) => fields.push([name, value]));
	parser.on('file', (name, stream, { filename, mimeType }) => {
		const content: Buffer[] = [];
		stream.on('data', (chunk: Buffer) => content.push(chunk));
		stream.on('end', () =>
			files.push({
				name,
				fileName: filename ?? '',
				mimeType,
				content: Buffer.concat(content).toString('latin1'),
			}),
		);
	});
	await new Promise((resolve, reject) =>
		parser.on('close', resolve).on('error', reject).end(bytes),
	);
	return { headers: request.headers, bytes, fields, files };
}

async function post(body: unknown): Promise<Received> {
	await client.post(address, body, { maxRedirects: 0, validateStatus: null });
	return received.at(-1)!;
}

function file(
	content: Buffer,
	{ fileName, mimeType }: { fileName: string; mimeType: string },
): FilePart {
	return {
		fileName,
		mimeType,
		size: content.length,
		async *content() {
			for (let start = 0; start < content.length; start += 7)
				yield await Promise.resolve(content.subarray(start, start + 7));
		},
	};
}

const BYTES = Buffer.from('%PDF-1.7\r\n--boundary\r\n\u0000\u00ff\r\n', 'latin1');

const TEXTS: Array<[name: string, value: string]> = [
	['template_id', '2001'],
	['customer_phone', '+12025550123'],
	['body_vars', '{"1":"Zoë \\"Z\\" 🙂","2":"two\\nlines","3":"مرحبا"}'],
];

const FILE_NAMES = [
	'invoice.pdf',
	'invoice for march.pdf',
	'Rechnung März – Größe.pdf',
	'请款单.pdf',
	'فاتورة.pdf',
	'🧾.pdf',
	'a "quoted" name.pdf',
	"it's; filename=other.pdf",
	'two\r\nlines.pdf',
	'\r\nX-Injected: yes\r\n\r\n.pdf',
	'100%.pdf',
	'%22.pdf',
	'no-extension',
	'.hidden',
	'tab\tname.pdf',
	`${'long'.repeat(60)}.pdf`,
];

function withoutBoundary({ headers, bytes }: Received): string {
	const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')![1]!;
	return bytes.toString('latin1').replaceAll(boundary, 'BOUNDARY');
}

describe.each(FILE_NAMES)('a file named %j', (fileName) => {
	async function sent(): Promise<Received> {
		const body = new MultipartBody();
		for (const [name, value] of TEXTS) body.append(name, value);
		body.appendFile('file', file(BYTES, { fileName, mimeType: 'application/pdf' }));
		return await post(body);
	}

	test('arrives as the reference encoder sends it, byte for byte', async () => {
		const reference = new ReferenceForm();
		for (const [name, value] of TEXTS) reference.append(name, value);
		reference.append('file', BYTES, { filename: fileName, contentType: 'application/pdf' });
		const expected = await post(reference);

		expect(withoutBoundary(await sent())).toBe(withoutBoundary(expected));
	});

	test('is read by a parser with its name, type and bytes, beside the other parts', async () => {
		const { fields, files, headers, bytes } = await sent();
		expect(fields).toEqual(TEXTS);
		// A line break or a quote cannot stand in a header: as browsers do, they are percent-encoded.
		const name = fileName.replace(/[\r\n"]/g, (sign) => encodeURIComponent(sign));
		expect(files).toEqual([
			{
				name: 'file',
				fileName: name,
				mimeType: 'application/pdf',
				content: BYTES.toString('latin1'),
			},
		]);
		expect(headers['content-length']).toBe(String(bytes.length));
		expect(headers['transfer-encoding']).toBeUndefined();
	});
});

test('a MIME type cannot add a header', async () => {
	const body = new MultipartBody();
	body.appendFile(
		'file',
		file(BYTES, { fileName: 'a.pdf', mimeType: 'application/pdf\r\nX-Injected: yes' }),
	);
	expect((await post(body)).bytes.toString('latin1')).not.toContain('\r\nX-Injected');
});

test('a form without a file has only its text parts', async () => {
	const body = new MultipartBody();
	for (const [name, value] of TEXTS) body.append(name, value);
	const { fields, files, headers } = await post(body);
	expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
	expect(fields).toEqual(TEXTS);
	expect(files).toEqual([]);
});

test('the bytes of a file are asked for only while the form is sent', async () => {
	let opened = 0;
	const content = file(BYTES, { fileName: 'a.pdf', mimeType: 'application/pdf' });
	const body = new MultipartBody();
	body.appendFile('file', {
		...content,
		content(released) {
			opened++;
			return content.content(released);
		},
	});
	expect(opened).toBe(0);
	await post(body);
	expect(opened).toBe(1);
});

test('it tells the bytes of its files, and that it can be sent only once', () => {
	const body = new MultipartBody();
	body.append('template_id', '2001');
	expect(body.fileSize).toBe(0);
	body.appendFile('file', file(BYTES, { fileName: 'a.pdf', mimeType: 'application/pdf' }));
	body.appendFile('other', file(BYTES, { fileName: 'b.pdf', mimeType: 'application/pdf' }));
	expect(body.fileSize).toBe(2 * BYTES.length);
	expect(Object.prototype.toString.call(body)).toBe('[object FormData]');
	expect(body.getHeaders()).toEqual({});
	expect([...body].map(([name]) => name)).toEqual(['template_id', 'file', 'other']);
});

test('it lets go of its files when it is released', () => {
	const signals: AbortSignal[] = [];
	const body = new MultipartBody();
	body.appendFile('file', {
		...file(BYTES, { fileName: 'a.pdf', mimeType: 'application/pdf' }),
		async *content(released) {
			signals.push(released);
			yield await Promise.resolve(BYTES);
		},
	});
	const part = [...body][0]![1] as { stream(): AsyncIterable<Uint8Array> };
	void part.stream()[Symbol.asyncIterator]().next();
	expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
	body.release();
	expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
