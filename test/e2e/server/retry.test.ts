import { expect, test } from '@playwright/test';

import { OPERATIONS } from '../../support/operations';
import { books } from '../stage/books';
import { itemsOf, latestExecution, storedExecution } from '../stage/executions';
import { rest } from '../stage/stage';
import { giving, listen, MESSAGING, messagingNode, node } from '../stage/workflows';

test.beforeEach(books.reset);

const CUSTOMERS = Array.from({ length: 8 }, (_, index) => String(5001 + index));

/** Nodes that output one item for each customer. */
const customers = [
	giving('Customers', { customer: CUSTOMERS }),
	node('Split Out', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'customer', options: {} }),
];

test('a failed execution, retried, sends what was not sent, gives the first answers of the rest, and nothing twice', async () => {
	const { workflow, call } = await listen('Retry: refused once', [
		...customers,
		messagingNode(OPERATIONS['message.sendText']),
	]);
	await books.addFault({ recipient: '5003', times: 1, fault: { kind: 'status', status: 400 } });
	expect((await call({})).status).toBe(500);
	const failed = await latestExecution(workflow.id, 'error');
	expect(await books.recipients()).not.toContain('5003');
	expect(await books.recipients()).toContain('5001');

	const retried = await rest.ask<{ id: string; status: string }>(
		'POST',
		`/executions/${failed.id}/retry`,
		{ loadWorkflow: false },
	);

	expect(retried.status).toBe('success');
	expect((await books.recipients()).sort()).toEqual(CUSTOMERS);
	const output = itemsOf(await storedExecution(retried.id), MESSAGING);
	const inBooks = new Map((await books.accepted()).map(({ recipient, id }) => [recipient, id]));
	expect(output.map(({ recipient, messageId }) => [recipient, messageId])).toEqual(
		CUSTOMERS.map((customer) => [customer, `report-${inBooks.get(customer)}`]),
	);
});
