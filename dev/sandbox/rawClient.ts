import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { startSandbox, type Sandbox } from './sandbox';

/** What came back over the wire, whole or not. */
export interface RawAnswer {
	status?: number;
	headers: IncomingHttpHeaders;
	/** what arrived of the body */
	text: string;
	/** the code of the error that ended it */
	error?: string;
}

/** Starts a sandbox for the tests of a file, and empties it before each. */
export function useSandbox(): Sandbox {
	const sandbox = {} as Sandbox;
	beforeAll(async () => void Object.setPrototypeOf(sandbox, await startSandbox()));
	beforeEach(() => sandbox.reset());
	afterAll(async () => await sandbox.stop());
	return sandbox;
}

export const paths = {
	send: '/stable/open/whatsapp/send-template-message',
	sendWithFile: '/stable/open/whatsapp/send-template',
	sendText: '/stable/open/customers/send-text-message',
	sendAttachment: '/stable/open/customers/send-attachment-message',
	get: '/stable/open/whatsapp/get-template-detail',
	getAll: '/stable/open/whatsapp/get-platform-list',
};

export const phone = '+12025550123';

/** A template message the sandbox accepts. */
export const templateMessage = {
	template_id: '101',
	channel_id: '11',
	customer_phone: phone,
	attributes: { '1': 'A-1', '2': 'Customer 1', '3': 'Friday' },
};

/** The path with the sandbox's key, and what else belongs into the query. */
export function withKey(
	sandbox: Sandbox,
	path: string,
	query: Record<string, string> = {},
): string {
	return `${path}?${new URLSearchParams({ api_key: sandbox.apiKey, ...query }).toString()}`;
}

/** Sends a request with nothing added by a client library, on a new connection; `answer` fills as it arrives. */
export async function exchange(
	{ baseUrl, certificate }: Sandbox,
	method: string,
	path: string,
	body: string | Buffer = '',
	{
		answer = { headers: {}, text: '' },
		...options
	}: RequestOptions & { ca?: string; answer?: RawAnswer } = {},
): Promise<RawAnswer> {
	const open = baseUrl.startsWith('https:') ? httpsRequest : httpRequest;
	return await new Promise((resolve) => {
		const fail = ({ code, message }: NodeJS.ErrnoException) =>
			resolve({ ...answer, error: code ?? message });
		open(baseUrl + path, { method, agent: false, ca: certificate, ...options }, (incoming) => {
			answer.status = incoming.statusCode;
			answer.headers = incoming.headers;
			incoming.setEncoding('utf8');
			incoming.on('data', (chunk: string) => (answer.text += chunk));
			incoming.on('error', fail);
			incoming.on('end', () => resolve(answer));
		})
			.on('error', fail)
			.end(body);
	});
}

/** Posts JSON with the sandbox's key. */
export async function post(
	sandbox: Sandbox,
	path: string,
	body: unknown,
	options: Parameters<typeof exchange>[4] = {},
): Promise<RawAnswer> {
	return await exchange(sandbox, 'POST', withKey(sandbox, path), JSON.stringify(body), {
		headers: { 'Content-Type': 'application/json' },
		...options,
	});
}

/** Gets with the sandbox's key. */
export async function get(
	sandbox: Sandbox,
	path: string,
	query?: Record<string, string>,
): Promise<RawAnswer> {
	return await exchange(sandbox, 'GET', withKey(sandbox, path, query));
}

/** One part as it goes over the wire; `disposition` replaces what is made of name and file name. */
export interface Part {
	name: string;
	content: string | Buffer;
	fileName?: string;
	contentType?: string;
	disposition?: string;
}

/** Posts parts with the sandbox's key. */
export async function postParts(
	sandbox: Sandbox,
	parts: readonly Part[],
	path = paths.sendWithFile,
): Promise<RawAnswer> {
	const pieces = parts.flatMap(({ name, content, fileName, contentType, disposition }) => {
		const file = fileName === undefined ? '' : `; filename="${fileName}"`;
		const head = `Content-Disposition: form-data; ${disposition ?? `name="${name}"${file}`}`;
		return [
			`--boundary\r\n${head}\r\nContent-Type: ${contentType ?? 'text/plain'}\r\n\r\n`,
			...[content, '\r\n'],
		];
	});
	const body = Buffer.concat(
		[...pieces, '--boundary--\r\n'].map((piece) => Buffer.from(piece as string)),
	);
	return await exchange(sandbox, 'POST', withKey(sandbox, path), body, {
		headers: { 'Content-Type': 'multipart/form-data; boundary=boundary' },
	});
}

/** The parts of a file send the sandbox accepts. */
export const fileParts: readonly Part[] = [
	{ name: 'template_id', content: '103' },
	{ name: 'channel_id', content: '14' },
	{ name: 'customer_phone', content: phone },
	{ name: 'header_type', content: 'document' },
	{
		name: 'body_vars',
		content: '{"1":"Customer 1","2":"2031","3":"48.20","4":"1 March","5":"+12025550112"}',
	},
	{
		name: 'file',
		content: '%PDF-1.4 invoice',
		fileName: 'invoice.pdf',
		contentType: 'application/pdf',
	},
];
