import { received } from '../../support/received';
import { useScene } from '../../support/scene';

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
