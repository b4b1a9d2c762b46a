import type { FailureKind, RequestKind } from '../primitives/failure';

type RetryAction =
	/** The whole run waits, at least as long as the service asks, then the request is resent, within ten minutes. */
	| 'wait'
	/** The request is resent, a few times. */
	| 'again'
	/** The item fails. */
	| 'fail'
	/** The item fails, and so do all items that have not been sent, without a request. */
	| 'failAll'
	/** The message may have arrived: it is never resent automatically. */
	| 'unknown';

/**
 * What is resent and what is not, by kind of failure. A message reaches a person, so a send is resent only if it
 * cannot have arrived; a read changes nothing, so it may be repeated.
 */
export const RETRY_POLICY: Record<FailureKind, Record<RequestKind, RetryAction>> = {
	// Nothing was asked of the service; the values have to change.
	invalid: { send: 'fail', read: 'fail' },
	// What was sent before is not known, for every item alike.
	unclaimed: { send: 'failAll', read: 'failAll' },
	// The service asks to come back later and has taken nothing.
	rateLimited: { send: 'wait', read: 'wait' },
	// The request never left, so nothing can have arrived.
	unreachable: { send: 'again', read: 'again' },
	// n8n itself forbids the address; that does not change by trying.
	blocked: { send: 'fail', read: 'fail' },
	// The request left, and the service may have taken it or not.
	noResponse: { send: 'unknown', read: 'again' },
	// The service may have failed before or after taking the message.
	serverError: { send: 'unknown', read: 'again' },
	// A success that cannot be read may be a success all the same.
	unreadable: { send: 'unknown', read: 'again' },
	// The service understood and said no; it would say no again.
	refused: { send: 'fail', read: 'fail' },
	// The service says that there is no such thing.
	notFound: { send: 'fail', read: 'fail' },
	// The key is wrong for every item alike.
	unauthorized: { send: 'failAll', read: 'failAll' },
	// The address is wrong, and the key must not follow it.
	redirected: { send: 'fail', read: 'fail' },
	// The service took the request and says that it did not do it.
	unsuccessful: { send: 'fail', read: 'fail' },
	// The execution ended while the request was under way.
	cancelled: { send: 'unknown', read: 'fail' },
};
