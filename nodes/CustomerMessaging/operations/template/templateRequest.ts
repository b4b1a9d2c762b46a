import type { Service, ServiceRequest } from '../../transport/service';

/**
 * The request that reads a template (section 4.5), with the query names that the credential sets.
 */
export function templateRequest(
	{ templateLookup }: Pick<Service, 'templateLookup'>,
	channelId: string,
	templateId: string,
): ServiceRequest {
	return {
		method: 'GET',
		path: '/stable/open/whatsapp/get-template-detail',
		answer: 'object',
		query: {
			[templateLookup.platformIdParameter]: channelId,
			[templateLookup.templateIdParameter]: templateId,
		},
	};
}
