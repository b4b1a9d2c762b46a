import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/execution';
import { loopWorkflow, NODE_NAME, retrying, useScene } from '../../support/scene';
import { acceptedMarks, itemsOf, marksOf, refuse, type Send, sends, sendText } from '../sends';

const scene = useScene();

const same = (count: number) =>
	Array.from({ length: count }, () => sendText.item('same', sendText.recipient(0)));

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'a later run with the same payload is a new message, also where the first was tried again in vain (%s)',
	async (onError) => {
		refuse(scene, 0, { times: 2 });
		await scene.runWorkflow(
			loopWorkflow(1, sendText.parameters(), { ...retrying(2), onError }),
			same(3),
		);
		expect(scene.sandbox.accepted).toHaveLength(2);
		expect(scene.sandbox.requests).toHaveLength(4);
	},
);

test('a template is read once an execution, however many runs the loop makes', async () => {
	const [template] = sends as [Send];
	const workflow = loopWorkflow(1, template.parameters({ checkVariables: true }));
	const execution = await scene.runWorkflow(workflow, itemsOf(template, 3));
	expect(execution.status).toBe('success');
	expect(scene.sandbox.requests.map(({ operation }) => operation)).toEqual([
		'template.get',
		'template.send',
		'template.send',
		'template.send',
	]);
});

test.each<[string, number, IDataObject, IDataObject]>([
	['a refused message', 5, {}, {}],
	['a wrong address', 3, {}, { baseUrl: 'not an address' }],
	['a wrong option', 3, { parallelSends: 'many' }, {}],
])(
	'a loop over eight customers that fails because of %s: each message once, however often which execution is retried',
	async (_, sent, options, data) => {
		for (const item of [3, 5]) refuse(scene, item, { times: 1 });
		const original = await scene.runWorkflow(
			loopWorkflow(1, sendText.parameters(options)),
			itemsOf(sendText, 8),
			{
				credentials: scene.credentials(data),
			},
		);
		const retry = async (execution: Execution) =>
			await scene.engine.retry(execution, {
				workflow: loopWorkflow(1, sendText.parameters()),
				credentials: scene.credentials(),
			});
		const retried = await retry(original);
		expect([original, retried].map(({ status }) => status)).toEqual(['error', 'error']);
		expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(sent));

		await retry(original);
		const last = await retry(retried);
		await Promise.all([original, retried, original, retried].map(retry));
		expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(8));
		expect(scene.sandbox.requests).toHaveLength(8 + 2);
		expect(last.readStored().executionData?.contextData[`node:${NODE_NAME}`]).toEqual({
			began: {
				...{ executionId: original.id, mode: 'manual', nodeId: 'messaging' },
				startedAt: expect.any(Number) as number,
			},
		});
	},
);

test.each([
	[undefined, "'Retry' in the executions list does not."],
	['integrated', "the workflow again, or 'Retry', sends everything again."],
] as const)(
	'the error of a later round does not say that nothing was sent, and what a retry of the execution does (mode %s)',
	async (mode, words) => {
		refuse(scene, 2);
		const workflow = loopWorkflow(1, sendText.parameters());
		const { error } = await scene.runWorkflow(workflow, itemsOf(sendText, 3), { mode });
		expect(error?.description).toMatch(
			/^The message was not sent. What this node has sent before in this execution is not counted here. /,
		);
		expect(error?.description).toContain(words);
	},
);

test('a retried execution sends the same payload again where it belongs to a later run', async () => {
	refuse(scene, 0, { after: 1, times: 1 });
	const failed = await scene.runWorkflow(loopWorkflow(2, sendText.parameters()), same(4));
	expect(failed.status).toBe('error');
	expect(scene.sandbox.accepted).toHaveLength(1);

	const retried = await scene.retry(failed);
	expect(retried.status).toBe('success');
	expect(scene.sandbox.accepted).toHaveLength(4);
});

test("'Messages per Second' counts for all runs of the node together", async () => {
	/** When each request came, in milliseconds. */
	const arrivals: number[] = [];
	scene.latency = () => {
		arrivals.push(performance.now());
		return 0;
	};
	const start = performance.now();
	const workflow = loopWorkflow(2, sendText.parameters({ messagesPerSecond: 10 }));
	const execution = await scene.runWorkflow(workflow, itemsOf(sendText, 6));
	expect(execution.status).toBe('success');
	expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(6));
	// Six messages have five gaps of 100 ms between them. From the start, as the first one may be late on a busy machine.
	expect(arrivals.at(-1)! - start).toBeGreaterThan(500);
});
