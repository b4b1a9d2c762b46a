import type { IDataObject } from 'n8n-workflow';

import type { ReadableService } from '../../../nodes/CustomerMessaging/operations/operation';
import type { Answer } from '../../../nodes/CustomerMessaging/transport/answer';
import type { ServiceRequest } from '../../../nodes/CustomerMessaging/transport/service';

/** The service as an operation sees it, giving one answer to every question, and what it was asked. */
export function hubWith(answer: Answer | IDataObject = { ok: true, body: {} }): { service: ReadableService; asked: ServiceRequest[] } {
	const asked: ServiceRequest[] = [];
	const given = ('ok' in answer ? answer : { ok: true, body: answer }) as Answer;
	const service: ReadableService = {
		address: 'https://service.example.com',
		templateLookup: { platformIdParameter: 'platform_id', templateIdParameter: 'template_id' },
		read: async (request) => {
			asked.push(request);
			return await Promise.resolve(given);
		},
	};
	return { service, asked };
}
