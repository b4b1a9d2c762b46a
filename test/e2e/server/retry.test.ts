import type { IDataObject } from 'n8n-workflow';

import type { SavedWorkflow, WorkflowFile, WorkflowNode } from '../../../dev/editor/restInterface';
import { books } from '../stage/books';
import { itemsOf, latestExecution, runByHand, storedExecution } from '../stage/executions';
import { rest } from '../stage/stage';
import { line, listen, manualTrigger, MESSAGING, messagingNode, node } from '../stage/workflows';

beforeEach(books.reset);

const CUSTOMERS = Array.from({ length: 8 }, (_, index) => String(5001 + index));

const recipients = async () => (await books.accepted()).map(({ recipient }) => recipient).sort();

const refuse = async (recipient: string) =>
	await books.addFault({ recipient, times: 1, fault: { kind: 'status', status: 400 } });

/** Nodes that output one item for each customer. */
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

/** Runs a workflow as its editor does, to the end. Returns the execution's ID. */
async function runToTheEnd(workflow: SavedWorkflow): Promise<string> {
	await runByHand(workflow);
	return (await latestExecution(workflow.id, ['success', 'error'])).id;
}

/** Retries an execution from the list, with its workflow as it was then or as it is now. */
async function retry(id: string, loadWorkflow = true): Promise<{ id: string; status: string }> {
	return await rest.ask('POST', `/executions/${id}/retry`, { loadWorkflow });
}

async function errorOf(id: string): Promise<string | undefined> {
	return (await storedExecution(id)).resultData.error?.message;
}

test('a failed execution, retried, sends what was not sent, gives the first answers of the rest, and nothing twice', async () => {
	const { workflow, call } = await listen('Retry: refused once', [...customers(), sendText()]);
	await refuse('5003');
	expect((await call({})).status).toBe(500);
	const failed = await latestExecution(workflow.id, 'error');
	expect(await recipients()).not.toContain('5003');
	expect(await recipients()).toContain('5001');

	const retried = await retry(failed.id, false);

	expect(retried.status).toBe('success');
	expect(await recipients()).toEqual(CUSTOMERS);
	const output = itemsOf(await storedExecution(retried.id), MESSAGING);
	const inBooks = new Map((await books.accepted()).map(({ recipient, id }) => [recipient, id]));
	expect(output.map(({ recipient, messageId }) => [recipient, messageId])).toEqual(
		CUSTOMERS.map((customer) => [customer, `report-${inBooks.get(customer)}`]),
	);
});

test('a loop of which rounds fail: each message once, however often which execution is retried', async () => {
	const rounds = node('Loop Over Items', 'n8n-nodes-base.splitInBatches', 3, { options: {} });
	const { connections, ...others } = line('Retry: a round fails', [
		manualTrigger(),
		...customers(),
		rounds,
		sendText(),
	]);
	const to = (other: string) => [{ node: other, type: 'main', index: 0 }];
	const workflow = await rest.createWorkflow({
		...others,
		connections: {
			...connections,
			[rounds.name]: { main: [[], to(MESSAGING)] },
			[MESSAGING]: { main: [to(rounds.name)] },
		},
	});
	await refuse('5004');
	const original = await runToTheEnd(workflow);
	await refuse('5006');
	const retried = await retry(original);
	expect(retried.status).toBe('error');
	expect(await recipients()).toEqual(CUSTOMERS.slice(0, 5));

	for (const id of [original, retried.id, original])
		expect((await retry(id)).status).toBe('success');
	expect(await recipients()).toEqual(CUSTOMERS);
});

test("n8n's Remove Duplicates in front of the node, with the workflow as its scope: a retry sends nothing", async () => {
	const unseen = node('Remove Duplicates', 'n8n-nodes-base.removeDuplicates', 2, {
		operation: 'removeItemsSeenInPreviousExecutions',
		logic: 'removeItemsUpToStoredIncrementalKey',
		incrementalDedupeValue: '={{ $now.toMillis() }}',
		options: { scope: 'workflow' },
	});
	const nodes = [...customers(), unseen, sendText()];
	const { workflow, call } = await listen('Retry: duplicates in front of it', nodes);
	await refuse('5008');
	await call({});
	const failed = await latestExecution(workflow.id, 'error');
	const sent = await recipients();

	const retried = await retry(failed.id);
	// n8n's own words, as it keeps a number there, and no list.
	expect(await errorOf(retried.id)).toContain('Deduplication data was originally saved');
	expect(await recipients()).toEqual(sent);
});

test('an unknown message with a key, retried as it is, then with Send Again: sent once, also by the next execution', async () => {
	const nodes = [manualTrigger(), ...customers().slice(0, 1), sendText()];
	const sending = (unknownOutcome: string): WorkflowFile => {
		const [messaging] = nodes.slice(-1) as [WorkflowNode];
		Object.assign(messaging.parameters as IDataObject, {
			...{ customerId: '5001', messageKey: 'november-sale', options: { unknownOutcome } },
		});
		return line('Retry: a key whose message is unknown', nodes);
	};
	const workflow = await rest.createWorkflow(sending('ask'));
	await books.addFault({
		recipient: '5001',
		times: 1,
		fault: { kind: 'resetAfterBody' },
		accepts: false,
	});
	const original = await runToTheEnd(workflow);
	expect((await retry(original)).status).toBe('error');
	expect(await recipients()).toEqual([]);

	const { id, versionId } = workflow;
	await rest.ask('PATCH', `/workflows/${id}`, { ...sending('sendAgain'), versionId });
	expect((await retry(original)).status).toBe('success');
	expect(await recipients()).toEqual(['5001']);
	const again = await storedExecution(await runToTheEnd(workflow));
	expect(itemsOf(again, MESSAGING)[0]).toMatchObject({ reason: 'alreadySent' });
	expect(await recipients()).toEqual(['5001']);
});

describe('Test Recipient', () => {
	const testRecipient = '5900';

	test('a manual run that could not begin, retried: a test', async () => {
		const nodes = [manualTrigger(), ...customers(), sendText()];
		const sending = (options: IDataObject): WorkflowFile => {
			// The same node, as a pasted one refuses to retry.
			Object.assign(nodes.at(-1)!, { parameters: sendText(options).parameters });
			return line('Retry: a test', nodes);
		};
		const workflow = await rest.createWorkflow(
			sending({ testRecipient, parallelSends: '={{ "many" }}' }),
		);
		const original = await runToTheEnd(workflow);
		expect(await recipients()).toEqual([]);
		const { id, versionId } = workflow;
		await rest.ask('PATCH', `/workflows/${id}`, { ...sending({ testRecipient }), versionId });

		expect((await retry(original)).status).toBe('success');
		expect(await recipients()).toEqual(Array.from({ length: 5 }, () => testRecipient));
	});

	test('in a workflow that another one calls, run by hand: refused', async () => {
		const called = await rest.createWorkflow(
			line('Test Recipient: called', [
				node('When Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, {
					inputSource: 'passthrough',
				}),
				sendText({ testRecipient }),
			]),
		);
		await rest.activate(called);
		const caller = await rest.createWorkflow(
			line('Test Recipient: caller', [
				manualTrigger(),
				...customers(),
				node('Call', 'n8n-nodes-base.executeWorkflow', 1.2, {
					workflowId: { __rl: true, mode: 'id', value: called.id },
					options: {},
				}),
			]),
		);
		expect(await errorOf(await runToTheEnd(caller))).toContain(
			'nobody can tell whether this is a test: this workflow was called by another one',
		);
		expect(await recipients()).toEqual([]);
	});
});
