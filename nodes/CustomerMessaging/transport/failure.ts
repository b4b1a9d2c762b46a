/**
 * What can go wrong with one request, by meaning: what delivery does next depends on the kind
 * alone (see delivery/retryPolicy.ts).
 */
export type FailureKind =
	| 'rateLimited'
	| 'unreachable'
	| 'blocked'
	| 'noAnswer'
	| 'serverError'
	| 'unreadable'
	| 'refused'
	| 'unauthorized'
	| 'redirected'
	| 'unsuccessful'
	| 'cancelled';

/** One failed request, in the user's words and without the API key. */
export interface Failure {
	kind: FailureKind;
	/** What happened, as one sentence without a full stop. */
	message: string;
	/** What to do about it. */
	advice: string;
	/** The HTTP status, where there was an answer. */
	httpCode?: string;
	/** The service's own code (section 7.1) or the network's. */
	code?: string;
	/** How long the service asked to wait, in milliseconds. */
	retryAfter?: number;
}
