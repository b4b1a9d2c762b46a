import { OPERATIONS } from '../../support/operations';
import { received } from '../../support/received';
import { useScene } from '../../support/scene';

const scene = useScene();

const parameters = { ...OPERATIONS['message.sendText'], text: '={{ $json.text }}' };

const items = [
	{ customer: 5001, text: 'First' },
	{ customer: '5002', text: 'Zweite — später 🙂\nwith a second line' },
	{ customer: 5003, text: 12.5, sent: '12.5' },
	{
		customer: 5005,
		text: new Date(Date.UTC(2024, 4, 31)) as unknown as string,
		sent: '2024-05-31T00:00:00.000Z',
	},
];

test('sends each item its own text, whatever it was before, and nothing more', async () => {
	await scene.run(parameters, items);

	expect(received(scene.sandbox)).toEqual(
		items.map(({ customer, text, sent = text }) => ({
			method: 'POST',
			path: '/stable/open/customers/send-text-message',
			query: { api_key: scene.sandbox.apiKey },
			contentType: 'application/json',
			body: { customer_id: String(customer), text: sent },
		})),
	);
});
