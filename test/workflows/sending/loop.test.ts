import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/execution';
import type { WorkflowFile } from '../../../dev/engine/workflowFile';
import {
	loopWorkflow as loopOf,
	NODE_NAME,
	type NodeSettings,
	useScene,
} from '../../support/scene';
import { fromAnotherProcess } from '../retrying/fromAnotherProcess';
import { acceptedMarks, itemsOf, marksOf, type Send, sends, sendText } from '../sends';

const scene = useScene();

const refused = { kind: 'status', status: 400 } as const;

/** The node inside n8n's Loop Over Items. */
function loopWorkflow(
	batchSize: number,
	settings: NodeSettings = {},
	options: IDataObject = {},
	send = sendText,
): WorkflowFile {
	return loopOf(batchSize, send.parameters(options), settings);
}

async function runLoop(workflow: WorkflowFile, items = itemsOf(sendText, 6)): Promise<Execution> {
	return await scene.engine.run(workflow, { credentials: scene.credentials(), input: items });
}

const same = (count: number) =>
	Array.from({ length: count }, () => sendText.item('same', sendText.recipient(0)));

test.each([1, 2])(
	'a later run of the node with the same payload is a new message (batches of %d)',
	async (batchSize) => {
		const execution = await runLoop(loopWorkflow(batchSize), same(4));
		expect(execution.status).toBe('success');
		expect(scene.sandbox.accepted).toHaveLength(4);
	},
);

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'so it is when the first run failed and was tried again (%s)',
	async (onError) => {
		scene.sandbox.faults.add({ fault: refused, times: 2 });
		const settings: NodeSettings = { onError, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		await runLoop(loopWorkflow(1, settings), same(3));
		expect(scene.sandbox.accepted).toHaveLength(2);
		expect(scene.sandbox.requests).toHaveLength(4);
	},
);

test('a template is read once an execution, however many runs the loop makes', async () => {
	const [template] = sends as [Send];
	const workflow = loopWorkflow(1, {}, { checkVariables: true }, template);
	const execution = await runLoop(workflow, itemsOf(template, 3));
	expect(execution.status).toBe('success');
	expect(scene.sandbox.requests.map(({ operation }) => operation)).toEqual([
		'template.get',
		'template.send',
		'template.send',
		'template.send',
	]);
});

test('Retry On Fail inside a loop sends nothing twice', async () => {
	scene.sandbox.faults.add({ recipient: sendText.recipient(3), times: 2, fault: refused });
	const execution = await runLoop(
		loopWorkflow(2, { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 }),
	);
	expect(execution.status).toBe('success');
	expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(6));
});

test('a retried execution goes on in the run of the loop that failed', async () => {
	scene.sandbox.faults.add({ recipient: sendText.recipient(3), times: 2, fault: refused });
	const failed = await runLoop(loopWorkflow(2));
	expect(failed.status).toBe('error');
	const stillFailed = await scene.engine.retry(fromAnotherProcess(failed));
	expect(stillFailed.status).toBe('error');
	const retried = await scene.engine.retry(fromAnotherProcess(stillFailed));

	expect(retried.status).toBe('success');
	expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(6));
	expect(scene.sandbox.requests).toHaveLength(8);
	expect(retried.readStored().executionData?.contextData[`node:${NODE_NAME}`]).toEqual({
		began: { executionId: failed.id, mode: 'manual' },
	});
});

describe('a loop over eight customers, one a round', () => {
	const count = 8;

	const items = itemsOf(sendText, count);

	const retry = async (execution: Execution) =>
		await scene.engine.retry(fromAnotherProcess(execution), {
			workflow: loopWorkflow(1),
			credentials: scene.credentials(),
		});

	const refuse = (item: number) =>
		scene.sandbox.faults.add({ recipient: sendText.recipient(item), times: 1, fault: refused });

	/** Retries these, then all of them again at the same moment. */
	async function expectEachOnce(executions: Execution[]): Promise<void> {
		for (const execution of executions) await retry(execution);
		await Promise.all([...executions, ...executions].map(retry));
		expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(count));
	}

	test('of which rounds fail: each message once, however often which execution is retried', async () => {
		refuse(3);
		const original = await runLoop(loopWorkflow(1), items);
		refuse(5);
		const retried = await retry(original);
		expect([original, retried].map(({ status }) => status)).toEqual(['error', 'error']);
		expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(5));

		await expectEachOnce([original, retried]);
	});

	test.each<[string, IDataObject, IDataObject]>([
		['address', {}, { baseUrl: 'not an address' }],
		['option', { parallelSends: 'many' }, {}],
	])(
		'whose first run failed because of a wrong %s: each message once',
		async (_, options, data) => {
			const original = await scene.engine.run(loopWorkflow(1, {}, options), {
				credentials: scene.credentials(data),
				input: items,
			});
			refuse(3);
			const retried = await retry(original);
			expect([original, retried].map(({ status }) => status)).toEqual(['error', 'error']);
			expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(3));

			await expectEachOnce([original, retried]);
		},
	);
});

test('a retried execution sends the same payload again where it belongs to a later run', async () => {
	scene.sandbox.faults.add({ after: 1, times: 1, fault: refused });
	const failed = await runLoop(loopWorkflow(2), same(4));
	expect(failed.status).toBe('error');
	expect(scene.sandbox.accepted).toHaveLength(1);

	const retried = await scene.engine.retry(fromAnotherProcess(failed));
	expect(retried.status).toBe('success');
	expect(scene.sandbox.accepted).toHaveLength(4);
});

test.each([1, 2])(
	"'Messages per Second' counts for all runs of the node together (batches of %d)",
	async (batchSize) => {
		/** When each request came, in milliseconds. */
		const arrivals: number[] = [];
		scene.latency = () => {
			arrivals.push(performance.now());
			return 0;
		};
		const execution = await runLoop(loopWorkflow(batchSize, {}, { messagesPerSecond: 10 }));
		expect(execution.status).toBe('success');
		expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(6));
		// Six messages have five gaps of 100 ms between them; timers and the way to the service may take a little off one.
		expect(arrivals.at(-1)! - arrivals[0]!).toBeGreaterThan(450);
	},
);
