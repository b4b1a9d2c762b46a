import type { IDataObject } from 'n8n-workflow';

import type { SavedWorkflow, WorkflowFile, WorkflowNode } from '../../../dev/editor/restInterface';
import { until } from '../../support/until';
import { books } from '../stage/books';
import { executionsOf, storedExecution } from '../stage/executions';
import { rest } from '../stage/stage';
import { line, manualTrigger, MESSAGING, messagingNode, node } from '../stage/workflows';

beforeEach(books.reset);

const CUSTOMERS = Array.from({ length: 8 }, (_, index) => String(5001 + index));

const TESTER = '5900';

const recipients = async () => (await books.accepted()).map(({ recipient }) => recipient).sort();

const refuse = async (recipient: string) =>
	await books.addFault({ recipient, times: 1, fault: { kind: 'status', status: 400 } });

/** Gives one item for each customer. */
const customers = (): WorkflowNode[] => [
	node('Customers', 'n8n-nodes-base.set', 3.4, {
		mode: 'raw',
		jsonOutput: JSON.stringify({ customer: CUSTOMERS }),
		options: {},
	}),
	node('Split Out', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'customer', options: {} }),
];

const sendText = ({ testRecipient = '', ...options }: IDataObject = {}): WorkflowNode =>
	messagingNode({
		resource: 'message',
		operation: 'sendText',
		customerId: '={{ $json.customer }}',
		text: 'Hello',
		testRecipient,
		options,
	});

/** A workflow that sends to one customer a round, started by hand. */
function loop(name: string, options: IDataObject = {}): WorkflowFile {
	const rounds = node('Loop Over Items', 'n8n-nodes-base.splitInBatches', 3, { options: {} });
	const { connections, ...rest } = line(name, [
		manualTrigger(),
		...customers(),
		rounds,
		sendText(options),
	]);
	const to = (other: string) => [{ node: other, type: 'main', index: 0 }];
	return {
		...rest,
		connections: {
			...connections,
			[rounds.name]: { main: [[], to(MESSAGING)] },
			[MESSAGING]: { main: [to(rounds.name)] },
		},
	};
}

/** Runs a workflow as its editor does, to the end. Returns the execution's ID. */
async function runByHand(workflow: SavedWorkflow): Promise<string> {
	const { executionId } = await rest.ask<{ executionId: string }>(
		'POST',
		`/workflows/${workflow.id}/run`,
		{ workflowData: workflow, triggerToStartFrom: { name: 'Start' } },
	);
	await until(async () =>
		(await executionsOf(workflow.id)).some(
			({ id, status }) => id === executionId && ['success', 'error'].includes(status),
		),
	);
	return executionId;
}

async function retry(id: string): Promise<{ id: string; status: string }> {
	return await rest.ask('POST', `/executions/${id}/retry`, { loadWorkflow: true });
}

async function save({ id, versionId }: SavedWorkflow, changed: WorkflowFile): Promise<void> {
	await rest.ask('PATCH', `/workflows/${id}`, { ...changed, versionId });
}

async function errorOf(id: string): Promise<string | undefined> {
	return (await storedExecution(id)).resultData.error?.message;
}

describe('a loop over eight customers', () => {
	test('of which rounds fail: each message once, however often which execution is retried', async () => {
		const workflow = await rest.createWorkflow(loop('Any retry: a round fails'));
		await refuse('5004');
		const original = await runByHand(workflow);
		await refuse('5006');
		const retried = await retry(original);
		expect(retried.status).toBe('error');
		expect(await recipients()).toEqual(CUSTOMERS.slice(0, 5));

		for (const id of [original, retried.id, original])
			expect((await retry(id)).status).toBe('success');
		expect(await recipients()).toEqual(CUSTOMERS);
	});

	test('whose first run could not begin: each message once', async () => {
		const workflow = await rest.createWorkflow(
			loop('Any retry: a wrong option', { parallelSends: '={{ "many" }}' }),
		);
		const original = await runByHand(workflow);
		expect(await errorOf(original)).toContain("'Parallel Sends'");
		await save(workflow, loop('Any retry: a wrong option'));
		await refuse('5004');
		expect((await retry(original)).status).toBe('error');
		expect(await recipients()).toEqual(CUSTOMERS.slice(0, 3));

		await Promise.all([retry(original), retry(original)]);
		expect(await recipients()).toEqual(CUSTOMERS);
	});
});

describe('Test Recipient', () => {
	const testRecipient = { testRecipient: TESTER };

	test('a manual run that could not begin, retried: a test', async () => {
		const name = 'Any retry: a test';
		const workflow = await rest.createWorkflow(
			line(name, [
				manualTrigger(),
				...customers(),
				sendText({ ...testRecipient, parallelSends: '={{ "many" }}' }),
			]),
		);
		const original = await runByHand(workflow);
		expect(await recipients()).toEqual([]);
		await save(workflow, line(name, [manualTrigger(), ...customers(), sendText(testRecipient)]));

		expect((await retry(original)).status).toBe('success');
		expect(await recipients()).toEqual(Array.from({ length: 5 }, () => TESTER));
	});

	test('a manual run that failed before it came to the node, retried: refused', async () => {
		const name = 'Any retry: a node before';
		const through = (type: string, parameters: object): WorkflowFile =>
			line(name, [
				manualTrigger(),
				...customers(),
				node('Before', type, 1, parameters),
				sendText(testRecipient),
			]);
		const workflow = await rest.createWorkflow(
			through('n8n-nodes-base.stopAndError', { errorMessage: 'Not yet' }),
		);
		const original = await runByHand(workflow);
		await save(workflow, through('n8n-nodes-base.noOp', {}));

		const retried = await retry(original);
		expect(await errorOf(retried.id)).toContain('nobody can tell whether this is a test');
		expect(await recipients()).toEqual([]);
	});

	test('in a workflow that another one calls, run by hand: refused', async () => {
		const called = await rest.createWorkflow(
			line('Any retry: called', [
				node('When Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, {
					inputSource: 'passthrough',
				}),
				sendText(testRecipient),
			]),
		);
		await rest.activate(called).catch(() => {});
		const caller = await rest.createWorkflow(
			line('Any retry: caller', [
				manualTrigger(),
				...customers(),
				node('Call', 'n8n-nodes-base.executeWorkflow', 1.2, {
					workflowId: { __rl: true, mode: 'id', value: called.id },
					options: {},
				}),
			]),
		);
		const execution = await runByHand(caller);
		expect(await errorOf(execution)).toContain(
			'nobody can tell whether this is a test: this workflow was called by another one',
		);
		expect(await recipients()).toEqual([]);
	});
});
