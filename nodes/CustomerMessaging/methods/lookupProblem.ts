import { sentences } from '../delivery/sentences';
import type { Failure } from '../transport/failure';

/** The seconds a person waits for a list or for fields to appear. */
export const PATIENCE = 20;

/** Why the form cannot show what it should, in whole sentences for the person in front of it. */
export interface LookupProblem {
	/** What happened. */
	message: string;
	/** What to do; empty where nobody knows. */
	advice: string;
	/** The HTTP status, where the service answered. */
	httpCode?: string;
}

/**
 * Says why a form field stays empty. The advice for a run would be of no use: in a form there are
 * no items and no options to set.
 *
 * Takes the failure and what to do where the service refused the request.
 */
export function problemOf(failure: Failure, whenRefused: string): LookupProblem {
	const { kind, message, httpCode } = failure;
	return {
		message: sentences(message),
		advice: sentences(adviceFor(kind, whenRefused) ?? failure.advice),
		...(httpCode === undefined ? {} : { httpCode }),
	};
}

function adviceFor(kind: Failure['kind'], whenRefused: string): string | undefined {
	if (kind === 'noAnswer' || kind === 'rateLimited') return 'Try again in a moment';
	return kind === 'refused' || kind === 'unsuccessful' ? whenRefused : undefined;
}
