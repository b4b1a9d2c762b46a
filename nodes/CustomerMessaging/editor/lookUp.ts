import type { ILoadOptionsFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { sentences } from '../reporting/runSummary';
import { failureOf, type Failure } from '../service/failure';
import { apiError, operationError } from '../reporting/nodeErrors';
import { objectsOf } from '../service/responsePolicy';
import { openService, type Read, type ReadableService, type Service } from '../service/service';

/** Time limit in seconds for a list or for fields to appear. */
const PATIENCE = 20;

interface Advice {
	/** If the service refused to answer. */
	whenRefused: string;
	otherwise: string;
}

/**
 * Asks the service something for the form. Throws a NodeApiError or NodeOperationError in whole sentences; n8n then
 * keeps what is in the form.
 */
export async function lookUp<Result>(
	context: ILoadOptionsFunctions,
	ask: (service: ReadableService) => Promise<Result>,
	advice: Advice,
): Promise<Result> {
	if (context.getNode().credentials?.customerMessagingApi === undefined) {
		throw operationError(context.getNode(), { message: 'Choose a credential first.' });
	}
	try {
		const service = await openService(context);
		return await ask({ ...service, read: editorReader(service) });
	} catch (error) {
		throw lookUpError(context, failureOf(error), advice);
	}
}

/** Makes a reader for the editor, which never retries. */
export function editorReader(service: Pick<Service, 'request'>): Read {
	return async (request) => objectsOf(await service.request(request, PATIENCE));
}

/** Replaces the advice for a run: a form has no items and no options to set. */
function lookUpError(
	context: ILoadOptionsFunctions,
	{ kind, message, said, advice, httpCode }: Failure,
	{ whenRefused, otherwise }: Advice,
): NodeApiError | NodeOperationError {
	const isRefusal = kind === 'refused' || kind === 'notFound' || kind === 'unsuccessful';
	const whatToDo =
		kind === 'noResponse' ? 'Try again in a moment' : isRefusal ? whenRefused : advice;
	if (kind === 'invalid') {
		const words = { message: sentences(message), description: sentences(whatToDo) };
		return operationError(context.getNode(), words);
	}
	const words = {
		message: sentences(said === undefined ? message : `The service says: ${said}`),
		description: sentences(whatToDo, otherwise),
	};
	return apiError(context.getNode(), words, { httpCode });
}
