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
 * Makes a run's reader. It asks each question once, with retries where they can help, and all items share the answer,
 * even a failure. Once the service has rejected the key, it asks nothing more.
 *
 * @param known keeps what could be read for the node's other runs in this execution
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
	/** An answer that would be the same for any question, such as a rejected key. */
	let fatalAnswer: Answer | undefined;

	return async (question) => {
		if (fatalAnswer !== undefined) return fatalAnswer;
		const key = JSON.stringify([question.path, question.query]);
		const earlier = known.answers.get(key);
		if (earlier !== undefined) return earlier;
		const asking =
			asked.get(key) ??
			request(question).then((answer) => answer ?? { ok: false, failure: CANCELLED });
		asked.set(key, asking);
		const answer = await asking;
		if (answer.ok) known.answers.set(key, answer);
		else if (RETRY_POLICY[answer.failure.kind].read === 'failAll') fatalAnswer = answer;
		return answer;
	};
}

/**
 * Makes a reader for the editor, which neither retries nor waits its turn.
 *
 * @param patience the time limit in seconds
 */
export function createImpatientReader(service: Pick<Service, 'request'>, patience: number): Read {
	return async (request) => objectsOf(await service.request(request, patience));
}

const CANCELLED: Failure = {
	kind: 'cancelled',
	message: 'The execution was cancelled before the service was asked',
	advice: 'Run the workflow again when you are ready',
};
