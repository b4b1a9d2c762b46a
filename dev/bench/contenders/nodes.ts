import type { IDataObject } from 'n8n-workflow';

import { API_KEY, PATHS, TEMPLATE, type Contender, type Surroundings } from './contender';
import { workflowOf } from './workflow';

/** This node with everything at its defaults, but for 'Message Key' and these entries under 'Options'. */
export function thisNode(
	surroundings: Surroundings,
	{ messageKey = '', ...options }: IDataObject = {},
): Contender {
	return workflowOf(surroundings, {
		type: 'n8n-nodes-customer-messaging.customerMessaging',
		typeVersion: 1,
		credential: {
			type: 'customerMessagingApi',
			data: { baseUrl: surroundings.address, apiKey: API_KEY },
		},
		parameters: ({ customer_id, text }) => ({
			texts: {
				resource: 'message',
				operation: 'sendText',
				customerId: customer_id,
				messageKey,
				text,
				options,
			},
			templates: {
				resource: 'template',
				operation: 'send',
				channelId: { __rl: true, mode: 'id', value: TEMPLATE.channel_id },
				templateId: TEMPLATE.template_id,
				customerPhone: '={{ $json.phone }}',
				messageKey,
				specifyVariables: 'fields',
				variables: {
					mappingMode: 'defineBelow',
					value: { 1: '={{ $json.name }}', 2: '={{ $json.order }}', 3: '={{ $json.day }}' },
					schema: ['1', '2', '3'].map((id) => ({
						id,
						displayName: `Variable ${id}`,
						type: 'string',
						required: true,
						display: true,
						defaultMatch: false,
					})),
				},
				options,
			},
			uploads: {
				resource: 'template',
				operation: 'sendWithFile',
				channelId: { __rl: true, mode: 'id', value: '201' },
				templateId: '302',
				customerPhone: '+12025550123',
			},
		}),
	});
}

/** The option *Batching*: how many requests start together, and the milliseconds until the next ones. */
interface Batches {
	batchSize: number;
	batchInterval: number;
}

/**
 * The built-in HTTP Request node doing the same job: the same request, its fields filled by the same expressions, the
 * key added by a credential. Everything else has its default, unless batches are given.
 */
export function httpRequest(surroundings: Surroundings, batches?: Batches): Contender {
	const request = (path: string): IDataObject => ({
		method: 'POST',
		url: `${surroundings.address}${path}`,
		authentication: 'genericCredentialType',
		genericAuthType: 'httpQueryAuth',
		sendBody: true,
		options: batches === undefined ? {} : { batching: { batch: { ...batches } } },
	});
	return workflowOf(surroundings, {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		credential: { type: 'httpQueryAuth', data: { name: 'api_key', value: API_KEY } },
		parameters: ({ customer_id, text }) => ({
			texts: {
				...request(PATHS.texts),
				bodyParameters: {
					parameters: [
						{ name: 'customer_id', value: customer_id },
						{ name: 'text', value: text },
					],
				},
			},
			templates: {
				...request(PATHS.templates),
				specifyBody: 'json',
				// One expression for all fields: the cheapest of the ways to fill them.
				jsonBody: `={{ { template_id: '${TEMPLATE.template_id}', channel_id: '${TEMPLATE.channel_id}', customer_phone: $json.phone, attributes: { 1: $json.name, 2: $json.order, 3: $json.day } } }}`,
			},
			uploads: {
				...request('/stable/open/whatsapp/send-template'),
				contentType: 'multipart-form-data',
				bodyParameters: {
					parameters: [
						{ name: 'template_id', value: '301' },
						{ name: 'channel_id', value: '201' },
						{ name: 'customer_phone', value: '+12025550123' },
						{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' },
					],
				},
			},
		}),
	});
}

/** The built-in Telegram node, which sends one message at a time and has no templates. */
export function telegram(surroundings: Surroundings): Contender {
	return workflowOf(surroundings, {
		type: 'n8n-nodes-base.telegram',
		typeVersion: 1.2,
		credential: {
			type: 'telegramApi',
			data: { baseUrl: surroundings.address, accessToken: '7001:bench' },
		},
		parameters: ({ customer_id, text }) => ({
			texts: {
				resource: 'message',
				operation: 'sendMessage',
				chatId: customer_id,
				text,
				additionalFields: { appendAttribution: false },
			},
			uploads: {
				resource: 'message',
				operation: 'sendDocument',
				chatId: '5001',
				binaryData: true,
			},
		}),
	});
}
