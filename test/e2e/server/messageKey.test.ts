import { expect, test } from '@playwright/test';

import { books } from '../stage/books';
import { latestExecution, storedExecution } from '../stage/executions';
import { listen, MESSAGING, messagingNode, node } from '../stage/workflows';

test.beforeEach(books.reset);

const customers = Array.from({ length: 20 }, (_, index) => String(5001 + index));

/** A webhook whose call sends one text to each of its customers, with a key. */
async function broadcast(name: string) {
	return await listen(name, [
		node('Split Out', 'n8n-nodes-base.splitOut', 1, {
			fieldToSplitOut: 'body.customers',
			options: {},
		}),
		messagingNode(
			{
				resource: 'message',
				operation: 'sendText',
				customerId: "={{ $json['body.customers'] }}",
				text: 'Hello',
				messageKey: "={{ $json['body.customers'] }}-hello",
			},
			{ onError: 'continueRegularOutput' },
		),
	]);
}

const recipients = async () => (await books.accepted()).map(({ recipient }) => recipient).sort();

const reasons = (answer: unknown): unknown[] =>
	(answer as Array<Record<string, unknown>>).map(({ reason, error }) => reason ?? error ?? 'sent');

test('a key is sent once, and what was refused with it the next time', async () => {
	const { workflow, call } = await broadcast('Keys: in a row');
	await books.addFault({ recipient: '5003', times: 1, fault: { kind: 'status', status: 400 } });
	await call({ customers });
	expect(await recipients()).toEqual(customers.filter((customer) => customer !== '5003'));

	const { answer } = await call({ customers });

	expect(await recipients()).toEqual(customers);
	expect(reasons(answer)).toEqual(
		customers.map((customer) => (customer === '5003' ? 'sent' : 'alreadySent')),
	);
	const { id } = await latestExecution(workflow.id, 'success');
	const [run] = (await storedExecution(id)).resultData.runData[MESSAGING]!;
	expect(JSON.stringify(run)).toContain('1 of 20 messages sent, 19 sent before.');
});

test('calls at the same moment send each key once', async () => {
	const { call } = await broadcast('Keys: at once');
	const answers = await Promise.all(Array.from({ length: 5 }, () => call({ customers })));
	expect(await recipients()).toEqual(customers);
	const became = answers.flatMap(({ answer }) => reasons(answer));
	expect(became.filter((what) => what === 'sent')).toHaveLength(20);
	expect(became.filter((what) => what === 'alreadySent')).toHaveLength(80);
});
