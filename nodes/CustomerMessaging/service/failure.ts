import { objectIn } from './json';

/** What can go wrong with one item. The kind alone decides what delivery does next (see retryPolicy.ts). */
export type FailureKind =
	| 'invalid'
	| 'defect'
	| 'unclaimed'
	| 'rateLimited'
	| 'unreachable'
	| 'blocked'
	| 'noResponse'
	| 'serverError'
	| 'unreadable'
	| 'refused'
	| 'notFound'
	| 'unauthorized'
	| 'redirected'
	| 'unsuccessful'
	| 'cancelled';

/** What went wrong, in words for the user and without the API key. */
export interface Failure {
	kind: FailureKind;
	/** What happened, as one sentence without a full stop. */
	message: string;
	/** What to do about it; may be empty. */
	advice: string;
	/** The advice for a read, which has no 'Options' and can always be repeated, if it differs. */
	adviceForRead?: string;
	/** The service's own words alone, if it refused in words. */
	said?: string;
	/** The HTTP status, if there was a response. */
	httpCode?: string;
	/** The service's own code (service: Errors), or the network's. */
	code?: string;
	/** How long the service asked to wait, in milliseconds. */
	retryAfter?: number;
}

/** A failure that can be thrown. */
export class FailureError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.message);
	}
}

/** A value from the user that cannot be used, found before anything was sent. */
export class InputError extends FailureError {
	/**
	 * Neither text ends in a full stop.
	 * @param message what is wrong, naming the field as the form shows it
	 * @param advice what to do
	 */
	constructor(message: string, advice: string) {
		super({ kind: 'invalid', message, advice });
	}
}

/** Where to report a defect of this package, as its package.json says. */
const ISSUES =
	'https://github.com/n8n-nodes-customer-messaging/n8n-nodes-customer-messaging/issues';

/**
 * The failure in anything thrown: one from elsewhere, such as n8n's, keeps its words, and one that only a programmer can
 * have made is not blamed on the user.
 */
export function failureOf(error: unknown): Failure {
	if (error instanceof FailureError) return error.failure;
	const words = wordsOfError(error);
	if (![TypeError, ReferenceError, RangeError].some((made) => error instanceof made))
		return { kind: 'invalid', ...words };
	return {
		kind: 'defect',
		message: `This node has a defect: ${words.message}`,
		advice: `Report it at ${ISSUES}, with this error and what the node is set to, without your customers' data`,
	};
}

/** The words of an error from elsewhere, such as an expression's. */
export function wordsOfError(error: unknown): Pick<Failure, 'message' | 'advice'> {
	const { message, description } = objectIn(error);
	return {
		message: typeof message === 'string' ? message : String(error),
		advice: typeof description === 'string' ? description : '',
	};
}
