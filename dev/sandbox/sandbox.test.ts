import { X509Certificate } from 'node:crypto';
import { until } from '../../test/support/until';
import {
	exchange,
	fileParts,
	get,
	paths,
	post,
	postParts,
	templateMessage,
	withKey,
} from './rawClient';
import { type Sandbox, type SandboxOptions, startSandbox } from './sandbox';

const running: Sandbox[] = [];

async function start(options?: SandboxOptions): Promise<Sandbox> {
	const sandbox = await startSandbox(options);
	running.push(sandbox);
	return sandbox;
}

afterEach(async () => {
	for (const sandbox of running.splice(0)) await sandbox.stop();
});

test('takes a key and a port, and makes a new key for each start', async () => {
	const [one, two] = [await start(), await start()];
	expect(one.apiKey).not.toBe(two.apiKey);
	expect(one.apiKey.length).toBeGreaterThanOrEqual(32);
	const port = Number(new URL(one.baseUrl).port);
	await expect(startSandbox({ port })).rejects.toThrow('EADDRINUSE');
	await one.stop();
	expect((await get(one, paths.getAll)).status).toBeUndefined();
	const again = await start({ port, apiKey: 'key & more+%20' });
	expect(again).toMatchObject({ baseUrl: one.baseUrl, inboxUrl: `http://127.0.0.1:${port}/inbox` });
	expect((await get(again, paths.getAll)).status).toBe(200);
});

test('serves HTTPS with a certificate for the address it is at, and resets there too', async () => {
	const sandbox = await start({ tls: true });
	const certificate = new X509Certificate(sandbox.certificate!);
	expect([certificate.checkIP('127.0.0.1'), certificate.checkHost('localhost')]).toEqual([
		'127.0.0.1',
		'localhost',
	]);
	const path = withKey(sandbox, paths.getAll);
	const distrustful = await exchange(sandbox, 'GET', path, '', { ca: undefined });
	expect(distrustful.error).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
	for (const kind of ['resetBeforeBody', 'resetAfterBody'] as const) {
		sandbox.faults.add({ fault: { kind }, times: 1 });
		expect((await post(sandbox, paths.send, templateMessage)).error).toBe('ECONNRESET');
	}
	expect((await post(sandbox, paths.send, templateMessage)).status).toBe(200);
});

test('counts what is in flight, and forgets everything but that', async () => {
	const sandbox = await start();
	const { requests, accepted } = sandbox;
	for (let sent = 0; sent < 20; sent += 1) await post(sandbox, paths.send, templateMessage);
	expect(sandbox.inFlightPeak).toBe(1);
	sandbox.faults.add({ fault: { kind: 'hang' } });
	const answers = [1, 2, 3].map(async () => await post(sandbox, paths.send, templateMessage));
	await until(() => requests.length === 23);
	sandbox.reset();
	expect([requests.length, accepted.length, sandbox.inFlightPeak]).toEqual([0, 0, 3]);
	expect((await post(sandbox, paths.send, templateMessage)).status).toBe(200);
	// An identifier names one message, before and after.
	expect(accepted.map(({ id }) => id)).toEqual(['message-21']);
	await sandbox.stop();
	await Promise.all(answers);
	sandbox.reset();
	expect(sandbox.inFlightPeak).toBe(0);
});

test.each([false, true])(
	'answers each request after its own latency, has taken the message on by then, and resets all at the end; TLS: %p',
	async (tls) => {
		const latency: SandboxOptions['latency'] = ({ text }) =>
			text?.includes('late') ? 3_600_000 : 1;
		const sandbox = await start({ tls, latency });
		const send = async (text: string) =>
			await post(sandbox, paths.sendText, { customer_id: '77', text });
		const late = send('late');
		await until(() => sandbox.accepted.length === 1);
		expect((await send('soon')).status).toBe(200);
		expect(sandbox.requests.map(({ status }) => status)).toEqual(['none', 200]);
		expect(sandbox.accepted.map(({ content }) => content.body)).toEqual(['late', 'soon']);
		await sandbox.stop();
		expect((await late).error).toBe('ECONNRESET');
	},
);

test('another process can look at it and switch faults on, and sees neither keys nor bytes', async () => {
	const sandbox = await start();
	const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
		const headers = { 'Content-Type': 'application/json' };
		const text = body && JSON.stringify(body);
		const answer = await exchange(sandbox, method, `/sandbox/${path}`, text, { headers });
		expect([answer.status, answer.text.includes(sandbox.apiKey)]).toEqual([200, false]);
		return JSON.parse(answer.text) as unknown;
	};
	await post(sandbox, paths.send, templateMessage);
	await postParts(sandbox, fileParts);
	await exchange(sandbox, 'GET', `${paths.getAll}?api_key=another-key`);
	const headers = { 'X-Myalice-Api-Key': sandbox.apiKey };
	await exchange(sandbox, 'GET', paths.getAll, '', { headers });
	const query = { api_key: '***' };
	const requests = (await ask('GET', 'requests')) as Array<{ parts: object[] }>;
	expect(requests).toMatchObject([
		{ operation: 'template.send', status: 200, query },
		{ operation: 'template.sendWithFile', status: 200 },
		{ operation: 'channel.getAll', status: 401, query },
		{ status: 200, query: {}, headers: { 'x-myalice-api-key': '***' } },
	]);
	expect(requests[1]!.parts.at(-1)).toMatchObject({ fileName: 'invoice.pdf', size: 16 });
	expect(requests[1]!.parts.at(-1)).not.toHaveProperty('content');
	expect(await ask('GET', 'accepted')).toMatchObject([
		{ id: 'message-1', request: { query } },
		{ id: 'message-2' },
	]);

	const rule = { operation: 'channel.getAll', fault: { kind: 'status', status: 503 } };
	expect(await ask('POST', 'faults', rule)).toEqual(rule);
	expect((await get(sandbox, paths.getAll)).status).toBe(503);
	await ask('POST', 'reset');
	expect([sandbox.requests.length, sandbox.accepted.length]).toEqual([0, 0]);
	expect((await get(sandbox, paths.getAll)).status).toBe(200);
});
