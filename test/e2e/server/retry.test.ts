import { books } from '../stage/books';
import { latestExecution, itemsOf, storedExecution } from '../stage/executions';
import { rest } from '../stage/stage';
import { listen, MESSAGING, messagingNode, node } from '../stage/workflows';

beforeEach(books.reset);

const CUSTOMERS = ['5001', '5002', '5003', '5004', '5005'];

/** A webhook whose call sends one text to each of its customers. */
async function broadcast(name: string) {
	return await listen(name, [
		node('Split Out', 'n8n-nodes-base.splitOut', 1, {
			fieldToSplitOut: 'body.customers',
			options: {},
		}),
		messagingNode({
			resource: 'message',
			operation: 'sendText',
			customerId: "={{ $json['body.customers'] }}",
			text: 'Hello',
		}),
	]);
}

const recipients = async () => (await books.accepted()).map(({ recipient }) => recipient).sort();

test('a failed execution that is retried from the list sends what was not sent, and nothing twice', async () => {
	const { workflow, call } = await broadcast('Retry: refused once');
	await books.addFault({ recipient: '5003', times: 1, fault: { kind: 'status', status: 400 } });
	const { status } = await call({ customers: CUSTOMERS });
	expect(status).toBe(500);
	const failed = await latestExecution(workflow.id, 'error');
	expect(await recipients()).not.toContain('5003');
	expect(await recipients()).toContain('5001');

	const retried = await rest.ask<{ id: string; status: string }>(
		'POST',
		`/executions/${failed.id}/retry`,
		{ loadWorkflow: false },
	);

	expect(retried.status).toBe('success');
	expect(await recipients()).toEqual(CUSTOMERS);
	const output = itemsOf(await storedExecution(retried.id), MESSAGING);
	const inBooks = new Map((await books.accepted()).map(({ recipient, id }) => [recipient, id]));
	expect(output.map(({ recipient, messageId }) => [recipient, messageId])).toEqual(
		CUSTOMERS.map((customer) => [customer, `report-${inBooks.get(customer)}`]),
	);
});

test('a message whose outcome nobody knows is not sent again by a retry', async () => {
	const { workflow, call } = await broadcast('Retry: accepted without an answer');
	await books.addFault({
		recipient: '5002',
		times: 1,
		fault: { kind: 'resetAfterBody' },
		accepts: true,
	});
	await call({ customers: CUSTOMERS });
	const failed = await latestExecution(workflow.id, 'error');

	const retried = await rest.ask<{ id: string; status: string }>(
		'POST',
		`/executions/${failed.id}/retry`,
		{ loadWorkflow: true },
	);

	expect(retried.status).toBe('error');
	const { error } = (await storedExecution(retried.id)).resultData;
	expect(error?.message).toMatch(/^Outcome unknown.*\[item 1, [^\]]*\]$/);
	expect(await recipients()).toEqual(CUSTOMERS);
});
