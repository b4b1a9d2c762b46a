import type { IHttpRequestOptions } from 'n8n-workflow';

import { CustomerMessagingApi } from '../../../credentials/CustomerMessagingApi.credentials';

const KEY = 'the/key &=?';
const credential = new CustomerMessagingApi();

async function sign(
	baseUrl: string,
	request: Partial<IHttpRequestOptions>,
): Promise<IHttpRequestOptions> {
	return await credential.authenticate({ baseUrl, apiKey: KEY }, { url: '', ...request });
}

const PATH = '/stable/open/whatsapp/get-platform-list';

describe('the key is added', () => {
	test.each<[name: string, baseUrl: string, request: Partial<IHttpRequestOptions>]>([
		[
			'to https on its own host',
			'https://hub.example.com',
			{ url: `https://hub.example.com${PATH}` },
		],
		[
			'where a slash was typed',
			'https://hub.example.com/',
			{ url: `https://hub.example.com${PATH}` },
		],
		[
			'where the path was pasted along',
			'https://hub.example.com/stable/open',
			{ url: `https://hub.example.com${PATH}` },
		],
		[
			'on a port of its own',
			'https://hub.example.com:8443',
			{ url: `https://hub.example.com:8443${PATH}` },
		],
		[
			'in whatever letters the host is written',
			'https://Hub.Example.com',
			{ url: `https://hub.example.com${PATH}` },
		],
		['to http on localhost', 'http://localhost:3000', { url: `http://localhost:3000${PATH}` }],
		['to http on 127.0.0.1', 'http://127.0.0.1:3000', { url: `http://127.0.0.1:3000${PATH}` }],
		['to http on [::1]', 'http://[::1]:3000', { url: `http://[::1]:3000${PATH}` }],
		[
			'to a path below a base',
			'https://hub.example.com',
			{ baseURL: 'https://hub.example.com', url: PATH },
		],
	])('%s', async (_name, baseUrl, request) => {
		const signed = await sign(baseUrl, request);
		expect(signed.qs).toEqual({ api_key: KEY });
		expect(signed.url).toBe(request.url);
		expect(JSON.stringify({ ...signed, qs: undefined })).not.toContain(
			JSON.stringify(KEY).slice(1, -1),
		);
	});

	test('beside the query there is, as a parameter and nowhere else', async () => {
		const signed = await sign('https://hub.example.com', {
			url: `https://hub.example.com${PATH}`,
			qs: { platform_id: '101' },
			headers: { accept: 'application/json' },
			body: { text: 'x' },
		});
		expect(signed.qs).toEqual({ platform_id: '101', api_key: KEY });
		expect(signed.headers).toEqual({ accept: 'application/json' });
		expect(signed.body).toEqual({ text: 'x' });
	});

	test('and no redirect is followed with it, whatever the request wanted', async () => {
		const signed = await sign('https://hub.example.com', {
			url: `https://hub.example.com${PATH}`,
			disableFollowRedirect: false,
		});
		expect(signed.disableFollowRedirect).toBe(true);
	});
});

describe('the key goes nowhere else', () => {
	test.each<[name: string, request: Partial<IHttpRequestOptions>]>([
		['another host', { url: 'https://other.example.com/x' }],
		['a host below it', { url: 'https://a.hub.example.com/x' }],
		['a host that begins with it', { url: 'https://hub.example.com.other.example/x' }],
		['another port', { url: 'https://hub.example.com:8443/x' }],
		['plain http', { url: 'http://hub.example.com/x' }],
		['a host behind a user name', { url: 'https://hub.example.com@other.example.com/x' }],
		['another base', { baseURL: 'https://other.example.com', url: '/x' }],
		[
			'another host in spite of its base',
			{ baseURL: 'https://hub.example.com', url: 'https://other.example.com/x' },
		],
		[
			'another host by two slashes',
			{ baseURL: 'https://hub.example.com', url: '//other.example.com/x' },
		],
		[
			'another host by backslashes',
			{ baseURL: 'https://hub.example.com', url: '\\\\other.example.com/x' },
		],
		['no address at all', { url: '/x' }],
		['nonsense', { url: 'https://' }],
	])('not to %s', async (_name, request) => {
		const options: IHttpRequestOptions = { url: '', ...request };
		const signing = credential.authenticate(
			{ baseUrl: 'https://hub.example.com', apiKey: KEY },
			options,
		);
		await expect(signing).rejects.toThrow(
			/^The API key is only sent to https:\/\/hub\.example\.com, the 'Base URL' of the credential, but the request goes to .+\. Change the request's URL, or use another credential$/,
		);
		await expect(signing).rejects.not.toThrow(KEY);
		expect(options.qs).toBeUndefined();
	});
});

test.each<[name: string, baseUrl: unknown, message: RegExp]>([
	['plain http', 'http://hub.example.com', /unencrypted\. Change it to https:\/\//],
	['no scheme', 'hub.example.com', /no scheme\. Put https:\/\/ in front/],
	['a path', 'https://hub.example.com/api', /contains the path '\/api'\. Remove it/],
	['nothing', '', /is empty\. Enter the address/],
	['no text', undefined, /is empty/],
])('a base URL with %s is refused by what to change', async (_name, baseUrl, message) => {
	const signing = credential.authenticate(
		{ baseUrl: baseUrl as string, apiKey: KEY },
		{ url: `${String(baseUrl)}${PATH}` },
	);
	await expect(signing).rejects.toThrow(message);
});

test('the fields have the names that saved credentials refer to', () => {
	expect(credential.name).toBe('customerMessagingApi');
	expect(credential.properties.map(({ name, default: value }) => [name, value])).toEqual([
		['baseUrl', ''],
		['apiKey', ''],
		['customTemplateLookup', false],
		['platformIdParameter', 'platform_id'],
		['templateIdParameter', 'template_id'],
	]);
	expect(credential.properties[1]!.typeOptions).toEqual({ password: true });
});
