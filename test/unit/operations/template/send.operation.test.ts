import type { IDataObject } from 'n8n-workflow';

import { send } from '../../../../nodes/CustomerMessaging/operations/template/send.operation';
import { NodeParameters } from '../../../../nodes/CustomerMessaging/operations/nodeParameters';
import { executeContext } from '../../doubles/executeContext';
import { hubWith } from '../../doubles/service';
import { laterRefusalOf } from '../../doubles/refusal';

const PARAMETERS = { templateId: 2001, channelId: { __rl: true, mode: 'id', value: '101' }, customerPhone: '+1 202 555 0123' };

const TEMPLATE: IDataObject = { id: 2001, name: 'order', body: 'Order {{1}}', header: { type: 'text', value: '' }, attributes: [{ attribute: '1' }] };

async function prepare(more: Record<string, unknown> = {}, { service } = hubWith(TEMPLATE)) {
	return await send.prepare(new NodeParameters(executeContext({ parameters: { ...PARAMETERS, ...more } }).context), 0, service);
}

test('is one request, with nothing for what is left empty', async () => {
	const { service, asked } = hubWith(TEMPLATE);
	expect(await prepare({}, { service, asked })).toEqual({
		recipient: '+12025550123',
		request: {
			method: 'POST',
			path: '/stable/open/whatsapp/send-template-message',
			answer: 'object',
			body: { template_id: '2001', channel_id: '101', customer_phone: '+12025550123' },
		},
	});
	expect(asked).toEqual([]);
});

test('has the variables as strings', async () => {
	const { request } = await prepare({ specifyVariables: 'json', variablesJson: { 1: 5, 2: true } });
	expect(request.body!.attributes).toEqual({ 1: '5', 2: 'true' });
});

test.each(['image', 'audio', 'video', 'document'])('has a header URL under %s alone', async (headerAttachment) => {
	const { request } = await prepare({ headerAttachment, attachmentUrl: 'https://example.com/a' });
	expect(request.body!.attachment).toEqual({ [headerAttachment]: 'https://example.com/a' });
});

test('sends no URL that is left over from a header that is switched off', async () => {
	const { request } = await prepare({ headerAttachment: 'none', attachmentUrl: 'https://example.com/a' });
	expect(request.body).not.toHaveProperty('attachment');
});

test.each<[more: Record<string, unknown>, message: RegExp]>([
	[{ templateId: '' }, /^'Template ID' is empty$/],
	[{ channelId: { __rl: true, mode: 'list', value: '' } }, /^'Channel' is empty$/],
	[{ customerPhone: '2025550123' }, /no plus sign/],
	[{ headerAttachment: 'sticker' }, /^'Header Attachment' is 'sticker', which does not exist$/],
	[{ headerAttachment: 'image', attachmentUrl: '' }, /^'Attachment URL' is empty$/],
	[{ specifyVariables: 'json', variablesJson: '[]' }, /^'Variables \(JSON\)' is not an object$/],
])('%j is refused', async (more, message) => {
	expect((await laterRefusalOf(async () => await prepare(more))).message).toMatch(message);
});

test("with 'Check Variables' the template is read before the send, and what does not fit is refused", async () => {
	const options = { checkVariables: true };
	const { service, asked } = hubWith(TEMPLATE);
	const fitting = await prepare({ options, specifyVariables: 'json', variablesJson: { 1: 'A-1001' } }, { service, asked });
	await fitting.check!();
	expect(asked).toMatchObject([{ path: '/stable/open/whatsapp/get-template-detail', query: { platform_id: '101', template_id: '2001' } }]);

	const missing = await prepare({ options });
	const { message } = await laterRefusalOf(async () => await missing.check!());
	expect(message).toBe("The variables do not fit the template 'order': variable '1' has no value");
});

test("without 'Check Variables' there is nothing to check", async () => {
	expect((await prepare()).check).toBeUndefined();
});
