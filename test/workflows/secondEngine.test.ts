import { ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { newExecutionId, runStep, type StepOptions } from '../../dev/engine/secondEngine';
import {
	isRead,
	operationItem,
	OPERATION_NAMES,
	OPERATIONS,
	type OperationName,
} from '../support/operations';
import {
	continuing,
	messagingWorkflow,
	NODE_NAME,
	retrying,
	useScene,
	type NodeSettings,
} from '../support/scene';
import { acceptedMarks, itemsOf, marksOf, sends, sendText, type Send } from './sends';

const scene = useScene();

/** The operations that wait for a response. */
const WAITS: OperationName[] = ['message.sendAndWait', 'template.sendAndWait'];

/** Runs the node as a step of n8n's second engine. */
async function run(
	parameters: IDataObject,
	input: INodeExecutionData[],
	settings: NodeSettings = {},
	options: Partial<StepOptions> = {},
): Promise<INodeExecutionData[]> {
	const workflow = messagingWorkflow(parameters, settings);
	const credentials = scene.credentials()!;
	const stepOptions = { credentials, input, ...options };
	const [output = []] = await runStep(scene.engine, workflow, NODE_NAME, stepOptions);
	return output;
}

/** Runs a send over a number of items. */
const runSend = async (
	send: Send,
	count: number,
	parameters: IDataObject = {},
	...more: [NodeSettings?, Partial<StepOptions>?]
) => await run(send.parameters(parameters), itemsOf(send, count), ...more);

const items = async () => await Promise.all([1, 2, 3].map((index) => operationItem(scene, index)));

/** What an operation gives: the fields of each item, and the item that it comes from. */
const shapeOf = (output: INodeExecutionData[]) =>
	output.map(({ json, pairedItem }) => [Object.keys(json), pairedItem]);

const errorOf = async (running: Promise<unknown>) =>
	(await running.catch((error: Error) => error)) as Error;

test.each(OPERATION_NAMES.filter((name) => !WAITS.includes(name)))(
	'%s does on the second engine what it does on the first',
	async (name) => {
		const recipients = () => scene.sandbox.accepted.map(({ recipient }) => recipient).sort();
		const first = await scene.run(OPERATIONS[name], await items());
		expect(first.error).toBeUndefined();
		const reached = recipients();
		scene.sandbox.reset();

		const output = await run(OPERATIONS[name], await items());

		expect(shapeOf(output)).toEqual(shapeOf(first.items(NODE_NAME)));
		expect(output.length).toBeGreaterThan(0);
		expect(recipients()).toEqual(reached);
		expect(reached).toHaveLength(isRead(name) ? 0 : 3);
	},
);

test.each(WAITS)('%s says that the second engine cannot wait, and sends nothing', async (name) => {
	const input = [await operationItem(scene, 1)];
	const error = await errorOf(run(OPERATIONS[name], input));
	expect(error.message).toContain("n8n's Engine 2.0 cannot wait for a response");

	const [failed] = await run(OPERATIONS[name], input, continuing);
	expect(failed!.json.details).toEqual({ status: 'failed' });
	expect(scene.sandbox.requests).toEqual([]);
});

test('what can wait is told by what the engine can do, and not by the ID of its executions', async () => {
	const signal = jest.spyOn(ExecuteContext.prototype, 'getExecutionCancelSignal');
	signal.mockReturnValue(new AbortController().signal);
	await run(OPERATIONS['message.sendAndWait'], [await operationItem(scene, 1)]);
	signal.mockRestore();
	expect(scene.sandbox.accepted).toHaveLength(1);
});

describe.each(sends)('$operation', (send) => {
	const refuseSecond = () =>
		scene.sandbox.faults.add({
			recipient: send.recipient(1),
			fault: { kind: 'status', status: 400, body: { error: 'No such customer', code: 'gone' } },
		});

	test('fails with an error of this node that names the item, without the key', async () => {
		refuseSecond();
		const error = await errorOf(runSend(send, 3, { parallelSends: 1 }, retrying(3)));

		expect(error.name).toBe('NodeApiError');
		expect(error.message).toContain('The service refused the request with status 400');
		expect(error.message).toMatch(/ \[item 1, [^\]]+\]$/);
		expect(error.stack).not.toContain(scene.sandbox.apiKey);
		// n8n leaves out 'Retry On Fail' there, so nothing is sent again.
		expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(1));
	});

	test("sends the others with 'On Error: Continue'", async () => {
		refuseSecond();
		const output = await runSend(send, 3, { parallelSends: 1 }, continuing);

		expect(acceptedMarks(scene.sandbox)).toEqual(['message-0', 'message-2']);
		expect(output.map(({ json }) => json.error)).toEqual([
			undefined,
			expect.stringContaining('The service refused the request with status 400'),
			undefined,
		]);
	});

	test('does not repeat a message that may have arrived', async () => {
		scene.sandbox.faults.add({ accepts: true, fault: { kind: 'resetAfterBody' } });
		const error = await errorOf(runSend(send, 1));

		expect(error.message).toContain('Outcome unknown');
		expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(1));
	});

	test('sends the message of a key once, in whichever execution, at once or later, on either engine', async () => {
		const keyed = { messageKey: '={{ $json.mark.trim() }}-once' };
		await Promise.all([runSend(send, 2, keyed), runSend(send, 2, keyed)]);
		const later = await runSend(send, 2, keyed);
		const first = await scene.run(send.parameters(keyed), itemsOf(send, 2));

		for (const output of [later, first.items(NODE_NAME)])
			expect(output.map(({ json }) => json.reason)).toEqual(['alreadySent', 'alreadySent']);
		expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(2));
	});

	test('sends to the test recipient what a person starts, and to the customers what a trigger starts', async () => {
		const [customer, tester] = [send.recipient(0), send.recipient(7)];
		for (const mode of ['manual', 'webhook'] as const)
			await runSend(send, 1, { testRecipient: tester }, {}, { mode });

		expect(scene.sandbox.accepted.map(({ recipient }) => recipient)).toEqual([tester, customer]);
	});
});

test('each round of a loop sends its own messages', async () => {
	const executionId = newExecutionId();
	for (const iteration of [0, 1, 2]) {
		const input = [sendText.item(`round ${iteration}`, sendText.recipient(0))];
		await run(sendText.parameters(), input, {}, { executionId, iteration });
	}
	expect(acceptedMarks(scene.sandbox)).toEqual(['round 0', 'round 1', 'round 2']);
});
