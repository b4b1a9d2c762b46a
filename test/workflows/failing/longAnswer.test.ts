import { createServer, type AddressInfo, type Socket } from 'node:net';

import type { Fault, FaultRule } from '../../../dev/sandbox/sandbox';
import { OPERATIONS } from '../../support/operations';
import { continuing, NODE_NAME, useScene } from '../../support/scene';
import { until } from '../../support/until';
import { errorOf, template, variableFields } from '../form/editor';
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

const html = { 'Content-Type': 'text/html' };

test.each<[signs: string, answer: Omit<Fault & { kind: 'status' }, 'kind'>]>([
	['backslashes', { status: 400, body: '\\'.repeat(3_500_000) }],
	['titles without an end', { status: 400, body: '<title'.repeat(600_000), headers: html }],
])('millions of %s do not keep n8n busy', async (_signs, answer) => {
	scene.sandbox.faults.add({ fault: { kind: 'status', ...answer } });
	const execution = await runSend(scene, sendText, 1);
	expect(execution.error?.message).toContain(`${answer.status}`);
	expect(execution.stored.length).toBeLessThan(100_000);
});

const silent: unknown = expect.objectContaining({
	message: expect.stringMatching(/The service did not respond within 1 second$/) as string,
	description: expect.stringContaining('The message was not sent.'),
});

test.each([
	{ times: 1, sent: 1, error: undefined },
	{ times: Infinity, sent: 0, error: silent },
])(
	"a template that does not end within the 'Timeout' is asked for again ($times times)",
	async ({ times, sent, error }) => {
		const fault = { kind: 'drip', milliseconds: 20, endless: true } as const;
		scene.sandbox.faults.add({ operation: 'template.get', times, fault });
		const parameters = sends[0]!.parameters({
			...{ timeout: 1, checkVariables: true, headerType: 'auto' },
		});
		const execution = await scene.run(parameters, itemsOf(sends[0]!, 1));
		expect(execution.error).toEqual(error);
		expect(scene.sandbox.accepted).toHaveLength(sent);
	},
);

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

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
	['no body', (connection) => connection.write(`${HEAD}Content-Length: 9\r\n\r\n`)],
	['half a message', (connection) => connection.write(`${HEAD}Content-Length: 9\r\n\r\n{"id"`)],
])('no connection stays open after %s, and then nothing more', async (_what, answer) => {
	const connections: Socket[] = [];
	const server = createServer((connection) => {
		connections.push(connection);
		connection.on('error', () => {}).once('data', () => answer(connection));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const execution = await runSend(scene, sendText, 5, { timeout: 1 }, continuing, {
		credentials: scene.credentials({ baseUrl }),
	});

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
	const serve = (body: string, rule: Partial<FaultRule> = {}, status = 200) =>
		scene.sandbox.faults.add({ fault: { kind: 'status', status, body }, ...rule });

	test.each([
		['success and an error', 200, `{"id":"x1","success":true,"error":${deep}}`, 'unknown'],
		['no success', 200, `{"success":false,"detail":${deep}}`, 'failed'],
		['a list', 200, deepList, 'unknown'],
		['a failure', 500, `{"error":${deepList},"detail":${deep}}`, 'unknown'],
	])('that says %s is read', async (_case, status, body, says) => {
		const isUnknown = says === 'unknown';
		serve(body, { recipient: sendText.recipient(1), accepts: isUnknown }, status);
		const execution = await runSend(scene, sendText, 3, { parallelSends: 1 }, continuing);
		expect(statusesOf(execution).map((item) => item.status)).toEqual(['sent', says, 'sent']);
		expect(scene.sandbox.accepted).toHaveLength(isUnknown ? 3 : 2);
		expect(execution.items(NODE_NAME)[1]!.json.error).toMatch(/^(The service|Outcome unknown)/);
		expect(execution.stored.length).toBeLessThan(100_000);
	});

	test.each(sends)('comes out of $operation as far as n8n can store it', async (send) => {
		serve(`{"id":"x1","success":true,"report":${deep},"list":[${deepList}],"end":1}`, {
			accepts: true,
		});
		const execution = await runSend(scene, send, 3);
		expect(execution.error).toBeUndefined();
		for (const { json } of execution.items(NODE_NAME)) {
			expect(json).toMatchObject({ id: 'x1', success: true, end: 1 });
			const shown = JSON.stringify(json);
			expect(shown).toContain('"a":{"a":{"a":');
			expect(shown.match(/nested too deeply/g)).toHaveLength(2);
		}
		expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(3));
		expect(execution.stored.length).toBeLessThan(100_000);
	});

	test('to a read comes out likewise, and is no template', async () => {
		serve(`{"id":105,"name":"deep","body":"Hi {{1}}","footer":${deep},"header":${deepList}}`);
		for (const operation of ['template.get', 'template.preview'] as const) {
			const execution = await scene.run(OPERATIONS[operation]);
			expect(execution.error).toBeUndefined();
			expect(execution.items(NODE_NAME)).toHaveLength(1);
			expect(execution.stored.length).toBeLessThan(100_000);
		}
		scene.sandbox.faults.clear();
		serve(deep);
		const { message } = await errorOf(
			variableFields(scene, { parameters: { templateId: template('101') } }),
		);
		expect(message).toMatch(/^The service's response is not a template: \{"a":\{"a":/);
	});

	test('to the test of a credential is no list of channels', async () => {
		serve(`[${deep}]`);
		const { baseUrl, apiKey } = scene.sandbox;
		const credential = { baseUrl, apiKey };
		expect(await scene.engine.testCredential('customerMessagingApi', credential)).toEqual({
			status: 'Error',
			message: expect.stringContaining('response is not a list of channels: {"a":{') as string,
		});
	});
});
