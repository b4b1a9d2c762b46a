import { type Sandbox, startSandbox } from './sandbox';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ apiKey: 'key' });
});
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.stop());

const template = {
	...{ template_id: '101', channel_id: '11', customer_phone: '+12025550123' },
	attributes: { '1': 'A-1' },
};
const KEY = { api_key: 'key' };

/** What a green test of the node would hide, were the sandbox to take it. */
test.each<[status: number, path: string, query: object, body: object | undefined]>([
	[200, 'whatsapp/send-template-message', KEY, template],
	[401, 'whatsapp/send-template-message', {}, template],
	[401, 'whatsapp/send-template-message', { api_key: 'other' }, template],
	[400, 'whatsapp/send-template-message', KEY, { ...template, another: 'field' }],
	[400, 'whatsapp/send-template-message', KEY, { ...template, channel_id: undefined }],
	[400, 'whatsapp/send-template-message', KEY, { ...template, customer_phone: '12025550123' }],
	[400, 'whatsapp/send-template-message', KEY, { ...template, attributes: { '1': 5 } }],
	[400, 'whatsapp/send-template', KEY, form({ ...template, another: 'field' })],
	[400, 'whatsapp/send-template', KEY, form({ template_id: '101' })],
	[400, 'whatsapp/get-platform-list', { ...KEY, limit: 5 }, undefined],
	[405, 'customers/send-text-message', KEY, undefined],
	[404, 'whatsapp/elsewhere', KEY, undefined],
])('the sandbox answers with %i: %s %j %j', async (status, path, query, body) => {
	const search = new URLSearchParams(query as Record<string, string>).toString();
	const isForm = body instanceof FormData;
	const response = await fetch(`${sandbox.baseUrl}/stable/open/${path}?${search}`, {
		method: body ? 'POST' : 'GET',
		headers: body && !isForm ? { 'Content-Type': 'application/json' } : {},
		body: isForm ? body : JSON.stringify(body),
	});
	expect(response.status).toBe(status);
	expect(sandbox.accepted).toHaveLength(status === 200 ? 1 : 0);
});

function form(fields: object): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
	return form;
}
