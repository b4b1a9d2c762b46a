import type { ICredentialTestFunctions, IDataObject } from 'n8n-workflow';

import { testCredential } from '../../../nodes/CustomerMessaging/editor/testCredential';

const KEY = 'the-key-0123456789';

/** What no sandbox shows: these services have addresses of their own. */
describe.each<[service: string, address: string, carried: IDataObject]>([
	['iomnihub', 'https://api.iomnihub.ai', { qs: { api_key: KEY } }],
	['myalice', 'https://api.myalice.ai', { qs: {}, headers: { 'X-Myalice-Api-Key': KEY } }],
])('the test of a credential for %s', (service, address, carried) => {
	const onPage = { statusCode: 404, headers: { 'content-type': 'text/html' }, body: '<p>' };

	test.each<[answer: { statusCode: number; headers?: object; body: string }, message: string]>([
		[{ statusCode: 200, body: '[]' }, 'Connection successful!'],
		[
			{ statusCode: 401, body: '{"detail":"Unknown key."}' },
			"The service rejected the API key: Unknown key. Copy the API Key from the team settings of the service's dashboard into the credential, and check the 'Service' and, with 'Other', 'API Key In'.",
		],
		[
			{ statusCode: 403, body: '{"detail":"No key."}' },
			`The service refused the request with status 403: No key. Check 'API Key' and 'Service' (${address}) in the credential.`,
		],
		[
			onPage,
			`The service returned status 404 with a web page instead of JSON. Check 'Service' (${address}) in the credential.`,
		],
		[
			{ statusCode: 200, body: '[{"name":"n8n"}]' },
			`The service's response is not a list of channels: {"name":"n8n"}. Check 'Service' (${address}) in the credential.`,
		],
		[
			{ statusCode: 302, body: '' },
			`'Service' (${address}) redirects to another address. In the credential, enter the address where the service itself responds, with 'Other' as the 'Service'.`,
		],
	])('after %j', async (answer, message) => {
		const request = jest.fn(
			async (_: IDataObject) => await Promise.resolve({ headers: {}, ...answer }),
		);
		const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
		const others = { baseUrl: 'https://hub.example.com', apiKeyHeader: 'X-Other' };
		const data = { service, apiKey: KEY, apiKeyIn: 'header', ...others };
		const result = await testCredential.call(context, { id: '', name: '', type: '', data });
		expect(result.message).toBe(message);
		const uri = `${address}/stable/open/whatsapp/get-platform-list`;
		const headers = { accept: 'application/json', ...(carried.headers as object) };
		expect(request.mock.calls).toMatchObject([[{ uri, ...carried, headers }]]);
		expect(JSON.stringify(request.mock.calls).split(KEY)).toHaveLength(2);
	});
});
