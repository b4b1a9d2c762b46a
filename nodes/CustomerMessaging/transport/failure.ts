/**
 * What can go wrong with one item, by meaning: what delivery does next depends on the kind alone
 * (see delivery/retryPolicy.ts).
 */
export type FailureKind =
	| 'invalid'
	| 'unclaimed'
	| 'rateLimited'
	| 'unreachable'
	| 'blocked'
	| 'noAnswer'
	| 'serverError'
	| 'unreadable'
	| 'refused'
	| 'notFound'
	| 'unauthorized'
	| 'redirected'
	| 'unsuccessful'
	| 'cancelled';

/** What went wrong, in the user's words and without the API key. */
export interface Failure {
	kind: FailureKind;
	/** What happened, as one sentence without a full stop. */
	message: string;
	/** What to do about it; empty where nobody knows. */
	advice: string;
	/** What to do about it instead where it was a read, which has no 'Options' and can always be made again. */
	adviceForRead?: string;
	/** The service's own words alone, where it has refused in words. */
	said?: string;
	/** The HTTP status, where there was an answer. */
	httpCode?: string;
	/** The service's own code (section 7.1) or the network's. */
	code?: string;
	/** How long the service asked to wait, in milliseconds. */
	retryAfter?: number;
}

/** A failure that is thrown, where an item cannot even be prepared. */
export class FailureError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.message);
	}
}

/** The failure in anything that was thrown; what is not ours, such as an expression's error, keeps its words. */
export function failureOf(error: unknown): Failure {
	if (error instanceof FailureError) return error.failure;
	const { message = String(error), description } = error as {
		message?: string;
		description?: unknown;
	};
	return { kind: 'invalid', message, advice: typeof description === 'string' ? description : '' };
}
