import type { IDataObject } from 'n8n-workflow';

import { NODE_NAME, useScene } from '../../support/scene';
import workflow from './pairing.workflow.json';

const scene = useScene();

const UNKNOWN_CUSTOMER =
	'The service refused the request with status 400: There is no customer 404001 (code unknown_customer)';
const NO_CUSTOMER = "'Customer ID' is empty";

/** The workflow with another setting of the node under test. */
function withOnError(onError: string) {
	return {
		...workflow,
		nodes: workflow.nodes.map((node) => (node.name === NODE_NAME ? { ...node, onError } : node)),
	};
}

const json = (items: Array<{ json: IDataObject }>) => items.map((item) => item.json);

test('sent items go to the first output and failed ones to the error output, each linked to its own item', async () => {
	const execution = await scene.engine.run(workflow, { credentials: scene.credentials() });

	expect(execution.status).toBe('success');
	const ids = new Map(
		scene.sandbox.accepted.map(({ recipient, id }) => [recipient, `report-${id}`]),
	);
	expect(json(execution.items('Sent'))).toEqual([
		{ customer: 'Customer 1', message: ids.get('5001') },
		{ customer: 'Customer 4', message: ids.get('5004') },
	]);
	expect(json(execution.items('Not sent'))).toEqual([
		{ customer: 'Customer 2', reason: UNKNOWN_CUSTOMER },
		{ customer: 'Customer 3', reason: NO_CUSTOMER },
	]);
});

test('a failed item has its input merged in, and error, message and details, and nothing else', async () => {
	const execution = await scene.engine.run(workflow, { credentials: scene.credentials() });

	expect(execution.items(NODE_NAME, 1)).toEqual([
		{
			json: {
				id: 404001,
				name: 'Customer 2',
				error: UNKNOWN_CUSTOMER,
				message: `${UNKNOWN_CUSTOMER}. The message was not sent. Correct the values that the service names, then try again.`,
				details: {
					status: 'failed',
					httpCode: '400',
					code: 'unknown_customer',
					recipient: '404001',
				},
			},
			pairedItem: { item: 1 },
		},
		{
			json: {
				id: '',
				name: 'Customer 3',
				error: NO_CUSTOMER,
				message: `${NO_CUSTOMER}. The message was not sent. Enter the ID, or an expression that gives one for every item.`,
				details: { status: 'failed' },
			},
			pairedItem: { item: 2 },
		},
	]);
});

test('with one output for all, items stay in input order and linked', async () => {
	const execution = await scene.engine.run(withOnError('continueRegularOutput'), {
		credentials: scene.credentials(),
	});

	expect(json(execution.items('Sent')).map(({ customer }) => customer)).toEqual([
		'Customer 1',
		'Customer 2',
		'Customer 3',
		'Customer 4',
	]);
	expect(
		execution
			.items(NODE_NAME)
			.map((item) => [item.pairedItem, Object.keys(item.json).includes('error')]),
	).toEqual([
		[{ item: 0 }, false],
		[{ item: 1 }, true],
		[{ item: 2 }, true],
		[{ item: 3 }, false],
	]);
	expect(Object.keys(execution.items(NODE_NAME)[1]!.json)).toEqual(['error', 'message', 'details']);
});

test('answers that overtake each other still come out in input order', async () => {
	const slow = [5001, 5002, 5003, 5004, 5005];
	slow.forEach((recipient, index) =>
		scene.sandbox.faults.add({
			recipient: String(recipient),
			fault: { kind: 'slow', milliseconds: 50 * (slow.length - index) },
		}),
	);
	const items = slow.map((id) => ({ id, name: `Customer ${id}` }));
	const execution = await scene.engine.run(withOnError('stopWorkflow'), {
		credentials: scene.credentials(),
		input: items.map((item) => ({ json: item })),
	});
	expect(json(execution.items('Sent')).map(({ customer }) => customer)).toEqual(
		items.map(({ name }) => name),
	);
	expect(json(execution.items(NODE_NAME)).map(({ customerId }) => customerId)).toEqual(slow);
});

test('items link back through nodes before that drop some and change their order', async () => {
	const name = workflow.nodes[0]!.name;
	const filtered = {
		...workflow,
		nodes: [
			...workflow.nodes,
			{
				id: 'sort',
				name: 'Sort',
				type: 'n8n-nodes-base.sort',
				typeVersion: 1,
				position: [110, 0],
				parameters: {
					sortFieldsUi: { sortField: [{ fieldName: 'name', order: 'descending' }] },
					options: {},
				},
			},
			{
				id: 'limit',
				name: 'Limit',
				type: 'n8n-nodes-base.limit',
				typeVersion: 1,
				position: [110, 0],
				parameters: { maxItems: 3 },
			},
		],
		connections: {
			...workflow.connections,
			[name]: { main: [[{ node: 'Sort', type: 'main', index: 0 }]] },
			Sort: { main: [[{ node: 'Limit', type: 'main', index: 0 }]] },
			Limit: { main: [[{ node: NODE_NAME, type: 'main', index: 0 }]] },
		},
	};
	const execution = await scene.engine.run(filtered, { credentials: scene.credentials() });
	expect(json(execution.items('Sent')).map(({ customer }) => customer)).toEqual(['Customer 4']);
	expect(json(execution.items('Not sent')).map(({ customer }) => customer)).toEqual([
		'Customer 3',
		'Customer 2',
	]);
});

test('a run that stops gives nothing out and names the item', async () => {
	const execution = await scene.engine.run(withOnError('stopWorkflow'), {
		credentials: scene.credentials(),
	});
	expect(execution.status).toBe('error');
	expect(execution.error).toMatchObject({
		message: `${NO_CUSTOMER} [item 2]`,
		context: { itemIndex: 2 },
	});
	expect([execution.items('Sent'), execution.items('Not sent')]).toEqual([[], []]);
	expect(scene.sandbox.requests).toEqual([]);
});

test('what is wrong for every item stops a run that is to stop, with what to do', async () => {
	const execution = await scene.engine.run(withOnError('stopWorkflow'), {
		credentials: scene.credentials({ baseUrl: 'service.example' }),
	});
	expect(execution.error).toMatchObject({
		message: "'Base URL' must start with https://. Put it in front of the address",
		description: 'Open the Customer Messaging API credential of this node to change it.',
	});
});

describe.each(['continueRegularOutput', 'continueErrorOutput'])(
	'with On Error at %s, what is wrong for every item',
	(onError) => {
		test.each<[string, IDataObject, IDataObject, string]>([
			[
				'the base URL',
				{ baseUrl: 'service.example' },
				{},
				"'Base URL' must start with https://. Put it in front of the address",
			],
			['the API key', { apiKey: '' }, {}, "The credential's 'API Key' is empty"],
			['an option', {}, { timeout: 0 }, "'Timeout (Seconds)' under 'Options' is '0'"],
		])(
			'(%s) fails every item, and none is handed on as if it had been sent',
			async (_, credential, options, error) => {
				const changed = withOnError(onError);
				const node = changed.nodes.find(({ name }) => name === NODE_NAME)!;
				const execution = await scene.engine.run(
					{
						...changed,
						nodes: changed.nodes.map((one) =>
							one === node ? { ...node, parameters: { ...node.parameters, options } } : one,
						),
					},
					{ credentials: scene.credentials(credential) },
				);

				expect(scene.sandbox.requests).toEqual([]);
				expect(execution.status).toBe('success');
				const [first, second] = [
					json(execution.items(NODE_NAME, 0)),
					json(execution.items(NODE_NAME, 1)),
				];
				const [failed, sent] =
					onError === 'continueErrorOutput' ? [second, first] : [first, second];
				expect(sent).toEqual([]);
				expect(failed.map((item) => [item.error, item.details])).toEqual(
					[1, 2, 3, 4].map(() => [error, { status: 'failed' }]),
				);
				for (const { message } of failed)
					expect(message).toMatch(/^.+\. The message was not sent\. .+\.$/);
			},
		);
	},
);
