import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../dev/sandbox/sandbox';
import { continuing, NODE_NAME, type NodeSettings, retrying, useScene } from '../../support/scene';
import { itemsOf, runSend, sends, sendText } from '../sends';

const scene = useScene();

/** A wait that no test sits out: whoever does runs into the test's time limit. */
const longWait = 50;

const timeLimit = 20_000;

const retryLater: Fault = { kind: 'rateLimit', retryAfter: longWait };
const slow: Fault = { kind: 'slow', milliseconds: longWait * 1000 };

const everySetting: Array<[string, NodeSettings]> = [
	['stop', {}],
	['retry', retrying(3)],
	['continue', continuing],
	['continue and retry', { ...retrying, onError: 'continueRegularOutput' }],
];

describe.each(sends)('$operation', (send) => {
	test.each(everySetting)(
		'cancelled in the middle, sends nothing more (%s)',
		async (_name, settings) => {
			const controller = new AbortController();
			let atCancel = 0;
			scene.latency = () => {
				if (scene.sandbox.requests.length === 10) {
					atCancel = scene.sandbox.requests.length;
					controller.abort();
				}
				return 0;
			};
			const execution = await runSend(scene, send, 40, { parallelSends: 1 }, settings, {
				cancel: controller.signal,
			});

			expect(execution.status).toBe('canceled');
			expect(atCancel).toBe(10);
			expect(scene.sandbox.requests).toHaveLength(10);
		},
	);
});

test('cancelled with many in flight, starts no other', async () => {
	const controller = new AbortController();
	// None of the first 20 is answered before the cancelling.
	scene.latency = () => {
		if (scene.sandbox.requests.length === 20) controller.abort();
		return 1000;
	};
	const execution = await runSend(scene, sendText, 60, {}, retrying(3), {
		cancel: controller.signal,
	});

	expect(execution.status).toBe('canceled');
	expect(scene.sandbox.requests).toHaveLength(20);
});

test('cancelled before the node starts, sends nothing', async () => {
	const controller = new AbortController();
	const execution = await runSend(scene, sendText, 3, {}, retrying(3), {
		cancel: controller.signal,
		onNodeStarted: () => controller.abort(),
	});
	expect(execution.status).toBe('canceled');
	expect(scene.sandbox.requests).toEqual([]);
});

test('while many items are prepared, n8n gets to do something else, such as cancel the execution', async () => {
	let turns = 0;
	let isRunning = true;
	const count = (): void => {
		turns++;
		if (isRunning) setImmediate(count);
	};
	// The last one ends the run before anything is sent.
	const items = [...itemsOf(sendText, 1000), sendText.item('', sendText.recipient(1000))];
	const execution = await scene.run(
		sendText.parameters(),
		items,
		{},
		{ onNodeStarted: (name) => name === NODE_NAME && count() },
	);
	isRunning = false;

	expect(execution.error?.description).toContain('Nothing was sent.');
	// Once for every hundred items but the first.
	expect(turns).toBeGreaterThan(10);
});

describe.each(everySetting)('ends at once (%s)', (_name, settings) => {
	test.each<[moment: string, fault: Fault | undefined, options: IDataObject, most: number]>([
		// A moment after the answer the node has read it, and waits.
		['it waits out a Retry-After', retryLater, { parallelSends: 1 }, 1],
		['it waits for its turn', undefined, { messagesPerSecond: 1 / longWait }, 1],
		['the service does not answer', slow, { parallelSends: 2 }, 2],
	])(
		'while %s',
		async (_moment, fault, options, most) => {
			const controller = new AbortController();
			if (fault !== undefined) scene.sandbox.faults.add({ fault });
			scene.latency = () => {
				setTimeout(() => controller.abort(), 300);
				return 0;
			};
			const execution = await runSend(scene, sendText, 5, options, settings, {
				cancel: controller.signal,
			});
			expect(execution.status).toBe('canceled');
			expect(scene.sandbox.requests.length).toBeGreaterThan(0);
			expect(scene.sandbox.requests.length).toBeLessThanOrEqual(most);
		},
		timeLimit,
	);
});
