import { expect, test } from '@playwright/test';

import { OPERATIONS } from '../../support/operations';
import { books } from '../stage/books';
import { listen, messagingNode, node } from '../stage/workflows';

const customers = Array.from({ length: 20 }, (_, index) => String(5001 + index));

const reasons = (answer: unknown): unknown[] =>
	(answer as Array<Record<string, unknown>>).map(({ reason, error }) => reason ?? error ?? 'sent');

test('calls at the same moment send each key once', async () => {
	await books.reset();
	const { call } = await listen('Keys: at once', [
		node('Split Out', 'n8n-nodes-base.splitOut', 1, {
			fieldToSplitOut: 'body.customers',
			options: {},
		}),
		messagingNode(
			{
				...OPERATIONS['message.sendText'],
				customerId: "={{ $json['body.customers'] }}",
				messageKey: "={{ $json['body.customers'] }}-hello",
			},
			{ onError: 'continueRegularOutput' },
		),
	]);
	const answers = await Promise.all(Array.from({ length: 5 }, () => call({ customers })));
	expect((await books.recipients()).sort()).toEqual(customers);
	const became = answers.flatMap(({ answer }) => reasons(answer));
	expect(became.filter((what) => what === 'sent')).toHaveLength(20);
	expect(became.filter((what) => what === 'alreadySent')).toHaveLength(80);
});
