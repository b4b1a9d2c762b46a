import { X509Certificate } from 'node:crypto';
import {
	type Fault,
	type ReceivedRequest,
	type Sandbox,
	type SandboxOptions,
	startSandbox,
} from './sandbox';
import {
	exchange,
	fileParts,
	get,
	paths,
	phone,
	post,
	postParts,
	templateMessage,
	withKey,
} from './rawClient';

const running: Sandbox[] = [];

async function start(options?: SandboxOptions): Promise<Sandbox> {
	const sandbox = await startSandbox(options);
	running.push(sandbox);
	return sandbox;
}

afterEach(async () => {
	for (const sandbox of running.splice(0)) await sandbox.kill();
});

async function until(isSo: () => boolean) {
	while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

describe('startSandbox', () => {
	test('takes a key and a port, and makes a key of its own for each start', async () => {
		const one = await start();
		const two = await start();
		expect(one.apiKey).not.toBe(two.apiKey);
		expect(one.apiKey.length).toBeGreaterThanOrEqual(32);
		expect(one.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		expect(one.inboxUrl).toBe(`${one.baseUrl}/inbox`);
		expect(one.certificate).toBeUndefined();
		const port = Number(new URL(one.baseUrl).port);
		await expect(startSandbox({ port })).rejects.toThrow('EADDRINUSE');
		await one.stop();
		const again = await start({ port, apiKey: 'key & more+%20' });
		expect(again.baseUrl).toBe(one.baseUrl);
		expect((await get(again, paths.getAll)).status).toBe(200);
	});

	test('serves HTTPS with a certificate for the address it is at, and resets there too', async () => {
		const sandbox = await start({ tls: true });
		expect(sandbox.baseUrl).toMatch(/^https:/);
		const certificate = new X509Certificate(sandbox.certificate!);
		expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
		expect(certificate.checkHost('localhost')).toBe('localhost');
		expect((await post(sandbox, paths.send, templateMessage)).status).toBe(200);
		const distrustful = await exchange(
			sandbox,
			'GET',
			withKey(sandbox, paths.getAll),
			undefined,
			{},
			{ ca: undefined },
		);
		expect(distrustful.error).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
		for (const kind of ['resetBeforeBody', 'resetAfterBody'] as const) {
			sandbox.faults.add({ fault: { kind }, times: 1 });
			expect((await post(sandbox, paths.send, templateMessage)).error).toBe('ECONNRESET');
		}
		expect(sandbox.requests.map(({ status }) => status)).toEqual([200, 'none', 'none']);
	});

	test('counts what is in flight', async () => {
		const sandbox = await start();
		sandbox.faults.add({ fault: { kind: 'hang' } });
		const answers = Array.from(
			{ length: 5 },
			async () => await post(sandbox, paths.send, templateMessage),
		);
		await until(() => sandbox.requests.length === 5);
		expect(sandbox.requests.map(({ inFlight }) => inFlight)).toEqual([1, 2, 3, 4, 5]);
		expect(sandbox.inFlightPeak).toBe(5);
		sandbox.reset();
		expect(sandbox.inFlightPeak).toBe(5);
		await sandbox.kill();
		await Promise.all(answers);
		sandbox.reset();
		expect(sandbox.inFlightPeak).toBe(0);
	});

	test('counts one at a time for a caller that sends one at a time', async () => {
		const sandbox = await start();
		for (let sent = 0; sent < 50; sent += 1) await post(sandbox, paths.send, templateMessage);
		expect(sandbox.inFlightPeak).toBe(1);
	});

	test('asks for the latency of each request, and answers in that order', async () => {
		const sandbox = await start({
			latency: ({ body }) => (JSON.stringify(body).includes('late') ? 3_600_000 : 1),
		});
		const late = post(sandbox, paths.sendText, { customer_id: '77', text: 'late' });
		await until(() => sandbox.requests.length === 1);
		expect((await post(sandbox, paths.sendText, { customer_id: '77', text: 'soon' })).status).toBe(
			200,
		);
		expect(sandbox.requests.map(({ status }) => status)).toEqual(['none', 200]);
		// A message is taken on before its answer is due.
		expect(sandbox.accepted.map(({ content }) => content.body)).toEqual(['late', 'soon']);
		await sandbox.kill();
		expect((await late).error).toBe('ECONNRESET');
	});
});

describe('the ends', () => {
	test('reset forgets requests, messages and faults, in the lists that are already in hand', async () => {
		const sandbox = await start();
		const { requests, accepted } = sandbox;
		await post(sandbox, paths.send, templateMessage);
		sandbox.faults.add({ fault: { kind: 'html' } });
		sandbox.reset();
		expect([requests.length, accepted.length, sandbox.inFlightPeak]).toEqual([0, 0, 0]);
		const answer = await post(sandbox, paths.send, templateMessage);
		expect(answer.status).toBe(200);
		expect(accepted).toHaveLength(1);
		// An identifier names one message, before and after.
		expect(accepted[0]!.id).toBe('message-2');
	});

	test.each<Fault>([
		{ kind: 'hang' },
		{ kind: 'stall' },
		{ kind: 'drip', milliseconds: 1, endless: true },
	])(
		'stop lets answers out that are on their way, and ends those that never end: %p',
		async (fault) => {
			const latency = ({ operation }: ReceivedRequest) =>
				operation === 'channel.getAll' ? 300 : 0;
			const sandbox = await startSandbox({ latency });
			sandbox.faults.add({ fault, recipient: phone });
			const hanging = post(sandbox, paths.send, templateMessage);
			await until(() => sandbox.requests[0]?.fault === fault.kind);
			const onItsWay = get(sandbox, paths.getAll);
			await until(() => sandbox.requests.length === 2);
			await sandbox.stop();
			expect((await onItsWay).status).toBe(200);
			expect((await hanging).error).toBe('ECONNRESET');
			expect((await get(sandbox, paths.getAll)).error).toBe('ECONNREFUSED');
		},
	);

	test('stop with a hanging request that has its latency still before it', async () => {
		const sandbox = await startSandbox({ latency: 50 });
		sandbox.faults.add({ fault: { kind: 'hang' } });
		const hanging = get(sandbox, paths.getAll);
		await until(() => sandbox.requests.length === 1);
		await sandbox.stop();
		expect((await hanging).error).toBe('ECONNRESET');
	});

	test.each([false, true])('kill resets everything at once, with TLS: %p', async (tls) => {
		const sandbox = await startSandbox({ latency: 60_000, tls });
		const answers = [post(sandbox, paths.send, templateMessage), get(sandbox, paths.getAll)];
		await until(() => sandbox.requests.length === 2 && sandbox.accepted.length === 1);
		await sandbox.kill();
		for (const answer of await Promise.all(answers)) expect(answer.error).toBe('ECONNRESET');
		expect(sandbox.requests.map(({ status }) => status)).toEqual(['none', 'none']);
		expect((await get(sandbox, paths.getAll)).error).toBe('ECONNREFUSED');
	});
});

describe('control from another process', () => {
	async function ask(sandbox: Sandbox, method: string, path: string, body?: unknown) {
		const answer = await exchange(
			sandbox,
			method,
			path,
			body === undefined ? undefined : JSON.stringify(body),
			{
				'Content-Type': 'application/json',
			},
		);
		expect(answer.text).not.toContain(sandbox.apiKey);
		return { status: answer.status, body: JSON.parse(answer.text) as unknown };
	}

	test('shows requests and messages without the key and without bytes', async () => {
		const sandbox = await start();
		await post(sandbox, paths.send, { ...templateMessage, attributes: { '1': sandbox.apiKey } });
		await postParts(sandbox, fileParts);
		await exchange(sandbox, 'GET', `${paths.getAll}?api_key=another-key`);
		const { body: requests } = await ask(sandbox, 'GET', '/sandbox/requests');
		expect(requests).toMatchObject([
			{
				operation: 'template.send',
				status: 200,
				query: { api_key: '***' },
				body: { attributes: { '1': '***' } },
			},
			{ operation: 'template.sendWithFile', status: 200 },
			{ operation: 'channel.getAll', status: 401, query: { api_key: '***' } },
		]);
		const file = (requests as Array<{ parts: object[] }>)[1]!.parts.at(-1);
		expect(file).toMatchObject({ fileName: 'invoice.pdf', size: 16 });
		expect(file).not.toHaveProperty('content');
		const { body: accepted } = await ask(sandbox, 'GET', '/sandbox/accepted');
		expect(accepted).toMatchObject([
			{ id: 'message-1', request: { query: { api_key: '***' } } },
			{ id: 'message-2', content: { header: { file: { name: 'invoice.pdf' } } } },
		]);
		expect(sandbox.requests[0]!.query).toEqual({ api_key: sandbox.apiKey });
	});

	test('switches faults and resets', async () => {
		const sandbox = await start();
		const rule = { operation: 'channel.getAll', fault: { kind: 'status', status: 503 } };
		expect(await ask(sandbox, 'POST', '/sandbox/faults', rule)).toEqual({
			status: 200,
			body: [{ ...rule, seen: 0 }],
		});
		expect((await get(sandbox, paths.getAll)).status).toBe(503);
		expect((await ask(sandbox, 'GET', '/sandbox/faults')).body).toEqual([{ ...rule, seen: 1 }]);
		await ask(sandbox, 'DELETE', '/sandbox/faults');
		expect((await get(sandbox, paths.getAll)).status).toBe(200);
		await ask(sandbox, 'POST', '/sandbox/faults', rule);
		expect((await ask(sandbox, 'POST', '/sandbox/reset')).status).toBe(200);
		expect(sandbox.requests).toHaveLength(0);
		expect((await get(sandbox, paths.getAll)).status).toBe(200);
		const refused = await ask(sandbox, 'POST', '/sandbox/faults', { fault: { kind: 'explode' } });
		expect(refused).toEqual({
			status: 400,
			body: { error: 'There is no fault of the kind explode' },
		});
	});
});
