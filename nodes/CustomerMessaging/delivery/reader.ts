import type { IExecuteFunctions } from 'n8n-workflow';
import { SYSTEM_CLOCK } from '../../../lib/basics';
import { createPace, createRequestWithRetries } from '../../../lib/traffic';
import { objectsOf, type Result } from '../service/responsePolicy';
import type { Read, ReadableService, ReadRequest, Service } from '../service/service';
import type { DeliveryOptions } from './prepared';

const CANCELLED: Result = {
	ok: false,
	failure: {
		kind: 'cancelled',
		message: 'The execution was cancelled before the service was asked',
		advice: 'Run the workflow again when you are ready',
	},
};

/** In seconds: a look-up makes two requests at most, and holds a message up for ten seconds at most. */
const BRIEF = 5;

/** The service for the items of a run. It asks each question once, and all items share the result, even a failure. */
export function readableService(
	context: IExecuteFunctions,
	service: Service,
	options: DeliveryOptions,
): ReadableService {
	const stop = context.getExecutionCancelSignal() ?? new AbortController().signal;
	const asked = new Map<string, Promise<Result | undefined>>();
	const readBy =
		(ask: (wanted: ReadRequest) => Promise<Result | undefined>): Read =>
		async (wanted) => {
			const key = JSON.stringify([wanted.path, wanted.query]);
			const begun = asked.get(key) ?? ask(wanted);
			asked.set(key, begun);
			return objectsOf((await begun) ?? CANCELLED);
		};
	const requestWithRetries = createRequestWithRetries({
		service,
		options,
		// Reads wait for the service as sends do, but not for 'Messages per Second'.
		pace: createPace(context.getContext('node'), 0, SYSTEM_CLOCK, stop),
		clock: SYSTEM_CLOCK,
		stop,
	});
	const seconds = Math.min(options.timeout, BRIEF);
	return {
		...service,
		read: readBy(requestWithRetries),
		readBriefly: readBy(async (wanted) => await service.request(wanted, seconds)),
	};
}
