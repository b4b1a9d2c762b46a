import { objectsOf, type Answer } from '../transport/answerPolicy';
import type { Failure } from '../transport/failure';
import type { Service, ServiceRequest } from '../transport/service';
import { SYSTEM_CLOCK } from './clock';
import type { DeliveryOptions, Read } from './job';
import { createPace } from './pace';
import { createRequestWithRetries } from './requestWithRetries';
import { RETRY_POLICY } from './retryPolicy';
import type { ServiceInExecution } from './serviceInExecution';

/**
 * Makes the reader of one run: it asks the same question once, however many items need the answer, also where the
 * answer is a failure, which has been tried again by then where that can help; nothing more once the service has
 * rejected the key.
 *
 * Takes the service, the options of the run, what the execution knows of the service, and the signal that cancels the
 * execution. What could be read is kept with what the execution knows, so it never crosses executions or credentials.
 */
export function createReader(
	service: Pick<Service, 'request'>,
	options: DeliveryOptions,
	known: Pick<ServiceInExecution, 'answers'>,
	stop: AbortSignal,
): (request: ServiceRequest) => Promise<Answer> {
	const asked = new Map<string, Promise<Answer>>();
	const request = createRequestWithRetries({
		service,
		options,
		kind: 'read',
		pace: createPace({}, 0, SYSTEM_CLOCK, stop),
		clock: SYSTEM_CLOCK,
		stop,
	});
	/** Set once an answer was no to whatever is asked. */
	let noToAll: Answer | undefined;

	return async (question) => {
		if (noToAll !== undefined) return noToAll;
		const key = JSON.stringify([question.path, question.query]);
		const earlier = known.answers.get(key);
		if (earlier !== undefined) return earlier;
		const asking =
			asked.get(key) ??
			request(question).then((answer) => answer ?? { ok: false, failure: CANCELLED });
		asked.set(key, asking);
		const answer = await asking;
		if (answer.ok) known.answers.set(key, answer);
		else if (RETRY_POLICY[answer.failure.kind].read === 'failAll') noToAll = answer;
		return answer;
	};
}

/**
 * Makes a reader that asks once and at once, for a person who waits in front of the form. Takes the service and the
 * seconds that the person may wait.
 */
export function createImpatientReader(service: Pick<Service, 'request'>, patience: number): Read {
	return async (request) => objectsOf(await service.request(request, patience));
}

const CANCELLED: Failure = {
	kind: 'cancelled',
	message: 'The execution was cancelled before the service was asked',
	advice: 'Run the workflow again when you are ready',
};
