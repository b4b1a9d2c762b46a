import document from './service.openapi.json';

/** An operation of the service, as the OpenAPI document has it. */
export interface Endpoint {
	/** its `operationId` */
	operation: string;
	method: string;
	path: string;
}

/** The service's operations, by their names. */
export const endpoints = new Map(
	Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries<{ operationId: string }>(methods).map(
			([method, { operationId: operation }]): [string, Endpoint] => [
				operation,
				{ operation, method: method.toUpperCase(), path },
			],
		),
	),
);

/** @throws Error when the document has no such operation */
export function endpointOf(operation: string): Endpoint {
	const endpoint = endpoints.get(operation);
	if (endpoint === undefined) throw new Error(`service.openapi.json has no ${operation}`);
	return endpoint;
}
