import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { readApiKey, signed } from '../nodes/CustomerMessaging/service/apiKey';
import { readServiceAddress } from '../nodes/CustomerMessaging/service/serviceAddress';

/** Turns redirects off, by the names of n8n's request helper and of the older one. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
};

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
				description: 'For MyAlice: in a header, which proxies and servers hardly ever log',
			},
			{
				name: 'Query Parameter',
				value: 'query',
				description: 'For iOmniHub: in the address of each request, as the parameter api_key',
			},
		],
		default: 'query',
		description: "Where the service expects the key, as the service's API documentation has it",
	},
	{
		displayName: 'Header Name',
		name: 'apiKeyHeader',
		type: 'string',
		default: 'X-Myalice-Api-Key',
		description:
			"Name of the header that carries the key, as the service's API documentation has it",
		displayOptions: { show: { apiKeyIn: ['header'] } },
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
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'https://hub.example.com',
			description:
				"The address of your messaging service, starting with https://. The service's API documentation shows it.",
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
				"Whether your service has its own names for the two values with which this node asks for a template's text. Leave it off unless every template is reported as not found: the people who run the service know the names.",
		},
		{
			displayName: 'Channel ID Parameter',
			name: 'platformIdParameter',
			type: 'string',
			default: 'platform_id',
			description:
				'Name of the query parameter that takes the WhatsApp channel’s ID when a template is read',
			displayOptions: { show: { customTemplateLookup: [true] } },
		},
		{
			displayName: 'Template ID Parameter',
			name: 'templateIdParameter',
			type: 'string',
			default: 'template_id',
			description:
				'Name of the query parameter that takes the template’s ID when a template is read',
			displayOptions: { show: { customTemplateLookup: [true] } },
		},
	];

	/**
	 * Adds the API key (service: Authentication), and turns redirects off. Throws an Error if the key cannot travel as the
	 * credential says, and for a request to any address but its own: no node may send the key elsewhere.
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const apiKey = readApiKey(credentials);
		const own = readServiceAddress(credentials.baseUrl);
		if (own.problem !== undefined) throw new Error(own.problem);

		const target = targetOf(requestOptions);
		if (target !== own.address) {
			throw new Error(
				`The API key is only sent to ${own.address}, the 'Base URL' of the credential, but the request goes to ${target ?? 'an address that is not valid'}. Change the request's URL, or use another credential`,
			);
		}

		return Object.assign(requestOptions, signed(requestOptions, apiKey), NO_REDIRECTS);
	};
}

/** A node's request; n8n's HTTP Request node uses the older name `uri`. */
type SignedRequest = IHttpRequestOptions & { uri?: string };

function targetOf({ url, uri, baseURL }: SignedRequest): string | undefined {
	try {
		return new URL(url ?? uri ?? '', baseURL).origin;
	} catch {
		return undefined;
	}
}
