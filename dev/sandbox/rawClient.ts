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
	getTemplates: '/stable/open/whatsapp/get-template-list',
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
export function withKey({ apiKey }: Sandbox, path: string, query?: object): string {
	return `${path}?${new URLSearchParams({ api_key: apiKey, ...query }).toString()}`;
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
	const headers = { 'Content-Type': 'application/json' };
	const text = JSON.stringify(body);
	return await exchange(sandbox, 'POST', withKey(sandbox, path), text, { headers, ...options });
}

/** Gets with the sandbox's key. */
export async function get(sandbox: Sandbox, path: string, query?: object): Promise<RawAnswer> {
	return await exchange(sandbox, 'GET', withKey(sandbox, path, query));
}

/** One part as it goes over the wire. */
export interface Part {
	name: string;
	content: string | Buffer;
	fileName?: string;
	contentType?: string;
}

/** Posts parts with the sandbox's key. */
export async function postParts(
	sandbox: Sandbox,
	parts: readonly Part[],
	path = paths.sendWithFile,
): Promise<RawAnswer> {
	const form = new FormData();
	for (const { name, content, fileName, contentType: type } of parts)
		if (fileName === undefined) form.append(name, content as string);
		else form.append(name, new Blob([content], { type }), fileName);
	const encoded = new Response(form);
	const body = Buffer.from(await encoded.arrayBuffer());
	const headers = { 'Content-Type': encoded.headers.get('content-type')! };
	return await exchange(sandbox, 'POST', withKey(sandbox, path), body, { headers });
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
		...{ name: 'file', fileName: 'invoice.pdf', contentType: 'application/pdf' },
		content: '%PDF-1.4 invoice',
	},
];
