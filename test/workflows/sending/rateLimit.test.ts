import type { IDataObject } from 'n8n-workflow';

import { continuing, NODE_NAME, useScene } from '../../support/scene';
import { acceptedMarks, itemsOf, marksOf, runSend, sends, sendText } from '../sends';

const scene = useScene();

const recipient = sendText.recipient(0);

const inThePast = 'Wed, 21 Oct 2015 07:28:00 GMT';

const inASecond = (): string => new Date(Date.now() + 1500).toUTCString();

test.each<[string, () => { retryAfter?: number | string }]>([
	['0 seconds', () => ({ retryAfter: 0 })],
	['1 second', () => ({ retryAfter: 1 })],
	['a date in the past', () => ({ retryAfter: inThePast })],
	['a date to come', () => ({ retryAfter: inASecond() })],
	['nothing', () => ({})],
	['something that is neither', () => ({ retryAfter: 'soon' })],
])(
	'a 429 whose Retry-After says %s: the message is sent again and accepted once',
	async (_name, header) => {
		scene.sandbox.faults.add({ recipient, times: 1, fault: { kind: 'rateLimit', ...header() } });
		const execution = await runSend(scene, sendText, 3);

		expect(execution.status).toBe('success');
		expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(3));
		expect(scene.sandbox.requests).toHaveLength(4);
	},
);

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

describe.each(sends)('$operation', (send) => {
	test.each([
		['3 times by default', {}, 3],
		['as often as the option says', { rateLimitRetries: 5 }, 5],
		['never, where the option says 0', { rateLimitRetries: 0 }, 0],
	] as Array<[string, IDataObject, number]>)(
		'is sent again %s, and then fails',
		async (_name, options, retries) => {
			scene.sandbox.faults.add({ fault: { kind: 'rateLimit', retryAfter: 0 } });
			const settings = continuing;
			const execution = await runSend(scene, send, 1, options, settings);

			expect(scene.sandbox.requests).toHaveLength(1 + retries);
			expect(scene.sandbox.accepted).toHaveLength(0);
			expect(execution.items(NODE_NAME)[0]!.json).toMatchObject({
				error: expect.stringContaining('429') as string,
				details: { status: 'failed', httpCode: '429', recipient: send.recipient(0) },
			});
		},
	);
});

describe('reads', () => {
	const reads: Array<[string, IDataObject]> = [
		[
			'template.get',
			{
				resource: 'template',
				operation: 'get',
				channelId: { mode: 'id', value: '11' },
				templateId: '101',
			},
		],
		['channel.getAll', { resource: 'channel', operation: 'getAll' }],
	];

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
