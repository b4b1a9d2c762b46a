import { OPERATIONS } from '../../support/operations';
import { received } from '../../support/received';
import { useScene } from '../../support/scene';

const scene = useScene();

const parameters = {
	...OPERATIONS['message.sendAttachment'],
	attachmentType: '={{ $json.type }}',
	attachmentUrl: '={{ $json.url }}',
};

const items = [
	{ customer: 5001, type: 'document', url: 'https://shop.example/invoices/1.pdf' },
	{
		customer: '5002',
		type: 'image',
		url: 'https://shop.example/pictures/new.png?size=large&crop=a,b',
	},
	{ customer: 5003, type: 'video', url: 'http://shop.example/films/how%20to.mp4' },
	{
		customer: 5004,
		type: 'image',
		url: ' https://shop.example/new größe.png\n',
		sent: 'https://shop.example/new%20gr%C3%B6%C3%9Fe.png',
	},
];

test('sends each item its own attachment with a URL that can be fetched, and nothing more', async () => {
	await scene.run(parameters, items);

	expect(received(scene.sandbox)).toEqual(
		items.map(({ customer, type, url, sent = url }) => ({
			method: 'POST',
			path: '/stable/open/customers/send-attachment-message',
			query: { api_key: scene.sandbox.apiKey },
			contentType: 'application/json',
			body: { customer_id: String(customer), attachment_type: type, attachment_url: sent },
		})),
	);
});
