import { received } from '../../support/received';
import { NODE_NAME, useScene } from '../../support/scene';

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

test("gives the service's answers unchanged, in input order, each linked to its item", async () => {
	const answer = {
		id: 'message-1',
		status: 'ongoing',
		extra: { success: true, customer_id: 5001 },
		more: [1, { two: 2 }],
	};
	scene.sandbox.faults.add({
		recipient: '5002',
		fault: { kind: 'status', status: 200, body: answer },
	});
	const execution = await scene.run(parameters, items);

	const output = execution.items(NODE_NAME);
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
	expect(output[1]?.json).toEqual(answer);
	expect(
		[output[0], output[2]].map((item) => (item?.json.extra as { customer_id: number }).customer_id),
	).toEqual([5001, 5003]);
});

test.each([
	['blanks around it', ' https://shop.example/a.png\n', 'https://shop.example/a.png'],
	[
		'blanks inside',
		'https://shop.example/new picture.png',
		'https://shop.example/new%20picture.png',
	],
	[
		'letters outside ASCII',
		'https://shop.example/größe.png?q=ü',
		'https://shop.example/gr%C3%B6%C3%9Fe.png?q=%C3%BC',
	],
	[
		'escapes already',
		'https://shop.example/a%2Fb%20c.png#page=2',
		'https://shop.example/a%2Fb%20c.png#page=2',
	],
])('sends a URL with %s so that it can be fetched', async (_, url, sent) => {
	await scene.run(parameters, [{ id: 5001, type: 'image', url }]);
	expect(received(scene.sandbox).map(({ body }) => body)).toEqual([
		{ customer_id: '5001', attachment_type: 'image', attachment_url: sent },
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
