import { received } from '../../support/received';
import { NODE_NAME, useScene } from '../../support/scene';
import workflow from './message.sendAttachment.workflow.json';

const scene = useScene();

const path = '/stable/open/customers/send-attachment-message';

const parameters = {
	resource: 'message',
	operation: 'sendAttachment',
	customerId: '={{ $json.id }}',
	attachmentType: 'image',
	attachmentUrl: '={{ $json.url }}',
};

test('sends each item its own attachment, and nothing more', async () => {
	const execution = await scene.engine.run(workflow, { credentials: scene.credentials() });

	expect(execution.status).toBe('success');
	const request = {
		method: 'POST',
		path,
		query: { api_key: scene.sandbox.apiKey },
		contentType: 'application/json',
	};
	expect(received(scene.sandbox)).toEqual([
		{
			...request,
			body: {
				customer_id: '5001',
				attachment_type: 'document',
				attachment_url: 'https://shop.example/invoices/1.pdf',
			},
		},
		{
			...request,
			body: {
				customer_id: '5002',
				attachment_type: 'image',
				attachment_url: 'https://shop.example/pictures/new.png?size=large&crop=a,b',
			},
		},
		{
			...request,
			body: {
				customer_id: '5003',
				attachment_type: 'video',
				attachment_url: 'http://shop.example/films/how%20to.mp4',
			},
		},
	]);
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
	const execution = await scene.engine.run(workflow, { credentials: scene.credentials() });

	const items = execution.items(NODE_NAME);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
	expect(items[1]?.json).toEqual(answer);
	expect(
		[items[0], items[2]].map((item) => (item?.json.extra as { customer_id: number }).customer_id),
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
	await scene.run(parameters, [{ id: 5001, url }]);
	expect(received(scene.sandbox).map(({ body }) => body)).toEqual([
		{ customer_id: '5001', attachment_type: 'image', attachment_url: sent },
	]);
});

test('lets a service on this machine fetch from this machine', async () => {
	const url = `${scene.sandbox.baseUrl}/samples/picture.png`;
	const execution = await scene.run(parameters, [{ id: 5001, url }]);
	expect(execution.status).toBe('success');
	expect(scene.sandbox.accepted.map(({ content }) => content.header)).toEqual([
		{ type: 'image', url },
	]);
});
