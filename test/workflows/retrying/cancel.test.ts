import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/execution';
import { continuing, NODE_NAME, type NodeSettings, retrying, useScene } from '../../support/scene';
import { itemsOf, runSend, type Send, sends, sendText } from '../sends';

const scene = useScene();

const everySetting: Array<[string, NodeSettings]> = [
	['stop', {}],
	['retry', retrying(3)],
	['continue', continuing],
	['continue and retry', { ...retrying(3), ...continuing }],
];

/** Runs a send over 40 items, and cancels the execution as soon as this number of requests has come. */
async function cancelAt(
	requests: number,
	send: Send,
	options: IDataObject,
	settings: NodeSettings,
	latency = 0,
): Promise<Execution> {
	const controller = new AbortController();
	scene.latency = () => {
		if (scene.sandbox.requests.length === requests) controller.abort();
		return latency;
	};
	return await runSend(scene, send, 40, options, settings, { cancel: controller.signal });
}

describe.each(everySetting)('a cancelled run (%s)', (_name, settings) => {
	test.each(sends)('in the middle of $operation sends nothing more', async (send) => {
		const { status } = await cancelAt(10, send, { parallelSends: 1 }, settings);
		expect(status).toBe('canceled');
		expect(scene.sandbox.requests).toHaveLength(10);
	});

	test('breaks off what is in flight, and starts no other', async () => {
		const { status } = await cancelAt(20, sendText, {}, settings, 2000);
		expect(status).toBe('canceled');
		expect(scene.sandbox.requests.map((request) => request.status)).toEqual(
			Array.from({ length: 20 }, () => 'none'),
		);
	});
});

test('an execution that is cancelled before the node starts sends nothing', async () => {
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
