import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import {
	API_KEY_HEADER,
	completed,
	readApiKey,
	SERVICES,
	signed,
} from '../nodes/CustomerMessaging/service/credential';
import {
	isBelow,
	readServiceAddress,
	urlOf,
} from '../nodes/CustomerMessaging/service/serviceAddress';

/** Turns redirects off, by the names of n8n's request helper and of the older one. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
};

const FOR_OTHER = { show: { service: ['other'] } };

/** Where the key travels. Outside the class, in which n8n's lint takes each name that begins with apiKey for a secret. */
const KEY_PLACE: INodeProperties[] = [
	{
		displayName: 'API Key In',
		name: 'apiKeyIn',
		type: 'options',
		options: [
			{
				name: 'Header',
				value: 'header',
				description: 'Proxies and servers hardly ever log it',
			},
			{
				name: 'Query Parameter',
				value: 'query',
				description: 'In the address of each request, as the parameter api_key',
			},
		],
		default: 'query',
		description: "Where the service expects the key. The service's API documentation says so.",
		displayOptions: FOR_OTHER,
	},
	{
		displayName: 'Header Name',
		name: 'apiKeyHeader',
		type: 'string',
		default: API_KEY_HEADER,
		description:
			"Name of the header that carries the key. The service's API documentation says so.",
		displayOptions: { show: { ...FOR_OTHER.show, apiKeyIn: ['header'] } },
	},
];

export class CustomerMessagingApi implements ICredentialType {
	name = 'customerMessagingApi';

	displayName = 'Customer Messaging API';

	documentationUrl = 'https://github.com/n8n-nodes-customer-messaging/n8n-nodes-customer-messaging';

	icon: Icon = {
		light: 'file:../nodes/CustomerMessaging/customerMessaging.svg',
		dark: 'file:../nodes/CustomerMessaging/customerMessaging.dark.svg',
	};

	properties: INodeProperties[] = [
		{
			displayName: 'Service',
			name: 'service',
			type: 'options',
			options: SERVICES.map(({ value, name, filledIn }) => ({
				value,
				name,
				description:
					filledIn === undefined
						? 'You enter the base URL, and where the key goes'
						: `${filledIn.baseUrl}. The key goes in ${filledIn.apiKeyIn === 'header' ? 'a header' : 'the address'}, as the pages of ${name} say.`,
			})),
			required: true,
			// n8n does not save what is the default: another one would later send stored keys to another host.
			default: '',
			description:
				"Whose address the node calls. All have the same interface; choose 'Other' if yours is not in the list. Nobody has tried the node with an account at iOmniHub or MyAlice yet: send your first messages to yourself. To help, run 'npm run probe' in a clone of the repository.",
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://hub.example.com',
			description:
				"The address, starting with https://, that comes before /stable/open. It may have a path. The service's API documentation shows it.",
			displayOptions: FOR_OTHER,
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: "Shown as API Key in the team settings of the service's dashboard",
		},
		...KEY_PLACE,
		{
			displayName: 'Custom Template Lookup',
			name: 'customTemplateLookup',
			type: 'boolean',
			default: false,
			description:
				"Whether the node asks for templates with other parameter names than usual. You only need this if every template is reported as not found: ask the service's support for the names.",
		},
		{
			displayName: 'Channel ID Parameter',
			name: 'platformIdParameter',
			type: 'string',
			default: 'platform_id',
			description:
				'Name of the query parameter that takes the ID of the WhatsApp channel when a template is read',
			displayOptions: { show: { customTemplateLookup: [true] } },
		},
		{
			displayName: 'Template ID Parameter',
			name: 'templateIdParameter',
			type: 'string',
			default: 'template_id',
			description:
				'Name of the query parameter that takes the ID of the template when a template is read',
			displayOptions: { show: { customTemplateLookup: [true] } },
		},
	];

	/**
	 * Adds the API key (service: Authentication), and turns redirects off. Throws an Error if the key cannot travel as the
	 * credential says, for a request to any address but its own, and for one through a proxy that could read it: no node may
	 * send the key elsewhere.
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const own = completed(credentials);
		const apiKey = readApiKey(own);
		const address = readServiceAddress(own.baseUrl);
		const { url, uri, baseURL }: SignedRequest = requestOptions;
		// No node that can use this credential gives a base, and n8n's libraries read one in two ways.
		const target = baseURL === undefined ? urlOf(url ?? uri ?? '') : undefined;
		if (target === undefined || !isBelow(address, target)) {
			throw new Error(
				`The API key is only sent to ${address}, the address in the credential, but the request goes to ${shown(target, address)}. Change the request's URL, or use another credential`,
			);
		}
		if (canBeReadByProxy(requestOptions, target))
			throw new Error(
				"The API key is not sent through a proxy that could read it. Remove 'Proxy', or 'Ignore SSL Issues' and 'SSL Certificates', from the request",
			);

		return Object.assign(requestOptions, signed(requestOptions, apiKey), NO_REDIRECTS);
	};
}

/** A node's request; n8n's HTTP Request node uses older names, such as `uri`. */
type SignedRequest = IHttpRequestOptions & { uri?: string; rejectUnauthorized?: boolean };

/** Without encryption, or if the request trusts other certificates than usual. */
function canBeReadByProxy(request: SignedRequest, { protocol }: URL): boolean {
	const { agentOptions, proxy, rejectUnauthorized, skipSslCertificateValidation } = request;
	const trustsOthers =
		agentOptions !== undefined || rejectUnauthorized === false || !!skipSslCertificateValidation;
	return Boolean(proxy) && (trustsOthers || protocol === 'http:');
}

/** Another host's path may have a secret in it. */
function shown(target: URL | undefined, address: string): string {
	if (target === undefined) return 'an address that is not valid';
	const isSameHost = target.origin === new URL(address).origin;
	return isSameHost ? `${target.origin}${target.pathname}` : target.origin;
}
