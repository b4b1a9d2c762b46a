import type { FailureKind } from '../../../nodes/CustomerMessaging/transport/failure';
import { RETRY_POLICY, type Verdict } from '../../../nodes/CustomerMessaging/delivery/retryPolicy';

/** What the node promises to do, by what happened. */
const PROMISED: Array<[what: string, kind: FailureKind, send: Verdict, read: Verdict]> = [
	['429', 'rateLimited', 'wait', 'wait'],
	['the request never left', 'unreachable', 'again', 'again'],
	['it left, and nobody answered in time or the connection broke', 'noAnswer', 'unknown', 'again'],
	['it left, and the answer is a 5xx', 'serverError', 'unknown', 'again'],
	['it left, and the answer is a 200 that is no JSON', 'unreadable', 'unknown', 'again'],
	['400, 403, 404 and other 4xx', 'refused', 'fail', 'fail'],
	['a redirect', 'redirected', 'fail', 'fail'],
	['401', 'unauthorized', 'failAll', 'failAll'],
	['200 with success: false', 'unsuccessful', 'fail', 'fail'],
	['n8n forbids the address', 'blocked', 'fail', 'fail'],
	['the execution was cancelled on the way', 'cancelled', 'unknown', 'fail'],
];

test.each(PROMISED)('%s (%s): a send is %s, a read is %s', (_what, kind, send, read) => {
	expect(RETRY_POLICY[kind]).toMatchObject({ send, read });
});

test('the table has every row and no other, each with its reason', () => {
	expect(Object.keys(RETRY_POLICY).sort()).toEqual(PROMISED.map(([, kind]) => kind).sort());
	for (const { reason } of Object.values(RETRY_POLICY)) expect(reason).toMatch(/^.{20,}\.$/);
});
