import { createServer, type AddressInfo, type Socket } from 'node:net';

import { continuing, NODE_NAME, useScene } from '../../support/scene';
import { until } from '../../support/until';
import { acceptedMarks, itemsOf, marksOf, runSend, sends, sendText } from '../sends';
import { statusesOf } from '../retrying/statuses';

const scene = useScene();

test.each(sends)(
	'$operation: an answer of 50 MB is not read to its end, and the outcome is unknown',
	async (send) => {
		scene.sandbox.faults.add({ fault: { kind: 'hugeBody' }, accepts: true });
		const execution = await runSend(scene, send, 3, {}, continuing);

		// The service could not finish a single one: the node hung up.
		await until(() => scene.sandbox.requests.every(({ status }) => status === 'none'));
		expect(scene.sandbox.accepted).toHaveLength(3);
		for (const { json } of execution.items(NODE_NAME)) {
			expect(json).toMatchObject({
				error: expect.stringContaining('a response that is far too long') as string,
				details: { status: 'unknown', httpCode: '200' },
			});
		}
		expect(execution.stored.length).toBeLessThan(100_000);
	},
);

test.each([
	['backslashes', '\\'.repeat(3_500_000), {}],
	['titles without an end', '<title'.repeat(600_000), { 'Content-Type': 'text/html' }],
])('millions of %s do not keep n8n busy', async (_signs, body, headers) => {
	scene.sandbox.faults.add({ fault: { kind: 'status', status: 400, body, headers } });
	const execution = await runSend(scene, sendText, 1);
	expect(execution.error?.message).toContain('400');
	expect(execution.stored.length).toBeLessThan(100_000);
});

test.each([
	[1, undefined],
	[Infinity, expect.stringMatching(/The service did not respond within 1 second$/) as string],
])(
	"a template that does not end within the 'Timeout' is asked for again (%s times)",
	async (times, error) => {
		const fault = { kind: 'drip', milliseconds: 20, endless: true } as const;
		scene.sandbox.faults.add({ operation: 'template.get', times, fault });
		const options = { timeout: 1, checkVariables: true, headerType: 'auto' };
		const execution = await scene.run(sends[0]!.parameters(options), itemsOf(sends[0]!, 1));
		expect(execution.error?.message).toEqual(error);
		expect(scene.sandbox.accepted).toHaveLength(error === undefined ? 1 : 0);
	},
);

const HEAD = 'HTTP/1.1 200 OK\r\n';

test.each<[what: string, answer: (connection: Socket) => unknown]>([
	[
		// Something always comes, so that no time limit of n8n's own runs out.
		'half a head that comes byte by byte',
		(connection) => {
			connection.write(`${HEAD}X-Slow: `);
			const drip = setInterval(() => connection.write(' '), 100);
			connection.once('close', () => clearInterval(drip));
			setTimeout(() => connection.write('\r\n\r\n{'), 2500).unref();
		},
	],
	['half a message', (connection) => connection.write(`${HEAD}Content-Length: 9\r\n\r\n{"id"`)],
])('no connection stays open after %s, and then nothing more', async (_what, answer) => {
	const connections: Socket[] = [];
	const server = createServer((connection) => {
		connections.push(connection);
		connection.on('error', () => {}).once('data', () => answer(connection));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const credentials = scene.credentials({ baseUrl });
	const execution = await runSend(scene, sendText, 5, { timeout: 1 }, continuing, { credentials });

	expect(statusesOf(execution).map(({ status }) => status)).toEqual(Array(5).fill('unknown'));
	await until(() => connections.every(({ closed }) => closed));
	expect(connections).toHaveLength(5);
	server.close();
});

describe('an answer of half a million levels', () => {
	const levels = 500_000;
	/** JSON as text, as no JSON library of a test writes it. */
	const deep = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
	const deepList = '['.repeat(levels) + ']'.repeat(levels);

	test('that says why it is a failure is read', async () => {
		const body = `{"success":false,"error":${deepList},"detail":${deep}}`;
		const recipient = sendText.recipient(1);
		scene.sandbox.faults.add({ fault: { kind: 'status', status: 200, body }, recipient });
		const execution = await runSend(scene, sendText, 3, { parallelSends: 1 }, continuing);
		expect(statusesOf(execution).map(({ status }) => status)).toEqual(['sent', 'failed', 'sent']);
		expect(execution.stored.length).toBeLessThan(100_000);
	});

	test('comes out as far as n8n can store it', async () => {
		const body = `{"id":"x1","success":true,"report":${deep},"list":[${deepList}]}`;
		scene.sandbox.faults.add({ fault: { kind: 'status', status: 200, body }, accepts: true });
		const execution = await runSend(scene, sendText, 3);
		expect(execution.error).toBeUndefined();
		for (const { json } of execution.items(NODE_NAME)) {
			expect(json).toMatchObject({ id: 'x1', success: true });
			expect(JSON.stringify(json).match(/nested too deeply/g)).toHaveLength(2);
		}
		expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(3));
		expect(execution.stored.length).toBeLessThan(100_000);
	});
});
