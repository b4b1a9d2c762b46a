import { Readable } from 'node:stream';

import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { MultipartBody } from '../../../nodes/CustomerMessaging/transport/multipart';
import { openService, type Service, type ServiceRequest } from '../../../nodes/CustomerMessaging/transport/service';
import { executeContext, type ContextSetup } from '../doubles/executeContext';

const KEY = 'secret/key';
const CREDENTIAL = { baseUrl: 'https://hub.example.com/', apiKey: KEY };
const REQUEST: ServiceRequest = { method: 'POST', path: '/stable/open/x', answer: 'object', body: { text: 'Hello' } };

interface Response {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

interface Helper {
	credentialType: string;
	options: IHttpRequestOptions;
	more: IDataObject;
}

/** Opens the service over an HTTP helper that answers as the test says, and notes what it was asked. */
async function open(answer: () => Promise<Response>, setup: ContextSetup = {}): Promise<{ service: Service; asked: Helper[] }> {
	const asked: Helper[] = [];
	const { context } = executeContext({
		credential: CREDENTIAL,
		...setup,
		helpers: {
			async httpRequestWithAuthentication(credentialType: string, options: IHttpRequestOptions, more: IDataObject) {
				asked.push({ credentialType, options: { ...options, qs: { ...options.qs } }, more });
				// The credential signs the very object that it is given.
				options.qs = { ...options.qs, api_key: KEY };
				return await answer();
			},
		},
	});
	return { service: await openService(context), asked };
}

const answering = (body: unknown, statusCode = 200) => async (): Promise<Response> =>
	await Promise.resolve({ statusCode, headers: { 'content-type': 'application/json' }, body });

const stream = (...chunks: string[]): Readable => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

afterEach(() => jest.restoreAllMocks());

describe('opening', () => {
	test('gives the address and the usual names of the template lookup', async () => {
		const { service } = await open(answering('{}'));
		expect(service.address).toBe('https://hub.example.com');
		expect(service.templateLookup).toEqual({ platformIdParameter: 'platform_id', templateIdParameter: 'template_id' });
		expect(service.redact(`?api_key=${encodeURIComponent(KEY)}`)).toBe('?api_key=***');
	});

	test.each<[fields: IDataObject, names: [string, string]]>([
		[{ customTemplateLookup: true, platformIdParameter: 'channel', templateIdParameter: ' tpl ' }, ['channel', 'tpl']],
		[{ customTemplateLookup: true, platformIdParameter: ' ', templateIdParameter: '' }, ['platform_id', 'template_id']],
		[{ customTemplateLookup: false, platformIdParameter: 'channel', templateIdParameter: 'tpl' }, ['platform_id', 'template_id']],
		[{ platformIdParameter: 'channel' }, ['platform_id', 'template_id']],
	])('takes the names of the lookup from %j', async (fields, [platformIdParameter, templateIdParameter]) => {
		const { service } = await open(answering('{}'), { credential: { ...CREDENTIAL, ...fields } });
		expect(service.templateLookup).toEqual({ platformIdParameter, templateIdParameter });
	});

	test.each<[credential: IDataObject, message: RegExp]>([
		[{ baseUrl: 'http://hub.example.com', apiKey: KEY }, /unencrypted.*\.$/],
		[{ apiKey: KEY }, /^'Base URL' is empty.*\.$/],
		[{ baseUrl: 'https://hub.example.com', apiKey: '' }, /^The credential's 'API Key' is empty\.$/],
		[{ baseUrl: 'https://hub.example.com' }, /^The credential's 'API Key' is empty\.$/],
	])('refuses a credential that cannot be used: %j', async (credential, message) => {
		await expect(open(answering('{}'), { credential })).rejects.toThrow(message);
	});
});

test('connections that have closed are not left to pile up in memory, whatever came of their requests', async () => {
	const { service } = await open(answering('{}'));
	const { service: away } = await open(async () => await Promise.reject(new Error('socket hang up')));
	const asked = jest.spyOn(globalThis, 'ArrayBuffer');
	const large = (): number => (asked.mock.calls as unknown as Array<[number]>).filter(([size]) => size > 64 * 1024 * 1024).length;
	for (let count = 0; count < 2000; count++) {
		await service.request(REQUEST);
		await away.request(REQUEST);
	}
	expect(large()).toBe(1);
});

describe('a request', () => {
	test('leaves once, follows nothing, and is not sent again by n8n', async () => {
		const { service, asked } = await open(answering(stream('{"id":', '"a"}')));
		expect(await service.request({ ...REQUEST, query: { a: '1' } }, 7)).toEqual({ ok: true, body: { id: 'a' } });
		expect(asked).toHaveLength(1);
		expect(asked[0]!.credentialType).toBe('customerMessagingApi');
		expect(asked[0]!.options).toMatchObject({
			method: 'POST',
			url: 'https://hub.example.com/stable/open/x',
			qs: { a: '1' },
			body: { text: 'Hello' },
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: 7000,
		});
		// The credential is fetched once, for all requests.
		expect(asked[0]!.more).toMatchObject({ credentialsDecrypted: { data: CREDENTIAL } });
	});

	test('is made of new objects each time, so that the key of one is in no other', async () => {
		const { service, asked } = await open(answering('{"id":"a"}'));
		const request: ServiceRequest = { ...REQUEST, query: { a: '1' } };
		await service.request(request);
		await service.request(request);
		expect(request.query).toEqual({ a: '1' });
		expect(asked.map(({ options }) => options.qs)).toEqual([{ a: '1' }, { a: '1' }]);
		expect(asked[0]!.options.timeout).toBe(60_000);
	});

	test('with a file has more time by its size, and lets go of the file however it ends', async () => {
		const forms: MultipartBody[] = [];
		const released = jest.spyOn(MultipartBody.prototype, 'release');
		const form = (): MultipartBody => {
			const body = new MultipartBody();
			body.appendFile('file', { fileName: 'a', mimeType: 'a/b', size: 1_000_000, async *content() {} });
			forms.push(body);
			return body;
		};
		const request: ServiceRequest = { ...REQUEST, body: undefined, form };
		const well = await open(answering('{"success":true}'));
		await well.service.request(request, 5);
		expect(well.asked[0]!.options.timeout).toBe(15_000);
		expect(well.asked[0]!.options.body).toBe(forms[0]);

		const badly = await open(async () => await Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' })));
		await badly.service.request(request, 5);
		await badly.service.request(request, 5);
		expect(new Set(forms).size).toBe(3);
		expect(released).toHaveBeenCalledTimes(3);
	});
});

describe('an answer', () => {
	test('of any size does not fill the memory', async () => {
		let given = 0;
		const endless = Readable.from(
			(function* () {
				for (; given < 1000; given++) yield Buffer.alloc(1024 * 1024, ' ');
			})(),
		);
		const { service } = await open(answering(endless));
		expect(await service.request(REQUEST)).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
		expect(given).toBeLessThan(50);
		expect(endless.destroyed).toBe(true);
	});

	test('is taken whole once one was as short as they are, until one is not', async () => {
		const short = Buffer.from('{"id":"a"}');
		const long = Buffer.alloc(5 * 1024 * 1024, ' ');
		const bodies: unknown[] = [stream('{"id":"a"}'), short, long, stream('{"id":"a"}'), short];
		const { service, asked } = await open(async () => await answering(bodies.shift())());

		const results = [];
		for (let index = 0; index < 5; index++) results.push(await service.request(REQUEST));

		expect(asked.map(({ options }) => options.encoding)).toEqual(['stream', 'arraybuffer', 'arraybuffer', 'stream', 'arraybuffer']);
		const sent = { ok: true, body: { id: 'a' } };
		expect(results).toEqual([sent, sent, expect.objectContaining({ ok: false }), sent, sent]);
		expect(results[2]).toMatchObject({ failure: { kind: 'unreadable', message: expect.stringContaining('far more text') } });
	});

	test.each([
		['in a buffer of its own', Buffer.from('{"text":"Grüße 🙂"}')],
		['in a part of another one', new Uint8Array(Buffer.from('..{"text":"Grüße 🙂"}..')).subarray(2, -2)],
	])('is read %s', async (_where, bytes) => {
		const { service } = await open(answering(bytes));
		expect(await service.request(REQUEST)).toEqual({ ok: true, body: { text: 'Grüße 🙂' } });
	});

	test('that breaks off leaves the outcome open', async () => {
		const broken = Readable.from(
			(function* () {
				yield Buffer.from('{"id":');
				throw new Error('aborted');
			})(),
		);
		const { service } = await open(answering(broken));
		expect(await service.request(REQUEST)).toMatchObject({ ok: false, failure: { kind: 'noAnswer' } });
	});

	test('that breaks off as the execution is cancelled says so', async () => {
		const broken = Readable.from(
			(function* () {
				yield Buffer.from('{"id":');
				throw new Error('aborted');
			})(),
		);
		const { service } = await open(answering(broken), { cancelSignal: AbortSignal.abort() });
		expect(await service.request(REQUEST)).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
	});

	test('that trickles in past the limit is a timeout', async () => {
		jest.useFakeTimers({ now: 0 });
		try {
			const slow = Readable.from(
				(function* () {
					yield Buffer.from('{"id":');
					jest.setSystemTime(61_000);
					yield Buffer.from('"a"}');
				})(),
			);
			const { service } = await open(answering(slow));
			const { failure } = (await service.request(REQUEST)) as { failure: { kind: string; message: string } };
			expect(failure).toMatchObject({ kind: 'noAnswer', message: 'The service did not answer within 60 seconds' });
		} finally {
			jest.useRealTimers();
		}
	});

	test('keeps characters whole that two chunks share', async () => {
		const bytes = Buffer.from('{"text":"Grüße 🙂"}');
		const { service } = await open(answering(Readable.from(Array.from(bytes, (byte) => Buffer.from([byte])))));
		expect(await service.request(REQUEST)).toEqual({ ok: true, body: { text: 'Grüße 🙂' } });
	});
});

test.each<[name: string, answer: () => Promise<Response>]>([
	['a success', answering(`{"url":"?api_key=${KEY}"}`)],
	['a refusal', answering(`{"error":"?api_key=${encodeURIComponent(KEY)}","code":"${KEY}"}`, 400)],
	['an unauthorized', answering(`{"detail":"the key ${KEY} is wrong"}`, 401)],
	['a web page', answering(`<html><title>${KEY}</title>`, 502)],
	[
		'a thrown error',
		async () =>
			await Promise.reject(Object.assign(new Error(`GET https://hub.example.com/?api_key=${KEY}`), { code: KEY, config: { qs: KEY } })),
	],
])('the key is not in what comes of %s', async (_name, answer) => {
	const { service } = await open(answer);
	const result = JSON.stringify(await service.request(REQUEST));
	expect(result).not.toContain(KEY);
	expect(result).not.toContain(encodeURIComponent(KEY));
});
