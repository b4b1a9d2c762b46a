import { books } from '../stage/books';
import {
	latestExecution,
	itemsOf,
	type StoredExecution,
	storedExecution,
} from '../stage/executions';
import { listen, MESSAGING, messagingNode, node } from '../stage/workflows';

beforeEach(books.reset);

/** Sends a text to each of three customers, the second of whom the service refuses. */
async function send(onError: string): Promise<StoredExecution> {
	const { workflow, call } = await listen(`Error output: ${onError}`, [
		node('Split Out', 'n8n-nodes-base.splitOut', 1, {
			fieldToSplitOut: 'body.customers',
			options: {},
		}),
		messagingNode(
			{ resource: 'message', operation: 'sendText', customerId: '={{ $json.id }}', text: 'Hello' },
			{ onError },
		),
	]);
	await books.addFault({ recipient: '5002', fault: { kind: 'status', status: 400 } });
	await call({ customers: [{ id: '5001' }, { id: '5002' }, { id: '5003' }] });
	const { id } = await latestExecution(workflow.id, 'success');
	return await storedExecution(id);
}

const sent = expect.objectContaining({ messageId: expect.anything() as string }) as object;

const failure = {
	error: expect.stringContaining('The service refused the request with status 400') as string,
	message: expect.stringContaining('The message was not sent') as string,
	details: { status: 'failed', httpCode: '400', code: 'fault', recipient: '5002' },
};

test('a message that failed goes to the error output with its details, and to no other', async () => {
	const execution = await send('continueErrorOutput');

	expect(itemsOf(execution, MESSAGING, 0)).toEqual([sent, sent]);
	expect(itemsOf(execution, MESSAGING, 1)).toEqual([{ id: '5002', ...failure }]);
});

test('without an error output it stands among the others with its details', async () => {
	const execution = await send('continueRegularOutput');

	expect(itemsOf(execution, MESSAGING)).toEqual([sent, failure, sent]);
});
