import { sendAttachment } from '../../../../nodes/CustomerMessaging/operations/message/sendAttachment.operation';
import { NodeParameters } from '../../../../nodes/CustomerMessaging/operations/nodeParameters';
import { executeContext } from '../../doubles/executeContext';
import { hubWith } from '../../doubles/service';
import { laterRefusalOf } from '../../doubles/refusal';

const URL_OF_FILE = 'https://example.com/files/a.pdf';

async function prepare(parameters: Record<string, unknown>) {
	return await sendAttachment.prepare(new NodeParameters(executeContext({ parameters }).context), 0, hubWith().service);
}

test.each(['document', 'image', 'video'])('is one request with the customer, the type %s and the URL', async (attachmentType) => {
	expect(await prepare({ customerId: 5001, attachmentType, attachmentUrl: URL_OF_FILE })).toEqual({
		recipient: '5001',
		request: {
			method: 'POST',
			path: '/stable/open/customers/send-attachment-message',
			answer: 'object',
			body: { customer_id: '5001', attachment_type: attachmentType, attachment_url: URL_OF_FILE },
		},
	});
});

test.each<[parameters: Record<string, unknown>, message: RegExp]>([
	[{ customerId: null, attachmentUrl: URL_OF_FILE }, /^'Customer ID' is empty$/],
	[{ customerId: '1', attachmentType: 'audio', attachmentUrl: URL_OF_FILE }, /^'Attachment Type' is 'audio', which does not exist$/],
	[{ customerId: '1', attachmentUrl: '' }, /^'Attachment URL' is empty$/],
	[{ customerId: '1', attachmentUrl: 'http://localhost/a.pdf' }, /^'Attachment URL' points at 'localhost', which is not a public address/],
])('%j is refused', async (parameters, message) => {
	expect((await laterRefusalOf(async () => await prepare(parameters))).message).toMatch(message);
});
