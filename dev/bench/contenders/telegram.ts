import { textItem, type Contender, type Surroundings } from './contender';
import { workflowOf } from './workflow';

/** The built-in Telegram node, which sends one message at a time. */
export function telegram(surroundings: Surroundings): Contender {
	return workflowOf(
		{
			type: 'n8n-nodes-base.telegram',
			typeVersion: 1.2,
			parameters(job) {
				const fixed = textItem(0);
				if (job.job === 'templates') throw new Error('Telegram has no templates.');
				if (job.job === 'uploads') {
					return {
						resource: 'message',
						operation: 'sendDocument',
						chatId: fixed.customer_id,
						binaryData: true,
					};
				}
				return {
					resource: 'message',
					operation: 'sendMessage',
					chatId: job.fixed ? fixed.customer_id : '={{ $json.customer_id }}',
					text: job.fixed ? fixed.text : '={{ $json.text }}',
					additionalFields: { appendAttribution: false },
				};
			},
			credential: {
				type: 'telegramApi',
				data: { baseUrl: surroundings.address, accessToken: '7001:bench' },
			},
		},
		surroundings,
	);
}
