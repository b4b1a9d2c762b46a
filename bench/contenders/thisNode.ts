import type { IDataObject } from 'n8n-workflow';

import { API_KEY, messageOf, type Contender, type Surroundings } from './contender';
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
						templateId: '301',
						customerPhone: '+12025550123',
					};
				}
				const fixed = messageOf(0);
				return {
					resource: 'message',
					operation: 'sendText',
					customerId: job.fixed ? fixed.customer_id : '={{ $json.customer_id }}',
					text: job.fixed ? fixed.text : '={{ $json.text }}',
					options,
				};
			},
			credential: { type: 'customerMessagingApi', data: { baseUrl: surroundings.address, apiKey: API_KEY } },
		},
		surroundings,
	);
}
