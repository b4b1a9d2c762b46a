import type { IDataObject } from 'n8n-workflow';

import { API_KEY, TEMPLATE, textItem, type Contender, type Surroundings } from './contender';
import { workflowOf } from './workflow';

/** This node with everything at its defaults, but for these entries under 'Options'. */
export function thisNode(surroundings: Surroundings, options: IDataObject = {}): Contender {
	return workflowOf(
		{
			type: 'n8n-nodes-customer-messaging.customerMessaging',
			typeVersion: 1,
			parameters(job) {
				if (job.job === 'uploads') {
					return {
						resource: 'template',
						operation: 'sendWithFile',
						channelId: { __rl: true, mode: 'id', value: '201' },
						templateId: '302',
						customerPhone: '+12025550123',
					};
				}
				if (job.job === 'templates') {
					return {
						resource: 'template',
						operation: 'send',
						channelId: { __rl: true, mode: 'id', value: TEMPLATE.channel_id },
						templateId: TEMPLATE.template_id,
						customerPhone: '={{ $json.phone }}',
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
					};
				}
				const fixed = textItem(0);
				return {
					resource: 'message',
					operation: 'sendText',
					customerId: job.fixed ? fixed.customer_id : '={{ $json.customer_id }}',
					text: job.fixed ? fixed.text : '={{ $json.text }}',
					options,
				};
			},
			credential: {
				type: 'customerMessagingApi',
				data: { baseUrl: surroundings.address, apiKey: API_KEY },
			},
		},
		surroundings,
	);
}
