import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS } from '../../support/operations';
import { continuing, NODE_NAME, useScene } from '../../support/scene';
import { acceptedMarks, itemsOf, markIn, marksOf, runSend, sends, sendText } from '../sends';

const scene = useScene();

const recipient = sendText.recipient(0);

const inThePast = 'Wed, 21 Oct 2015 07:28:00 GMT';

const inASecond = (): string => new Date(Date.now() + 1500).toUTCString();

test('a 429, whatever its Retry-After says: the message is sent again and accepted once', async () => {
	// Undefined is a 429 without one.
	const headers = [0, 1, inThePast, inASecond(), 'soon', undefined];
	const runs = headers.map(async (retryAfter, index) => {
		const items = itemsOf(sendText, 3 * (index + 1)).slice(3 * index);
		const recipient = items[0]!.json.recipient as string;
		const fault = {
			kind: 'rateLimit',
			...(retryAfter === undefined ? {} : { retryAfter }),
		} as const;
		scene.sandbox.faults.add({ recipient, times: 1, fault });
		const { status } = await scene.run(sendText.parameters(), items);
		return { retryAfter, status };
	});

	expect(await Promise.all(runs)).toEqual(
		headers.map((retryAfter) => ({ retryAfter, status: 'success' })),
	);
	expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(3 * headers.length).sort());
	expect(scene.sandbox.requests).toHaveLength(4 * headers.length);
});

test('the whole run waits, not only the message that met the 429', async () => {
	scene.sandbox.faults.add({ recipient, times: 1, fault: { kind: 'rateLimit', retryAfter: 2 } });
	// The others in flight are answered after the 429, so that it is known before the next one's turn.
	scene.latency = ({ fault }) => (fault === undefined ? 500 : 0);
	const execution = await runSend(scene, sendText, 12, { parallelSends: 3 });

	expect(execution.status).toBe('success');
	const first = marksOf(3).sort();
	const order = scene.sandbox.requests.map((request) => sendText.markIn(request));
	expect(order.slice(0, 3).sort()).toEqual(first);
	// Had the others gone on, they would all be before it.
	expect(order.slice(3, 6)).toContain('message-0');
	expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(12).sort());
});

test('a run in which every message meets a 429 delivers each of them once', async () => {
	for (const { json } of itemsOf(sendText, 60)) {
		scene.sandbox.faults.add({
			recipient: json.recipient as string,
			times: 2,
			fault: { kind: 'rateLimit', retryAfter: 0 },
		});
	}
	const execution = await runSend(scene, sendText, 60);
	expect(execution.status).toBe('success');
	expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(60).sort());
	expect(scene.sandbox.requests).toHaveLength(180);
});

test.each(sends)(
	'$operation: is sent again as often as the option says, and then fails',
	async (send) => {
		scene.sandbox.faults.add({ fault: { kind: 'rateLimit', retryAfter: 0 } });
		// 3 times by default.
		const options: IDataObject[] = [{}, { rateLimitRetries: 5 }, { rateLimitRetries: 0 }];
		const items = itemsOf(send, options.length);
		const executions = await Promise.all(
			options.map(
				async (one, index) => await scene.run(send.parameters(one), [items[index]!], continuing),
			),
		);

		const requests = scene.sandbox.requests.map(markIn);
		expect(
			marksOf(options.length).map((mark) => requests.filter((other) => other === mark).length),
		).toEqual([1 + 3, 1 + 5, 1]);
		expect(scene.sandbox.accepted).toEqual([]);
		expect(executions.map((execution) => execution.items(NODE_NAME)[0]!.json)).toMatchObject(
			options.map((_, index) => ({
				error: expect.stringContaining('429') as string,
				details: { status: 'failed', httpCode: '429', recipient: send.recipient(index) },
			})),
		);
	},
);

describe('reads', () => {
	const reads = (['template.get', 'channel.getAll'] as const).map(
		(name) => [name, OPERATIONS[name]] as const,
	);

	test.each(reads)('%s: wait as well', async (_operation, parameters) => {
		scene.sandbox.faults.add({ times: 3, fault: { kind: 'rateLimit', retryAfter: 0 } });
		const execution = await scene.run(parameters);
		expect(execution.status).toBe('success');
		expect(scene.sandbox.requests).toHaveLength(4);
	});

	test.each(reads)('%s: give up after 3 retries', async (_operation, parameters) => {
		scene.sandbox.faults.add({ fault: { kind: 'rateLimit', retryAfter: 0 } });
		const execution = await scene.run(parameters);
		expect(execution.error?.message).toContain('429');
		expect(scene.sandbox.requests).toHaveLength(4);
	});

	test.each([
		['a 500', { kind: 'status', status: 500 }],
		['a reset', { kind: 'resetAfterBody' }],
		['half an answer', { kind: 'halfAnswer' }],
		['a web page', { kind: 'html' }],
	] as const)('are tried again after %s, as they change nothing', async (_name, fault) => {
		scene.sandbox.faults.add({ times: 1, fault });
		const execution = await scene.run({ resource: 'channel', operation: 'getAll' });
		expect(execution.status).toBe('success');
		expect(scene.sandbox.requests).toHaveLength(2);
	});
});
