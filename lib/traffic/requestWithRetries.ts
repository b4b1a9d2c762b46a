import type { Clock, Failure, RequestKind } from '../basics';
import { FAILURE_POLICY } from './failurePolicy';
import type { Pace } from './pace';

/** How often to resend a request that never left or that changes nothing. */
const MAX_REPEATS = 3;

/** The first wait before such a resend, in milliseconds. */
const FIRST_REPEAT_WAIT = 250;

/** The next wait is as long as the 429s have lasted so far, and this many milliseconds more. */
const RATE_LIMIT_STEP = 1000;

/** The longest wait that the service has not asked for, in milliseconds. */
const MAX_GROWN_WAIT = 60_000;

/** A message is given up before this many milliseconds of nothing but 429 have passed, however often it was tried. */
const MAX_RATE_LIMITED = 600_000;

type Request = { kind: RequestKind };

type Ended = { ok: true } | { ok: false; failure: Failure };

export interface RetrySettings<Asked extends Request, Result extends Ended> {
	/** Sends a request once, and never throws. */
	service: { request(request: Asked, timeoutSeconds: number): Promise<Result> };
	options: { timeout: number };
	pace: Pace;
	clock: Clock;
	/** Aborted when no further request may leave. */
	stop: AbortSignal;
}

/** What sends a request, and resends it if the policy allows that; undefined if the run was stopped before it ever left. */
export function createRequestWithRetries<Asked extends Request, Result extends Ended>({
	service,
	options,
	pace,
	clock,
	stop,
}: RetrySettings<Asked, Result>): (request: Asked) => Promise<Result | undefined> {
	const { timetable } = pace;
	/** Whether a request has given up on reaching the service, and none has got through since. */
	let isUnreachable = false;

	return async (request) => {
		let result: Result | undefined;
		let repeated = 0;
		let wasLimited = false;
		while (await pace.turn()) {
			result = await service.request(request, options.timeout);
			if (result.ok || result.failure.kind !== 'unreachable') isUnreachable = false;
			if (result.ok || result.failure.kind !== 'rateLimited') timetable.limitedSince = undefined;
			if (result.ok) return result;

			const { kind, retryAfter = 0 } = result.failure;
			const { [request.kind]: action } = FAILURE_POLICY[kind];
			if (action === 'wait') {
				const isFirst = timetable.limitedSince === undefined;
				timetable.limitedSince ??= clock.now();
				const lasted = clock.now() - timetable.limitedSince;
				const wait = Math.max(retryAfter, Math.min(lasted + RATE_LIMIT_STEP, MAX_GROWN_WAIT));
				if (lasted + wait >= MAX_RATE_LIMITED) return result;
				// A single 429, or another for the same message, may be about its recipient, who must not hold up all others.
				if (isFirst || wasLimited) await clock.wait(wait, stop);
				else pace.pause(wait);
				wasLimited = true;
			} else if (action === 'again' && !isUnreachable && repeated < MAX_REPEATS) {
				// Give or take a quarter, so that waiting requests do not all return at once.
				const jitter = 0.75 + clock.random() / 2;
				await clock.wait(FIRST_REPEAT_WAIT * 2 ** repeated++ * jitter, stop);
			} else {
				// The next items need not repeat these waits.
				if (kind === 'unreachable') isUnreachable = true;
				return result;
			}
		}
		return result;
	};
}
