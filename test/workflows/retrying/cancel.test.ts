import { continuing, NODE_NAME, type NodeSettings, retrying, useScene } from '../../support/scene';
import { itemsOf, runSend, sendText } from '../sends';
import { becameOf } from './statuses';

const scene = useScene();

const everySetting: Array<[string, NodeSettings]> = [
	['stop', {}],
	['retry', retrying(3)],
	['continue', continuing],
	['continue and retry', { ...retrying(3), ...continuing }],
];

describe.each(everySetting)('a cancelled run (%s)', (_name, settings) => {
	test('breaks off what is in flight, and starts no other', async () => {
		const controller = new AbortController();
		scene.latency = () => {
			if (scene.sandbox.requests.length === 20) controller.abort();
			// None of them responds before, however busy the machine is.
			return 600_000;
		};
		const { signal: cancel } = controller;
		// The time limit of a request ends none of them.
		const keyed = { messageKey: '={{ $json.mark }}', options: { timeout: 600 } };
		const { status } = await runSend(scene, sendText, 40, keyed, settings, { cancel });
		expect(status).toBe('canceled');
		expect(scene.sandbox.requests.map((request) => request.status)).toEqual(
			Array.from({ length: 20 }, () => 'none'),
		);
		scene.latency = () => 0;
		// The next run does not send again what was in flight.
		expect(becameOf(await runSend(scene, sendText, 40, keyed, continuing))).toEqual(
			Array.from({ length: 40 }, (_, index) => (index < 20 ? 'unknown' : 'sent')),
		);
	});
});

test('a cancelled run does not wait for its pace, and what it had yet to send is sent by the next run', async () => {
	const controller = new AbortController();
	scene.latency = () => {
		setTimeout(() => controller.abort(), 200);
		return 0;
	};
	const keyed = { messageKey: 'key' };
	const slowly = { ...keyed, messagesPerSecond: 0.1 };
	const { signal: cancel } = controller;
	const { status } = await runSend(scene, sendText, 3, slowly, {}, { cancel });
	expect(status).toBe('canceled');
	// The first may have been cut off before the node had its response.
	const [, ...others] = becameOf(await runSend(scene, sendText, 3, keyed, continuing));
	expect(others).toEqual(['sent', 'sent']);
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
