import type { ILoadOptionsFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { sentences } from '../primitives/sentences';
import { failureOf, type Failure } from '../primitives/failure';
import { apiError, operationError } from '../reporting/nodeErrors';
import { objectsOf } from '../service/responsePolicy';
import { openService, type Read, type ReadableService, type Service } from '../service/service';

/** Time limit in seconds for a list or for fields to appear. */
const PATIENCE = 20;

/**
 * Asks the service something for the form. Throws a NodeApiError or NodeOperationError in whole sentences; n8n then
 * keeps what is in the form.
 *
 * @param advice what to do if the service cannot be asked: a form has no items and no options to set
 */
export async function lookUp<Result>(
	context: ILoadOptionsFunctions,
	ask: (service: ReadableService) => Promise<Result>,
	advice: string,
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

function lookUpError(
	context: ILoadOptionsFunctions,
	{ kind, message, said, advice: ownAdvice, httpCode }: Failure,
	advice: string,
): NodeApiError | NodeOperationError {
	if (kind === 'invalid') {
		const words = { message: sentences(message), description: sentences(ownAdvice) };
		return operationError(context.getNode(), words);
	}
	const words = {
		message: sentences(said === undefined ? message : `The service says: ${said}`),
		description: sentences(advice),
	};
	return apiError(context.getNode(), words, { httpCode });
}
