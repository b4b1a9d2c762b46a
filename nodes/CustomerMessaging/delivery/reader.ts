import type { IExecuteFunctions } from 'n8n-workflow';
import { SYSTEM_CLOCK } from '../primitives/clock';
import type { Failure } from '../primitives/failure';
import { FAILURE_POLICY } from '../service/failurePolicy';
import { objectsOf, type Result } from '../service/responsePolicy';
import { isSameAccount, type Read, type ReadableService, type Service } from '../service/service';
import { createPace } from './pace';
import type { DeliveryOptions } from './prepared';
import { createRequestWithRetries } from './requestWithRetries';

const CANCELLED: Failure = {
	kind: 'cancelled',
	message: 'The execution was cancelled before the service was asked',
	advice: 'Run the workflow again when you are ready',
};

/**
 * The service for the items of a run. It makes each request once, with retries if they can help, and all items share the
 * result, even a failure. Once the service has rejected the key, it asks nothing more.
 * @param known what was read before; successful reads are added to it
 */
export function readableService(
	context: IExecuteFunctions,
	service: Service,
	options: DeliveryOptions,
	known: KnownResults = new Map(),
): ReadableService {
	const stop = context.getExecutionCancelSignal() ?? new AbortController().signal;
	const reading = new Map<string, Promise<Result>>();
	const request = createRequestWithRetries({
		service,
		options,
		// Reads wait for the service as sends do, but not for 'Messages per Second'.
		pace: createPace(context.getContext('node'), 0, SYSTEM_CLOCK, stop),
		clock: SYSTEM_CLOCK,
		stop,
	});
	/** A result that would be the same for any request, such as a rejected key. */
	let fatal: Result | undefined;

	const read: Read = async (wanted) => {
		const key = JSON.stringify([wanted.path, wanted.query]);
		const earlier = fatal ?? known.get(key);
		if (earlier !== undefined) return objectsOf(earlier);
		const begun =
			reading.get(key) ??
			request(wanted).then((result) => result ?? { ok: false, failure: CANCELLED });
		reading.set(key, begun);
		const result = await begun;
		if (result.ok) known.set(key, result);
		else if (!wanted.isOptional && FAILURE_POLICY[result.failure.kind].isForAll) fatal = result;
		return objectsOf(result);
	};
	return { ...service, read };
}

/** Successful reads, by what was asked for. */
type KnownResults = Map<string, Result>;

/** What each node has read in its execution, and with which account. */
const resultsOfNodes = new WeakMap<object, { service: Service; results: KnownResults }>();

/** What this node has read in this execution and process; nothing if the address or the key has changed. */
export function resultsInExecution(context: IExecuteFunctions, service: Service): KnownResults {
	const nodeInExecution = context.getContext('node');
	const known = resultsOfNodes.get(nodeInExecution);
	if (known !== undefined && isSameAccount(known.service, service)) return known.results;
	const results: KnownResults = new Map();
	resultsOfNodes.set(nodeInExecution, { service, results });
	return results;
}
