import type { Answer } from '../transport/answer';
import type { Clock } from './clock';
import type { Pace } from './pace';
import { RETRY_POLICY } from './retryPolicy';

/** How often a request that never left is sent again. */
const UNREACHABLE_RETRIES = 3;

/** The first wait before a request that never left is sent again, in milliseconds. */
const UNREACHABLE_WAIT = 250;

/** The first wait after a 429 that does not say how long, in milliseconds. */
const RATE_LIMIT_WAIT = 1000;

/** The longest wait for the service, in milliseconds, whatever it asks for. */
const LONGEST_WAIT = 60_000;

/** What the requests of one run share. */
export interface Course {
	kind: 'send' | 'read';
	pace: Pace;
	clock: Clock;
	/** Aborted when no further request may leave. */
	stop: AbortSignal;
	/** How often a request that met a 429 is sent again. */
	rateLimitRetries: number;
	/** Set once a request has given up on reaching the service, until another gets through. */
	unreachable: boolean;
}

/**
 * Sends one request, again where the policy allows it.
 *
 * Takes the request and the run's course. Returns the last answer; undefined where the run was
 * stopped before the request ever left.
 */
export async function attempt(request: () => Promise<Answer>, course: Course): Promise<Answer | undefined> {
	let answer: Answer | undefined;
	let rateLimited = 0;
	let repeated = 0;
	while (await course.pace.turn()) {
		answer = await request();
		if (answer.ok) {
			course.unreachable = false;
			return answer;
		}
		const { kind, retryAfter } = answer.failure;
		if (kind !== 'unreachable') course.unreachable = false;

		const verdict = RETRY_POLICY[kind][course.kind];
		if (verdict === 'wait' && rateLimited < course.rateLimitRetries) {
			course.pace.hold(Math.min(retryAfter ?? backoff(RATE_LIMIT_WAIT, rateLimited, course.clock), LONGEST_WAIT));
			rateLimited++;
		} else if (verdict === 'again' && !course.unreachable && repeated < UNREACHABLE_RETRIES) {
			await course.clock.wait(backoff(UNREACHABLE_WAIT, repeated, course.clock), course.stop);
			repeated++;
		} else {
			// The next items need not find out by waiting what this one has found out.
			if (kind === 'unreachable') course.unreachable = true;
			return answer;
		}
	}
	return answer;
}

/** Doubles with every try, give or take a quarter so that waiting requests do not return as one. */
function backoff(first: number, tries: number, clock: Clock): number {
	return Math.min(first * 2 ** tries * (0.75 + clock.random() / 2), LONGEST_WAIT);
}
