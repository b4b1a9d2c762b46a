import type { Answer } from '../transport/answer';
import type { Service } from '../transport/service';
import { attempt, type Course } from './attempt';
import { SYSTEM_CLOCK } from './clock';
import type { DeliveryOptions, Read } from './job';
import { createPace } from './pace';
import { RETRY_POLICY } from './retryPolicy';

/**
 * Makes the reader of one execution: it asks the same question once, however many items need the
 * answer, also where the answer is a failure, which has been tried again by then where that can
 * help; nothing more once the service has rejected the key.
 *
 * Takes the service, the options of the run, and the signal that cancels the execution. The
 * answers live as long as the reader, so they never cross executions or credentials.
 */
export function createReader(
	service: Pick<Service, 'request'>,
	options: DeliveryOptions,
	cancelSignal: AbortSignal = new AbortController().signal,
): Read {
	const asked = new Map<string, Promise<Answer>>();
	const course: Course = {
		kind: 'read',
		pace: createPace(0, SYSTEM_CLOCK, cancelSignal),
		clock: SYSTEM_CLOCK,
		stop: cancelSignal,
		rateLimitRetries: options.rateLimitRetries,
		unreachable: false,
	};
	/** Set once an answer was no to whatever is asked. */
	let noToAll: Answer | undefined;
	const ask: Read = async (request) => {
		const answer = await attempt(() => service.request(request, options.timeout), course);
		if (answer?.ok === false && RETRY_POLICY[answer.failure.kind].read === 'failAll') noToAll = answer;
		return answer ?? { ok: false, failure: CANCELLED };
	};

	return async (request) => {
		if (noToAll !== undefined) return noToAll;
		const key = JSON.stringify([request.path, request.query]);
		const pending = asked.get(key) ?? ask(request);
		asked.set(key, pending);
		return await pending;
	};
}

const CANCELLED = {
	kind: 'cancelled' as const,
	message: 'The execution was cancelled before the service was asked',
	advice: 'Run the workflow again when you want to go on',
};
