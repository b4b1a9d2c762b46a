import { received } from '../../support/received';
import { useScene } from '../../support/scene';

const scene = useScene();

const path = '/stable/open/customers/send-attachment-message';

const parameters = {
	resource: 'message',
	operation: 'sendAttachment',
	customerId: '={{ $json.id }}',
	attachmentType: '={{ $json.type }}',
	attachmentUrl: '={{ $json.url }}',
	simplify: false,
};

const items = [
	{ id: 5001, type: 'document', url: 'https://shop.example/invoices/1.pdf' },
	{
		id: '5002',
		type: 'image',
		url: 'https://shop.example/pictures/new.png?size=large&crop=a,b',
	},
	{ id: 5003, type: 'video', url: 'http://shop.example/films/how%20to.mp4' },
];

test('sends each item its own attachment, and nothing more', async () => {
	const execution = await scene.run(parameters, items);

	expect(execution.status).toBe('success');
	const query = { api_key: scene.sandbox.apiKey };
	expect(received(scene.sandbox)).toEqual(
		items.map(({ id, type, url }) => ({
			method: 'POST',
			path,
			query,
			contentType: 'application/json',
			body: { customer_id: String(id), attachment_type: type, attachment_url: url },
		})),
	);
});

test('sends a URL so that it can be fetched', async () => {
	const url = ' https://shop.example/new größe.png\n';
	await scene.run(parameters, [{ id: 5001, type: 'image', url }]);
	expect(received(scene.sandbox).map(({ body }) => body)).toMatchObject([
		{ attachment_url: 'https://shop.example/new%20gr%C3%B6%C3%9Fe.png' },
	]);
});

test('lets a service on this machine fetch from this machine', async () => {
	const url = `${scene.sandbox.baseUrl}/samples/picture.png`;
	const execution = await scene.run(parameters, [{ id: 5001, type: 'image', url }]);
	expect(execution.status).toBe('success');
	expect(scene.sandbox.accepted.map(({ content }) => content.header)).toEqual([
		{ type: 'image', url },
	]);
});
