import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { IHttpRequestOptions, INodePropertyOptions } from 'n8n-workflow';

import { CustomerMessagingApi } from '../../../credentials/CustomerMessagingApi.credentials';

const KEY = 'the/key &=?';
const HUB = 'https://hub.example.com';
const PATH = '/stable/open/whatsapp/get-platform-list';
const url = `${HUB}${PATH}`;
const credential = new CustomerMessagingApi();

const sign = async (
	baseUrl: unknown,
	request: Partial<IHttpRequestOptions>,
	place: object = {},
): Promise<IHttpRequestOptions> =>
	await credential.authenticate(
		{ service: 'other', baseUrl: baseUrl as string, apiKey: ` ${KEY}\n`, ...place },
		{ url: '', ...request },
	);

const IN_HEADER = { apiKeyIn: 'header', apiKeyHeader: ' X-Myalice-Api-Key ' };

test.each<[baseUrl: string, request: Partial<IHttpRequestOptions>]>([
	[HUB, { url }],
	[`${HUB}/stable/open`, { url }],
	[`${HUB}:8443`, { url: `${HUB}:8443${PATH}` }],
	['http://localhost:3000', { url: `http://localhost:3000${PATH}` }],
	[`${HUB}/hub/`, { url: `${HUB}/hub${PATH}` }],
	[HUB, { url, disableFollowRedirect: false }],
	[HUB, { url, qs: { platform_id: '101' }, headers: { accept: 'x' }, body: { text: 'x' } }],
	[HUB, { url, qs: { api_key: 'of another account' } }],
])(
	'with the base URL %s, the key is added to %j, as a parameter alone, and no redirect is followed with it',
	async (baseUrl, request) => {
		expect(await sign(baseUrl, { ...request })).toMatchObject({
			...request,
			qs: { ...request.qs, api_key: KEY },
			disableFollowRedirect: true,
		});
	},
);

test.each<[request: Partial<IHttpRequestOptions>, headers: object]>([
	[{}, {}],
	[{ qs: { platform_id: '11' }, headers: { accept: 'x' } }, { accept: 'x' }],
	[
		{ headers: { 'x-myalice-api-key': 'a', 'X-MYALICE-API-KEY': 'b', 'x-other': 'c' } },
		{ 'x-other': 'c' },
	],
])(
	'in a header, the key is in no query, and in the place of such a header of %j',
	async (request, others) => {
		const options = await sign(HUB, { url, ...request }, IN_HEADER);
		expect(options.headers).toEqual({ ...others, 'X-Myalice-Api-Key': KEY });
		expect(options.qs).toEqual(request.qs);
		expect(options.disableFollowRedirect).toBe(true);
	},
);

test.each([
	`\u200b\ufeff${KEY}\u2060`,
	`"${KEY}"`,
	` '${KEY}'\n`,
	`\u201c${KEY} \u201d`,
	`\u200e\u2018${KEY}\u2019`,
])(
	'invisible signs and quotes that were pasted with the key are no part of it: %j',
	async (apiKey) => {
		const inQuery = await sign(HUB, { url }, { apiKey });
		expect(inQuery.qs).toEqual({ api_key: KEY });
		const inHeader = await sign(HUB, { url }, { ...IN_HEADER, apiKey });
		expect(inHeader.headers).toEqual({ 'X-Myalice-Api-Key': KEY });
	},
);

test.each(['Authorization', 'api_key', "x!#$%&'*+.^`|~-1"])(
	'the header may be named %s',
	async (apiKeyHeader) => {
		const options = await sign(HUB, { url }, { ...IN_HEADER, apiKeyHeader });
		expect(options.headers).toEqual({ [apiKeyHeader]: KEY });
	},
);

test.each(['', ' ', 'X Api Key', 'X-Api-Key:', 'X-\nKey', 'clé', undefined])(
	'a header named %j is refused before anything is sent',
	async (apiKeyHeader) => {
		await expect(sign(HUB, { url }, { ...IN_HEADER, apiKeyHeader })).rejects.toThrow(
			/^'Header Name' is not the name of a header\. Enter /,
		);
	},
);

test.each(['Header', 'body', '', 0, null])(
	'a key whose place is %j is not sent anywhere',
	async (apiKeyIn) => {
		await expect(sign(HUB, { url }, { apiKeyIn })).rejects.toThrow(
			"'API Key In' is neither 'Query Parameter' nor 'Header'",
		);
	},
);

test.each(['two\nlines', 'a\tb', 'clé', '鍵', '🔑', 'a\0b'])(
	'the key %j travels in the query, but in no header',
	async (apiKey) => {
		expect((await sign(HUB, { url }, { apiKey })).qs).toEqual({ api_key: apiKey });
		const refused = sign(HUB, { url }, { ...IN_HEADER, apiKey });
		await expect(refused).rejects.toThrow(
			/^'API Key' has characters that a header cannot carry\. /,
		);
		await expect(refused).rejects.not.toThrow(apiKey);
	},
);

const proxy = 'http://proxy.example:8080';

test.each<[address: string, options: object]>([
	[HUB, { proxy, skipSslCertificateValidation: true }],
	[HUB, { proxy, rejectUnauthorized: false }],
	[HUB, { proxy, agentOptions: { ca: 'of the proxy' } }],
	['http://localhost:3000', { proxy }],
])('a proxy that could read the key does not get it: %s, %j', async (address, options) => {
	const sent = sign(address, { url: `${address}${PATH}`, ...options });
	await expect(sent).rejects.toThrow(
		/^The API key is not sent through a proxy that could read it\. /,
	);
});

test.each([
	{ proxy, rejectUnauthorized: true },
	{ proxy: '', rejectUnauthorized: false },
	{ agentOptions: { cert: 'of the user' } },
])('any other options are left as they are: %j', async (options) => {
	expect(await sign(HUB, { url, ...options } as object)).toMatchObject({
		...options,
		qs: { api_key: KEY },
	});
});

test.each<[what: string, request: Partial<IHttpRequestOptions> & { uri?: string }]>([
	['another host', { url: 'https://other.example.com/x' }],
	['a host below it', { url: 'https://a.hub.example.com/x' }],
	['a host that begins with it', { url: 'https://hub.example.com.other.example/x' }],
	['another port', { url: `${HUB}:8443/x` }],
	['plain http', { url: 'http://hub.example.com/x' }],
	['a host behind a user name', { url: `${HUB}@other.example.com/x` }],
	['a base, which libraries read in two ways', { baseURL: HUB, url: '/x' }],
	['another base', { baseURL: 'https://other.example.com', url: `${HUB}/x` }],
	['another host by two slashes', { url: '//other.example.com/x' }],
	[
		'another host behind the older name of the address',
		{ uri: url, url: 'https://other.example.com/x' },
	],
	['another host by backslashes', { url: '\\\\other.example.com/x' }],
	['no address at all', { url: '/x' }],
	['nonsense', { url: 'https://' }],
])('the key does not go to %s', async (_what, request) => {
	const options: IHttpRequestOptions = { url: '', ...request };
	for (const place of [{}, IN_HEADER])
		await expect(
			credential.authenticate({ service: 'other', baseUrl: HUB, apiKey: KEY, ...place }, options),
		).rejects.toThrow(
			/^The API key is only sent to https:\/\/hub\.example\.com, the address in the credential, but the request goes to (?!.*the\/key).+\. Change the request's URL, or use another credential$/,
		);
	expect([options.qs, options.headers]).toEqual([undefined, undefined]);
});

test('the key does not go to another path of the host, which the error names', async () => {
	for (const path of ['', '/hub2', '/hub/../x', '/x?/hub/', '/hub/..%2fx'])
		await expect(sign(`${HUB}/hub`, { url: `${HUB}${path}` })).rejects.toThrow(
			`The API key is only sent to ${HUB}/hub, the address in the credential, but the request goes to ${HUB}/`,
		);
});

test('a base URL that cannot be used is refused by what to change', async () => {
	for (const baseUrl of ['http://hub.example.com', 'hub.example.com', `${HUB}/?x`, '', undefined])
		await expect(sign(baseUrl, { url: `${String(baseUrl)}${PATH}` })).rejects.toThrow(
			/^'Base URL' (starts with http:|does not begin with https:|is not the address of a service)/,
		);
});

test.each<[service: string, address: string, carried: Partial<IHttpRequestOptions>]>([
	['iomnihub', 'https://api.iomnihub.ai', { qs: { api_key: KEY } }],
	['myalice', 'https://api.myalice.ai', { headers: { 'X-Myalice-Api-Key': KEY } }],
])(
	'%s gets the key at %s alone, in its own place, whatever else is stored',
	async (service, address, carried) => {
		for (const apiKeyIn of ['query', 'header', 'body']) {
			const hostile = { service, apiKeyIn, apiKeyHeader: 'X-Other' };
			const { url, qs, headers } = await sign(HUB, { url: `${address}${PATH}` }, hostile);
			expect({ url, qs, headers }).toEqual({ url: `${address}${PATH}`, ...carried });
			await expect(sign(HUB, { url: `${HUB}${PATH}` }, hostile)).rejects.toThrow(
				`The API key is only sent to ${address}, the address in the credential, but the request goes to ${HUB}.`,
			);
		}
	},
);

test.each([undefined, null, '', 'Other', 'MyAlice', 'constructor', 0, ['other']])(
	'with %j as its service, a credential signs nothing',
	async (service) => {
		const options = { url };
		await expect(sign(HUB, options, { service })).rejects.toThrow(
			"Choose the 'Service' in the credential",
		);
		expect(options).toEqual({ url });
	},
);

test('the README and the docs have each service with the address that its credential has', () => {
	const { options } = credential.properties.find(({ name }) => name === 'service')!;
	const [iOmniHub, myAlice, other] = options as INodePropertyOptions[];
	expect([iOmniHub!.name, myAlice!.name, other!.name]).toEqual(['iOmniHub', 'MyAlice', 'Other']);
	const page = readFileSync(path.resolve(__dirname, '../../../docs/service.md'), 'utf8');
	for (const { name, description } of [iOmniHub!, myAlice!]) {
		const [address] = description!.split('. ');
		expect(page).toMatch(new RegExp(`^\\| ${name} \\| \`${address}\` \\|`, 'm'));
	}
});
