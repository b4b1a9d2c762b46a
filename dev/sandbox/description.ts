import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from './receivedRequest';

/** The parts of the OpenAPI document that the sandbox itself reads. */
export interface Description {
	openapi: '3.1.0';
	paths: Record<string, Record<string, { operationId: Operation }>>;
	components: { parameters: { PlatformId: { name: string }; TemplateId: { name: string } } };
}

/**
 * The service's OpenAPI document, with the names of the query parameters that choose a template put in,
 * which are not known (service: Get template).
 */
export function describeService(
	platformIdParameter: string,
	templateIdParameter: string,
): Description {
	const description = JSON.parse(
		readFileSync(join(__dirname, 'service.openapi.json'), 'utf8'),
	) as Description;
	description.components.parameters.PlatformId.name = platformIdParameter;
	description.components.parameters.TemplateId.name = templateIdParameter;
	return description;
}

/** The document's operations by method and path, e.g. `POST /stable/open/…`. */
export function operationsByRoute(description: Description): Map<string, Operation> {
	return new Map(
		Object.entries(description.paths).flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, { operationId }]) => [
				`${method.toUpperCase()} ${path}`,
				operationId,
			]),
		),
	);
}
