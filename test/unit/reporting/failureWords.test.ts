import type { INode } from 'n8n-workflow';

import type { FailedOutcome } from '../../../nodes/CustomerMessaging/reporting/outcome';
import { errorItem } from '../../../nodes/CustomerMessaging/reporting/failureWords';

test('a failed item is marked for the error output of n8n 1, and the mark does not outlive the first copy', () => {
	const node = { name: 'Customer Messaging', type: 'customerMessaging' } as INode;
	const failure = { kind: 'refused' as const, message: 'Refused', advice: 'Mend it' };
	const failed: FailedOutcome = { state: 'failed', failure, recipient: '+12025550123' };
	const marked = errorItem({ ...node, onError: 'continueErrorOutput' }, failed, 'send', 4);
	const plain = errorItem({ ...node, onError: 'continueRegularOutput' }, failed, 'send', 4);

	expect(marked.error).toEqual({ message: marked.json.message });
	expect({ ...marked }).toStrictEqual(plain);
	expect(JSON.stringify(marked)).toBe(JSON.stringify(plain));
	expect('error' in plain).toBe(false);
});
