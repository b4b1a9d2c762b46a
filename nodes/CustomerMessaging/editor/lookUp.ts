import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { asSeen, failureOf, InputError, isObject, sentences } from '../../../lib/basics';
import { nodeError } from '../reporting/nodeError';
import { objectsOf } from '../service/responsePolicy';
import { openService, type Read, type ReadableService, type Service } from '../service/service';

/** In seconds. */
const PATIENCE = 20;

/** Asks the service for the form. Throws a NodeApiError or NodeOperationError, after which n8n keeps what is in the form. */
export async function lookUp<Result>(
	context: ILoadOptionsFunctions,
	ask: (service: ReadableService) => Promise<Result>,
): Promise<Result> {
	try {
		if (context.getNode().credentials?.customerMessagingApi === undefined)
			throw new InputError('Choose a credential first', '');
		const service = await openService(context);
		const read = editorReader(service);
		return await ask({ ...service, read, readBriefly: read });
	} catch (thrown) {
		const failure = failureOf(thrown);
		const message = sentences(failure.message);
		const error = nodeError(context.getNode(), { ...failure, message });
		// Unlike the output, a form shows it as plain text.
		error.description = sentences(failure.advice);
		throw error;
	}
}

/** The ID chosen in a field of the form; empty if there is none, undefined if only a run will know what an expression gives. */
export function chosen(context: ILoadOptionsFunctions, name: string): string | undefined {
	const raw = context.getNodeParameter(name, '', { rawExpressions: true }) as unknown;
	// The editor gives an expression's value. If it cannot resolve the expression, it gives null, or no value at all.
	const value = isObject(raw) ? raw.value : raw;
	if (value === null || value === undefined) return undefined;
	return typeof value === 'string' && value.startsWith('=') ? undefined : asSeen(String(value));
}

/** Makes a reader for the editor, which never retries. */
export function editorReader(service: Pick<Service, 'request'>): Read {
	return async (request) => objectsOf(await service.request(request, PATIENCE));
}
