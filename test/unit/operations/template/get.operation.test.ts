import { LookupError } from '../../../../nodes/CustomerMessaging/delivery/lookupError';
import { NodeParameters } from '../../../../nodes/CustomerMessaging/operations/nodeParameters';
import { get } from '../../../../nodes/CustomerMessaging/operations/template/get.operation';
import { executeContext } from '../../doubles/executeContext';
import { hubWith } from '../../doubles/service';
import { laterRefusalOf } from '../../doubles/refusal';

const channel = (value: unknown) => ({ __rl: true, mode: 'id', value });

async function prepare(channelId: unknown, templateId: unknown, { service } = hubWith()) {
	return await get.prepare(new NodeParameters(executeContext({ parameters: { channelId, templateId } }).context), 0, service);
}

test('is one request for one object, with both identifiers as text, and its answer is the output', async () => {
	expect(await prepare(channel(101), 2001)).toEqual({
		request: {
			method: 'GET',
			path: '/stable/open/whatsapp/get-template-detail',
			answer: 'object',
			query: { platform_id: '101', template_id: '2001' },
		},
	});
	expect((await prepare(channel('101'), ' 2001 ')).request.query).toEqual({ platform_id: '101', template_id: '2001' });
});

test('puts each identifier under the query name that the credential gives it', async () => {
	const { service, asked } = hubWith();
	const templateLookup = { platformIdParameter: 'template_id', templateIdParameter: 'platform_id' };
	const { request } = await prepare(channel('101'), '2001', { service: { ...service, templateLookup }, asked });
	expect(request.query).toEqual({ template_id: '101', platform_id: '2001' });
});

test('finds a channel by its title, which needs the list of channels', async () => {
	const { service, asked } = hubWith({ ok: true, body: [{ id: 101, title: 'Shop', number: '+12025550100' }] });
	expect((await prepare(channel('shop'), '2001', { service, asked })).request.query).toMatchObject({ platform_id: '101' });
	expect(asked.map(({ path }) => path)).toEqual(['/stable/open/whatsapp/get-platform-list']);
});

test('fails as the list of channels does', async () => {
	const failure = { kind: 'refused' as const, message: 'No', advice: 'Mend it' };
	await expect(prepare(channel('shop'), '2001', hubWith({ ok: false, failure }))).rejects.toEqual(new LookupError(failure));
});

test.each<[channelId: unknown, templateId: unknown, message: string]>([
	[channel(''), '2001', "'Channel' is empty"],
	[undefined, '2001', "'Channel' is empty"],
	[channel('101'), '', "'Template ID' is empty"],
	[channel('101'), null, "'Template ID' is empty"],
	[channel('101'), 20.5, "'Template ID' is the number 20.5, which is not an ID"],
	[channel('101'), { id: 2001 }, "'Template ID' is not an ID"],
])('the channel %j with the template %j is refused', async (channelId, templateId, message) => {
	expect((await laterRefusalOf(async () => await prepare(channelId, templateId))).message).toBe(message);
});
