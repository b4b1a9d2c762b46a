import { expect, test } from '@playwright/test';

import { books } from '../stage/books';
import { itemsOf, latestExecution, storedExecution } from '../stage/executions';
import { rest } from '../stage/stage';
import { listen, MESSAGING, messagingNode, node } from '../stage/workflows';

test.beforeEach(books.reset);

const CUSTOMERS = Array.from({ length: 8 }, (_, index) => String(5001 + index));

const recipients = async () => (await books.accepted()).map(({ recipient }) => recipient).sort();

/** Nodes that output one item for each customer. */
const customers = [
	node('Customers', 'n8n-nodes-base.set', 3.4, {
		mode: 'raw',
		jsonOutput: JSON.stringify({ customer: CUSTOMERS }),
		options: {},
	}),
	node('Split Out', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'customer', options: {} }),
];

const sendText = {
	resource: 'message',
	operation: 'sendText',
	customerId: '={{ $json.customer }}',
	text: 'Hello',
};

test('a failed execution, retried, sends what was not sent, gives the first answers of the rest, and nothing twice', async () => {
	const { workflow, call } = await listen('Retry: refused once', [
		...customers,
		messagingNode(sendText),
	]);
	await books.addFault({ recipient: '5003', times: 1, fault: { kind: 'status', status: 400 } });
	expect((await call({})).status).toBe(500);
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
