import { startScene, type Scene } from '../support/scene';

let scene: Scene;
beforeAll(async () => {
	scene = await startScene();
});
afterAll(async () => await scene.stop());
beforeEach(() => scene.sandbox.reset());

const parameters = { resource: 'message', operation: 'sendText', customerId: '={{ $json.id }}', text: '={{ $json.text }}' };

test('sends each item its own text and gives the answers in input order', async () => {
	const execution = await scene.run(parameters, [
		{ id: 5001, text: 'First' },
		{ id: '5002', text: 'Zweite — später 🙂' },
	]);

	expect(execution.error).toBeUndefined();
	expect(scene.sandbox.requests.map(({ method, path, query, body }) => ({ method, path, query, body }))).toEqual(
		expect.arrayContaining([
			{
				method: 'POST',
				path: '/stable/open/customers/send-text-message',
				query: { api_key: scene.sandbox.apiKey },
				body: { customer_id: '5001', text: 'First' },
			},
			{
				method: 'POST',
				path: '/stable/open/customers/send-text-message',
				query: { api_key: scene.sandbox.apiKey },
				body: { customer_id: '5002', text: 'Zweite — später 🙂' },
			},
		]),
	);
	const items = execution.items('Customer Messaging');
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	expect(items.map(({ json }) => (json.extra as { customer_id: number }).customer_id)).toEqual([5001, 5002]);
});
