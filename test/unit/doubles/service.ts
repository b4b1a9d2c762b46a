import type { IDataObject } from 'n8n-workflow';

import type { ReadableService } from '../../../nodes/CustomerMessaging/operations/operation';

/** The service as an operation sees it while it prepares, giving one answer to every question. */
export function readableService(answer: IDataObject[]): ReadableService {
	return {
		address: 'https://service.example.com',
		templateLookup: { platformIdParameter: 'platform_id', templateIdParameter: 'template_id' },
		read: async () => await Promise.resolve(answer),
	};
}
