import { sentences } from '../delivery/sentences';
import type { Failure } from '../transport/failure';
import type { ErrorWords } from '../transport/nodeErrors';

/** The seconds a person waits for a list or for fields to appear. */
export const PATIENCE = 20;

/**
 * Says why a form field stays empty, in whole sentences. The advice for a run would be of no use: in a form there are
 * no items and no options to set.
 *
 * Takes the failure and what to do where the service refused the request.
 */
export function lookupWords({ kind, message, advice }: Failure, whenRefused: string): ErrorWords {
	const isRefusal = kind === 'refused' || kind === 'unsuccessful';
	const isPassing = kind === 'noAnswer' || kind === 'rateLimited';
	return {
		message: sentences(message),
		description: sentences(isPassing ? 'Try again in a moment' : isRefusal ? whenRefused : advice),
	};
}
