import { sendText } from '../../../../nodes/CustomerMessaging/operations/message/sendText.operation';
import { NodeParameters } from '../../../../nodes/CustomerMessaging/operations/nodeParameters';
import { executeContext } from '../../doubles/executeContext';
import { hubWith } from '../../doubles/service';
import { laterRefusalOf } from '../../doubles/refusal';

async function prepare(parameters: Record<string, unknown>) {
	return await sendText.prepare(new NodeParameters(executeContext({ parameters }).context), 0, hubWith().service);
}

test('is one request with the customer and the text', async () => {
	expect(await prepare({ customerId: 5001, text: ' Grüße 🙂\n' })).toEqual({
		recipient: '5001',
		request: {
			method: 'POST',
			path: '/stable/open/customers/send-text-message',
			answer: 'object',
			body: { customer_id: '5001', text: ' Grüße 🙂\n' },
		},
	});
});

test.each([[0, '0'], [false, 'false']])('the text %j goes out as %j', async (text, sent) => {
	expect((await prepare({ customerId: '1', text })).request.body).toMatchObject({ text: sent });
});

test.each<[parameters: Record<string, unknown>, message: string]>([
	[{ customerId: '', text: 'a' }, "'Customer ID' is empty"],
	[{ customerId: '1', text: '' }, "'Text' is empty"],
	[{ customerId: '1', text: ' \n' }, "'Text' is empty"],
	[{ customerId: '1', text: null }, "'Text' is empty"],
	[{ customerId: '1', text: {} }, "'Text' is an object, not a plain value"],
	[{ customerId: '1', text: ['a'] }, "'Text' is a list, not a plain value"],
])('%j is refused', async (parameters, message) => {
	expect((await laterRefusalOf(async () => await prepare(parameters))).message).toBe(message);
});
