import { objectsOf, type Answer } from '../service/responsePolicy';
import type { Failure } from '../service/failure';
import { RETRY_POLICY } from '../service/retryPolicy';
import { isSameAccount, type Read, type Service } from '../service/service';
import { SYSTEM_CLOCK } from './clock';
import type { DeliveryOptions } from './job';
import { createPace } from './pace';
import { createRequestWithRetries } from './requestWithRetries';

const CANCELLED: Failure = {
	kind: 'cancelled',
	message: 'The execution was cancelled before the service was asked',
	advice: 'Run the workflow again when you are ready',
};

/**
 * Makes a run's reader. It asks each question once, with retries where they can help, and all items share the answer,
 * even a failure. Once the service has rejected the key, it asks nothing more.
 *
 * @param answers what is known already, to which what could be read is added
 */
export function createReader(
	service: Service,
	options: DeliveryOptions,
	answers: Answers,
	stop: AbortSignal,
): Read {
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
		const key = JSON.stringify([question.path, question.query]);
		const known = fatalAnswer ?? answers.get(key);
		if (known !== undefined) return objectsOf(known);
		const asking =
			asked.get(key) ??
			request(question).then((answer) => answer ?? { ok: false, failure: CANCELLED });
		asked.set(key, asking);
		const answer = await asking;
		if (answer.ok) answers.set(key, answer);
		else if (RETRY_POLICY[answer.failure.kind].read === 'failAll') fatalAnswer = answer;
		return objectsOf(answer);
	};
}

/** Successful reads, by what was asked. */
export type Answers = Map<string, Answer>;

/** What each node has read in its execution, and with which account. */
const answersOfNodes = new WeakMap<object, { service: Service; answers: Answers }>();

/**
 * What this node has read in this execution and process; nothing yet if the address or the key is another now.
 *
 * @param nodeInExecution identifies the node in this execution
 */
export function answersInExecution(nodeInExecution: object, service: Service): Answers {
	const known = answersOfNodes.get(nodeInExecution);
	if (known !== undefined && isSameAccount(known.service, service)) return known.answers;
	const answers: Answers = new Map();
	answersOfNodes.set(nodeInExecution, { service, answers });
	return answers;
}
