import type { ICredentialTestFunctions, IExecuteFunctions } from 'n8n-workflow';

import { resultsInExecution } from '../../../nodes/CustomerMessaging/delivery/reader';
import { openServiceForTest } from '../../../nodes/CustomerMessaging/service/service';

test('what a node has read is known to its next run with the same address and key alone', () => {
	const [HUB, OTHER] = ['https://hub.example.com', 'https://other.example.com'];
	const node = {};
	const context = { getContext: () => node } as unknown as IExecuteFunctions;
	const known = (baseUrl: string, apiKey: string) => {
		const helpers = {} as ICredentialTestFunctions['helpers'];
		const service = openServiceForTest(helpers, { service: 'other', baseUrl, apiKey });
		return resultsInExecution(context, service);
	};
	const first = known(HUB, 'one');
	expect(known(HUB, 'one')).toBe(first);
	expect(known(HUB, 'other')).not.toBe(first);
	const again = known(HUB, 'one');
	expect(known(OTHER, 'one')).not.toBe(again);
});
