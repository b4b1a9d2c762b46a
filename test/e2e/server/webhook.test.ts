import { books } from '../stage/books';
import { listen, messagingNode } from '../stage/workflows';

test('a webhook sends a template and answers with what the service said', async () => {
	await books.reset();
	const { call } = await listen('Webhook', [
		messagingNode({
			resource: 'template',
			operation: 'send',
			channelId: { __rl: true, mode: 'id', value: '11' },
			templateId: '101',
			customerPhone: '={{ $json.body.phone }}',
			variables: {
				mappingMode: 'defineBelow',
				value: {
					1: '={{ $json.body.order }}',
					2: '={{ $json.body.name }}',
					// In a real n8n, its own dates come out of an isolate.
					3: "={{ DateTime.fromISO('2026-03-04T05:06:07.000Z', { zone: 'utc' }) }}",
				},
				schema: ['1', '2', '3'].map((id) => ({ id, display: true, type: 'string' })),
			},
		}),
	]);

	const { status, answer } = await call({
		phone: '+12025550123',
		name: 'Customer 1',
		order: 'A-1001',
	});

	expect(status).toBe(200);
	const accepted = await books.accepted();
	expect(accepted).toMatchObject([
		{
			operation: 'template.send',
			recipient: '+12025550123',
			request: {
				body: {
					template_id: '101',
					channel_id: '11',
					customer_phone: '+12025550123',
					attributes: { 1: 'A-1001', 2: 'Customer 1', 3: '2026-03-04T05:06:07.000Z' },
				},
			},
		},
	]);
	expect(answer).toEqual([
		expect.objectContaining({
			recipient: '+12025550123',
			messageId: `report-${accepted[0]!.id}`,
		}),
	]);
});
