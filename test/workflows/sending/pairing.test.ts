import type { IDataObject } from 'n8n-workflow';

import type { WorkflowFile } from '../../../dev/engine/workflowFile';
import { OPERATIONS } from '../../support/operations';
import {
	messagingWorkflow,
	NODE_NAME,
	type NodeSettings,
	outputOf,
	useScene,
} from '../../support/scene';
import { noting, to } from '../../support/workflowNodes';

const scene = useScene();

const UNKNOWN_CUSTOMER =
	'The service refused the request with status 400: There is no customer 404001 (code unknown_customer)';
const NO_CUSTOMER = "'Customer ID': {{ $json.id }} gives nothing for this item";

const CUSTOMERS = [
	{ id: 5001, name: 'Customer 1' },
	{ id: 404001, name: 'Customer 2' },
	{ id: '', name: 'Customer 3' },
	{ id: 5004, name: 'Customer 4' },
];

/** A node that notes the name of the customer whom an item goes back to, beside a field that it adds. */
const note = (name: string, field: string, value: string) =>
	noting(name, { customer: "={{ $('Start').item.json.name }}", [field]: value });

/** Sends a text, and notes what was sent and what was not. */
function withOnError(onError: NodeSettings['onError']): WorkflowFile {
	const { nodes, connections } = messagingWorkflow(
		{
			...OPERATIONS['message.sendText'],
			customerId: '={{ $json.id }}',
			text: '=Hello {{ $json.name }}',
		},
		{ onError },
	);
	return {
		name: 'Send a text, note what was sent and what was not',
		nodes: [
			...nodes,
			note('Sent', 'message', '={{ $json.messageId }}'),
			note('Not sent', 'reason', '={{ $json.error }}'),
		],
		connections: { ...connections, [NODE_NAME]: { main: [to('Sent'), to('Not sent')] } },
	};
}

const run = async (workflow: WorkflowFile, credential: IDataObject = {}) =>
	await scene.runWorkflow(workflow, CUSTOMERS, { credentials: scene.credentials(credential) });

test('sent items go to the first output and failed ones, with their input merged in, to the error output, each linked to its own item', async () => {
	const execution = await run(withOnError('continueErrorOutput'));

	expect(execution.status).toBe('success');
	const ids = new Map(
		scene.sandbox.accepted.map(({ recipient, id }) => [recipient, `report-${id}`]),
	);
	expect(outputOf(execution, 0, 'Sent')).toEqual([
		{ customer: 'Customer 1', message: ids.get('5001') },
		{ customer: 'Customer 4', message: ids.get('5004') },
	]);
	expect(outputOf(execution, 0, 'Not sent')).toEqual([
		{ customer: 'Customer 2', reason: UNKNOWN_CUSTOMER },
		{ customer: 'Customer 3', reason: NO_CUSTOMER },
	]);
	expect(execution.items(NODE_NAME, 1)).toEqual([
		{
			json: {
				id: 404001,
				name: 'Customer 2',
				error: UNKNOWN_CUSTOMER,
				message: `${UNKNOWN_CUSTOMER}. The message was not sent. Correct what the service names, or look at the customer in the service's dashboard.`,
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
				message: `${NO_CUSTOMER}. The message was not sent. Check that the item has everything that this expression points at.`,
				details: { status: 'failed' },
			},
			pairedItem: { item: 2 },
		},
	]);
});

test('what is wrong for every item stops a run that is to stop, with what to do', async () => {
	const execution = await run(withOnError('stopWorkflow'), { baseUrl: 'service.example' });
	expect(execution.error).toMatchObject({
		message:
			"'Base URL' does not begin with https://. Enter the whole address, such as https://hub.example.com",
		description:
			'Nothing was sent. Open the Customer Messaging API credential of this node to change it.',
	});
	expect([execution.items('Sent'), execution.items('Not sent')]).toEqual([[], []]);
});

test.each([0, 1])(
	"with the error output, a 'Message Key' that n8n refuses to read for item %i fails that item alone, and the others are linked to theirs",
	async (bad) => {
		// The last one is skipped.
		const items = ['5001', '5002', '5003', '5003'].map((id) => ({ id }));
		const execution = await scene.run(
			{
				...OPERATIONS['message.sendText'],
				customerId: '={{ $json.id }}',
				// Stands for anything that n8n throws on, such as an item whose link to an earlier node is lost.
				messageKey: `={{ $itemIndex === ${bad} ? $('Start').itemMatching(99).json.id : $json.id }}`,
			},
			items,
			{ onError: 'continueErrorOutput' },
		);
		expect(outputOf(execution, 1).map(({ id }) => id)).toEqual([items[bad]!.id]);
		expect(execution.items(NODE_NAME).map(({ pairedItem }) => pairedItem)).toEqual(
			[1 - bad, 2, 3].map((item) => ({ item })),
		);
		expect(scene.sandbox.accepted).toHaveLength(2);
	},
);
