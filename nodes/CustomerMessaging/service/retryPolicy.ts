import type { FailureKind } from './failure';

/** What delivery does about a failure. */
type RetryAction =
	/** The whole run waits as long as the service asks, a minute at most, then the request is resent. */
	| 'wait'
	/** The request is resent, a few times. */
	| 'again'
	/** The item fails. */
	| 'fail'
	/** The item fails, and so do all items that have not been sent, without a request. */
	| 'failAll'
	/** The message may have arrived: it is never resent automatically. */
	| 'unknown';

interface PolicyRow {
	send: RetryAction;
	read: RetryAction;
	reason: string;
}

/**
 * What is resent and what is not, by kind of failure. A message reaches a person, so a send is resent only if it
 * cannot have arrived; a read changes nothing, so it may be repeated.
 */
export const RETRY_POLICY: Record<FailureKind, PolicyRow> = {
	invalid: {
		send: 'fail',
		read: 'fail',
		reason: 'Nothing was asked of the service; the values have to change.',
	},
	unclaimed: {
		send: 'failAll',
		read: 'failAll',
		reason: 'Nobody can tell what was sent before, for every item alike.',
	},
	rateLimited: {
		send: 'wait',
		read: 'wait',
		reason: 'The service asks to come back later and has taken nothing.',
	},
	unreachable: {
		send: 'again',
		read: 'again',
		reason: 'The request never left, so nothing can have arrived.',
	},
	blocked: {
		send: 'fail',
		read: 'fail',
		reason: 'n8n itself forbids the address; that does not change by trying.',
	},
	noAnswer: {
		send: 'unknown',
		read: 'again',
		reason: 'The request left and nobody knows how far it got.',
	},
	serverError: {
		send: 'unknown',
		read: 'again',
		reason: 'The service may have failed before or after taking the message.',
	},
	unreadable: {
		send: 'unknown',
		read: 'again',
		reason: 'A success that cannot be read may be a success all the same.',
	},
	refused: {
		send: 'fail',
		read: 'fail',
		reason: 'The service understood and said no; it would say no again.',
	},
	notFound: {
		send: 'fail',
		read: 'fail',
		reason: 'The service says that there is no such thing.',
	},
	unauthorized: {
		send: 'failAll',
		read: 'failAll',
		reason: 'The key is wrong for every item alike.',
	},
	redirected: {
		send: 'fail',
		read: 'fail',
		reason: 'The address is wrong, and the key must not follow it.',
	},
	unsuccessful: {
		send: 'fail',
		read: 'fail',
		reason: 'The service took the request and says that it did not do it.',
	},
	cancelled: {
		send: 'unknown',
		read: 'fail',
		reason: 'The execution ended while the request was under way.',
	},
};
