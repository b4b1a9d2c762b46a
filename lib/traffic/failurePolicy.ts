import type { FailureKind, RequestKind } from '../basics';

type RetryAction =
	/**
	 * The request waits at least as long as the service asks, and is resent. If two requests in a row get such a response, the
	 * whole run waits. A request fails before ten minutes of nothing but such responses have passed.
	 */
	| 'wait'
	/** The request is resent, a few times. */
	| 'again'
	| 'fail'
	/** The message may have arrived: it is never resent automatically. */
	| 'unknown';

interface FailurePolicy extends Record<RequestKind, RetryAction> {
	/** The user has to change a value, and the failure's own advice says which (see InputError). */
	isInput?: true;
	/** Every item would fail alike: all that have not been sent fail too, without a request. */
	isForAll?: true;
	/** The service responded, but not with what it was asked for: it may not have it, or want to be asked differently. */
	isNotGiven?: true;
}

/** What follows from each kind of failure. A send is resent only if it cannot have arrived; a read changes nothing. */
export const FAILURE_POLICY: Record<FailureKind, FailurePolicy> = {
	// Nothing was asked of the service; the values have to change.
	invalid: { send: 'fail', read: 'fail', isInput: true },
	// This node itself has a fault, found before the request left.
	defect: { send: 'fail', read: 'fail' },
	// What was sent before is not known.
	unclaimed: { send: 'fail', read: 'fail', isForAll: true },
	// The service asks to come back later, and has accepted nothing.
	rateLimited: { send: 'wait', read: 'wait' },
	// The request never left, so nothing can have arrived.
	unreachable: { send: 'again', read: 'again' },
	// n8n itself forbids the address; another try does not change that.
	blocked: { send: 'fail', read: 'fail' },
	// The request left, and the service may or may not have accepted it.
	noResponse: { send: 'unknown', read: 'again' },
	// The service may have failed before or after accepting the message.
	serverError: { send: 'unknown', read: 'again' },
	// A success that cannot be read may still be a success.
	unreadable: { send: 'unknown', read: 'again', isNotGiven: true },
	// The service understood and said no; it would say no again.
	refused: { send: 'fail', read: 'fail', isNotGiven: true },
	notFound: { send: 'fail', read: 'fail', isNotGiven: true },
	unauthorized: { send: 'fail', read: 'fail', isForAll: true },
	// The address is wrong, and the key must not follow it.
	redirected: { send: 'fail', read: 'fail' },
	// The service accepted the request, and says that it did not carry it out.
	unsuccessful: { send: 'fail', read: 'fail', isNotGiven: true },
	// The execution ended, perhaps while the request was under way.
	cancelled: { send: 'unknown', read: 'fail', isForAll: true },
};
