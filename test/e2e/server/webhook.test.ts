import { books } from '../stage/books';
import { stage } from '../stage/stage';
import { listen, messagingNode } from '../stage/workflows';

beforeEach(books.reset);

const channelId = { __rl: true, mode: 'id', value: '11' };
const variables = {
	mappingMode: 'defineBelow',
	value: { 1: '={{ $json.body.order }}', 2: '={{ $json.body.name }}', 3: 'Friday' },
	schema: ['1', '2', '3'].map((id) => ({
		id,
		displayName: `Variable ${id}`,
		required: true,
		type: 'string',
		display: true,
	})),
};
/** A date of n8n's own, which in a real n8n comes out of an isolate. */
const delivered = "={{ DateTime.fromISO('2026-03-04T05:06:07.000Z', { zone: 'utc' }) }}";
const body = { phone: '+12025550123', customer: '5001', name: 'Customer 1', order: 'A-1001' };

const OPERATIONS = [
	{
		title: 'a template',
		parameters: {
			resource: 'template',
			operation: 'send',
			channelId,
			templateId: '101',
			customerPhone: '={{ $json.body.phone }}',
			variables: { ...variables, value: { ...variables.value, 3: delivered } },
		},
		accepted: { operation: 'template.send', recipient: '+12025550123' },
		received: {
			template_id: '101',
			channel_id: '11',
			customer_phone: '+12025550123',
			attributes: { 1: 'A-1001', 2: 'Customer 1', 3: '2026-03-04T05:06:07.000Z' },
		},
	},
	{
		title: 'a text',
		parameters: {
			resource: 'message',
			operation: 'sendText',
			customerId: '={{ $json.body.customer }}',
			text: '=Hello {{ $json.body.name }}',
		},
		accepted: { operation: 'message.sendText', recipient: '5001' },
		received: { customer_id: '5001', text: 'Hello Customer 1' },
	},
	{
		title: 'an attachment',
		parameters: {
			resource: 'message',
			operation: 'sendAttachment',
			customerId: '={{ $json.body.customer }}',
			attachmentType: 'image',
			attachmentUrl: `${stage.service.baseUrl}/samples/picture.png`,
		},
		accepted: { operation: 'message.sendAttachment', recipient: '5001' },
		received: {
			customer_id: '5001',
			attachment_type: 'image',
			attachment_url: `${stage.service.baseUrl}/samples/picture.png`,
		},
	},
] as const;

test.each(OPERATIONS)(
	'a webhook sends $title and answers with what the service said',
	async (operation) => {
		const { call } = await listen(`Webhook: ${operation.title}`, [
			messagingNode(operation.parameters),
		]);

		const { status, answer } = await call(body);

		expect(status).toBe(200);
		const accepted = await books.accepted();
		expect(accepted).toMatchObject([
			{ ...operation.accepted, request: { body: operation.received } },
		]);
		expect(answer).toEqual([
			expect.objectContaining({
				recipient: operation.accepted.recipient,
				messageId: `report-${accepted[0]!.id}`,
			}),
		]);
	},
);

test('a webhook reads the channels and a template', async () => {
	const channels = await listen('Webhook: channels', [
		messagingNode({ resource: 'channel', operation: 'getAll', returnAll: true }),
	]);
	const template = await listen('Webhook: template', [
		messagingNode({
			resource: 'template',
			operation: 'get',
			channelId,
			templateId: '={{ $json.body.template }}',
		}),
	]);

	const listed = await channels.call({});
	const read = await template.call({ template: 103 });

	expect((listed.answer as Array<{ id: number }>).map(({ id }) => id)).toEqual([
		11, 12, 13, 14, 15,
	]);
	expect(read.answer).toEqual([expect.objectContaining({ id: 103, name: 'invoice' })]);
	expect(await books.accepted()).toEqual([]);
});

test('a webhook previews a template, and nobody gets it', async () => {
	const { call } = await listen('Webhook: preview', [
		messagingNode({
			resource: 'template',
			operation: 'preview',
			channelId,
			templateId: '101',
			variables,
		}),
	]);

	const { answer } = await call(body);

	expect(answer).toEqual([
		expect.objectContaining({
			header: { type: 'text', value: 'Order A-1001 is confirmed' },
			body: 'Hello Customer 1, thank you for your order. We will deliver it on Friday.',
			variables: { used: { 1: 'A-1001', 2: 'Customer 1', 3: 'Friday' }, missing: [], unknown: [] },
		}),
	]);
	expect(await books.accepted()).toEqual([]);
});
