import { continuing, messagingWorkflow, NODE_NAME, retrying, useScene } from '../../support/scene';
import { fromAnotherProcess } from '../retrying/fromAnotherProcess';
import { acceptedMarks, itemsOf, marksOf, runSend, sends, sendText } from '../sends';

const scene = useScene();

const unauthorized = { kind: 'status', status: 401 } as const;

test.each(sends)(
	'$operation: with a refused key one request is made, and no more',
	async (send) => {
		scene.sandbox.faults.add({ fault: unauthorized });
		const execution = await runSend(scene, send, 30, { parallelSends: 1 }, continuing);

		expect(scene.sandbox.requests).toHaveLength(1);
		const items = execution.items(NODE_NAME);
		expect(items).toHaveLength(30);
		for (const [index, { json, pairedItem }] of items.entries()) {
			expect(pairedItem).toEqual({ item: index });
			expect(json).toEqual({
				error: 'The service rejected the API key: The service answers 401',
				message: expect.stringContaining('The message was not sent.') as string,
				details: { status: 'failed', httpCode: '401', recipient: send.recipient(index) },
			});
		}
	},
);

test('of messages that wait for their turn none is sent any more', async () => {
	scene.sandbox.faults.add({ fault: unauthorized });
	const options = { parallelSends: 20, messagesPerSecond: 0.5 };
	const execution = await runSend(scene, sendText, 40, options, continuing);

	expect(scene.sandbox.requests).toHaveLength(1);
	expect(
		execution.items(NODE_NAME).map(({ json }) => (json.details as { httpCode: string }).httpCode),
	).toEqual(Array.from({ length: 40 }, () => '401'));
});

test('the error says how many messages were sent, how many not, and that a retry repeats none', async () => {
	scene.sandbox.faults.add({ after: 3, times: 1, fault: unauthorized });
	const failed = await runSend(scene, sendText, 30, { parallelSends: 1 });

	expect(scene.sandbox.requests).toHaveLength(4);
	expect(failed.error?.message).toBe('The service rejected the API key: The service answers 401');
	expect(failed.error?.description).toContain('3 of 30 messages were sent, 27 were not.');

	const retried = await scene.engine.retry(fromAnotherProcess(failed));
	expect(retried.status).toBe('success');
	expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(30).sort());
	expect(scene.sandbox.requests).toHaveLength(31);
});

test('tries with a key that stays refused make one request each', async () => {
	scene.sandbox.faults.add({ after: 1, fault: unauthorized });
	const settings = retrying(5);
	const execution = await runSend(scene, sendText, 10, { parallelSends: 1 }, settings);

	expect(scene.sandbox.requests).toHaveLength(1 + 5);
	expect(execution.error?.description).toContain('1 of 10 messages was sent, 9 were not.');
});

test('a key that is right in the retry delivers the rest', async () => {
	const failed = await runSend(
		scene,
		sendText,
		3,
		{},
		{},
		{ credentials: scene.credentials({ apiKey: 'another key' }) },
	);
	expect(failed.status).toBe('error');
	const retried = await scene.engine.retry(fromAnotherProcess(failed), {
		credentials: scene.credentials(),
	});
	expect(retried.status).toBe('success');
	expect(scene.sandbox.accepted).toHaveLength(3);
});

describe('reads', () => {
	const templateIds = Array.from({ length: 13 }, (_, index) => ({
		templateId: String(101 + index),
	}));

	test('one request tells that the key is refused, however many templates are read', async () => {
		scene.sandbox.faults.add({ fault: unauthorized });
		const parameters = {
			resource: 'template',
			operation: 'get',
			channelId: { mode: 'id', value: '11' },
			templateId: '={{ $json.templateId }}',
		};
		const items = [...templateIds, ...templateIds, ...templateIds];
		const execution = await scene.run(parameters, items, continuing);

		// As many as are in flight when the first answer comes.
		expect(scene.sandbox.requests.length).toBeLessThanOrEqual(20);
		expect(
			execution.items(NODE_NAME).map(({ json }) => (json.details as { httpCode: string }).httpCode),
		).toEqual(items.map(() => '401'));
	});

	test('a template that cannot be read for the key is asked for once, and nothing is sent', async () => {
		const [template] = sends;
		scene.sandbox.faults.add({ operation: 'template.get', fault: unauthorized });
		const options = { checkVariables: true, parallelSends: 2 };
		const workflow = messagingWorkflow(template!.parameters(options), continuing);
		const execution = await scene.engine.run(workflow, {
			credentials: scene.credentials(),
			input: itemsOf(template!, 30),
		});

		expect(scene.sandbox.requests.map(({ operation }) => operation)).toEqual(['template.get']);
		expect(execution.items(NODE_NAME)).toHaveLength(30);
	});
});
