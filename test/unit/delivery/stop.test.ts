import type { IExecuteFunctions } from 'n8n-workflow';

import { Stop } from '../../../nodes/CustomerMessaging/delivery/stop';

const failure = { kind: 'unauthorized', message: 'Second', advice: '' } as const;

test('what has stopped a run stays its reason, whatever its requests in flight still meet', () => {
	const context = { continueOnFail: () => true, getExecutionCancelSignal: () => undefined };
	const stop = new Stop(context as unknown as IExecuteFunctions);
	stop.noteDefect({ kind: 'defect', message: 'First', advice: '' });
	stop.noteFailure({ state: 'failed', requestKind: 'send', failure });
	expect(stop.reason?.message).toBe('Nothing more was sent: first');
});
