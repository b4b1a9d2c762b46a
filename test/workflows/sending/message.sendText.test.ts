import { received } from '../../support/received';
import { NODE_NAME, useScene } from '../../support/scene';

const scene = useScene();

const path = '/stable/open/customers/send-text-message';

const parameters = {
	resource: 'message',
	operation: 'sendText',
	customerId: '={{ $json.id }}',
	text: '={{ $json.text }}',
	simplify: false,
};

const items = [
	{ id: 5001, text: 'First' },
	{ id: '5002', text: 'Zweite — später 🙂\nwith a second line' },
];

test('sends each item its own text, and nothing more', async () => {
	await scene.run(parameters, items);

	const query = { api_key: scene.sandbox.apiKey };
	const request = { method: 'POST', path, query, contentType: 'application/json' };
	expect(received(scene.sandbox)).toEqual([
		{ ...request, body: { customer_id: '5001', text: 'First' } },
		{
			...request,
			body: { customer_id: '5002', text: 'Zweite — später 🙂\nwith a second line' },
		},
	]);
});

test("gives the service's answers unchanged, in input order, each linked to its item", async () => {
	const execution = await scene.run(parameters, items);

	expect(execution.status).toBe('success');
	expect(execution.items(NODE_NAME)).toEqual(
		['5001', '5002'].map((recipient, item) => {
			const { id, time } = scene.sandbox.accepted.find(
				(message) => message.recipient === recipient,
			)!;
			const phone = `+120255501${recipient.slice(-2)}`;
			return {
				json: {
					id,
					project_id: 1,
					timestamp: time,
					function_name: 'send_text_message',
					message: 'Message accepted',
					status: 'ongoing',
					extra: {
						timestamp: time,
						project_id: 1,
						customer_id: Number(recipient),
						customer_phone: phone,
						source: 'sandbox',
						success: true,
						report: {
							contacts: [{ input: phone, wa_id: phone.slice(1) }],
							messages: [{ id: `report-${id}`, message_status: 'ongoing' }],
						},
					},
				},
				pairedItem: { item },
			};
		}),
	);
});

test('leaves fields alone that the interface does not show', async () => {
	const answer = {
		id: 'message-1',
		status: 'a status nobody has seen',
		message: 'Änderung \u2028 "quoted" {{1}}',
		extra: { success: true, report: { contacts: [], price: 0.05 }, nothing: null },
		later: { list: [1, 'two', { three: [] }] },
	};
	scene.sandbox.faults.add({ fault: { kind: 'status', status: 200, body: answer } });
	const execution = await scene.run(parameters, items);

	expect(execution.items(NODE_NAME).map(({ json }) => json)).toEqual([answer, answer]);
});

test('turns a text that is a number, a boolean or a date into text', async () => {
	await scene.run(parameters, [
		{ id: 5001, text: 12.5 },
		{ id: 5002, text: false },
		{ id: 5003, text: new Date(Date.UTC(2024, 4, 31)) as unknown as string },
	]);

	expect(received(scene.sandbox).map(({ body }) => body)).toEqual([
		{ customer_id: '5001', text: '12.5' },
		{ customer_id: '5002', text: 'false' },
		{ customer_id: '5003', text: '2024-05-31T00:00:00.000Z' },
	]);
});
