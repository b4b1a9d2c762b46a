import { objectIn } from './json';

/** What a request does: a send reaches a person, a read changes nothing. */
export type RequestKind = 'send' | 'read';

/** What can go wrong with one item. The kind alone decides what follows, as the table in `lib/traffic/failurePolicy.ts` says. */
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

/** Words for the user, without anything secret. */
export interface Words {
	/** What happened, as one sentence without a full stop. */
	message: string;
	/** What to do about it; may be empty. */
	advice: string;
}

export interface Failure extends Words {
	kind: FailureKind;
	/** The HTTP status, if there was a response. */
	httpCode?: string;
	/** The service's own code, or the network's. */
	code?: string;
	/** How long the service asked to wait, in milliseconds. */
	retryAfter?: number;
}

export class FailureError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.message);
	}
}

/** A value from the user that cannot be used, found before anything was sent. */
export class InputError extends FailureError {
	/**
	 * @param message what is wrong, naming the field as the form shows it; like the advice, without a full stop. Of a long one,
	 * which quotes a long value, the beginning and the end are left
	 */
	constructor(message: string, advice: string) {
		super({ kind: 'invalid', message: cut(message), advice: cut(advice) });
	}
}

function cut(words: string): string {
	return words.length > 900 ? `${words.slice(0, 500)}…${words.slice(-300)}` : words;
}

/** What code that has a fault throws. */
const DEFECTS = [TypeError, RangeError, ReferenceError];

/** The failure in anything thrown: an error from elsewhere, such as n8n's, keeps its words. */
export function failureOf(error: unknown): Failure {
	if (error instanceof FailureError) return error.failure;
	const words = wordsOfError(error);
	if (!DEFECTS.some((defect) => error instanceof defect)) return { kind: 'invalid', ...words };
	return {
		kind: 'defect',
		message: `This node has a fault: ${words.message}`,
		advice:
			'Report it, with this message, at https://github.com/n8n-nodes-customer-messaging/n8n-nodes-customer-messaging/issues',
	};
}

/** n8n names the item in some errors; the report of a run does so in all. */
const withoutItem = (message: string): string => message.replace(/ \[item \d+\]$/, '');

/** The words of an error from elsewhere, such as an expression's. */
export function wordsOfError(error: unknown): Words {
	const { message, description } = objectIn(error);
	return {
		// n8n takes an item whose error is empty for a success.
		message: typeof message === 'string' && message !== '' ? withoutItem(message) : String(error),
		advice: typeof description === 'string' ? description : '',
	};
}
