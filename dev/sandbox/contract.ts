import document from './service.openapi.json';

/** A field or part of a body, or a query parameter. */
export interface Field {
	name: string;
	required: 'yes' | 'no' | 'not known';
	/** the names of its own fields, if they are known */
	inner: string[];
}

/** An operation of the service, as the OpenAPI document has it. */
export interface Endpoint {
	/** its `operationId` */
	operation: string;
	method: string;
	path: string;
	/** the section of service.md that it is described in */
	heading: string;
	/** what a request has beside the key */
	fields: Field[];
	/** of what it answers with */
	answerHeading: string;
	/** examples of what it answers with, with values of our own */
	results: object[];
	/** the JSON Schemas of its answers, by status; their references lead into the document */
	answers: Record<string, object>;
	/** whether its refusals have the shape of the unauthorized object */
	refusesWithDetail: boolean;
}

/** As much of a schema as is needed here. */
interface Schema {
	$ref?: string;
	description?: string;
	required?: string[];
	'x-required'?: 'not known';
	properties?: Record<string, Schema>;
	items?: Schema;
}

interface Described {
	operationId: string;
	summary: string;
	parameters?: Array<{ $ref: string }>;
	requestBody?: { content: Record<string, { schema: Schema }> };
	responses: Record<'200' | '400', { $ref?: string } | Answer>;
}

interface Answer {
	content: Record<
		'application/json',
		{ schema: Schema; examples?: Record<string, { value: object }> }
	>;
}

/** The header that the key may come in, as Node writes it. */
export const keyHeader = document.components.securitySchemes.header.name.toLowerCase();

/** The service's operations, by their names. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
	Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries<Described>(methods).map(([method, described]): [string, Endpoint] => [
			described.operationId,
			endpointFrom(method.toUpperCase(), path, described),
		]),
	),
);

/** @throws Error when the document has no such operation */
export function endpointOf(operation: string): Endpoint {
	const endpoint = endpoints.get(operation);
	if (endpoint === undefined) throw new Error(`service.openapi.json has no operation ${operation}`);
	return endpoint;
}

function endpointFrom(method: string, path: string, described: Described): Endpoint {
	const { operationId, summary, parameters = [], requestBody, responses } = described;
	const [body] = Object.values(requestBody?.content ?? {});
	const query = parameters.map((reference) => {
		const { name } = resolved<{ name: string }>(reference);
		return { name, required: 'yes' as const, inner: [] };
	});
	const { schema, examples = {} } = answerOf(responses['200']);
	const answers = Object.fromEntries(
		Object.entries(responses).map(([status, response]) => [status, answerOf(response).schema]),
	);
	const refusal = answerOf(responses['400']).schema;
	const whole = resolved<Schema>(schema.items ?? schema);
	return {
		...{ operation: operationId, method, path, heading: headingIn(summary) },
		fields: body === undefined ? query : fieldsOf(resolved(body.schema)),
		answerHeading: headingIn(whole.description ?? ''),
		results: Object.values(examples).map(({ value }) => value),
		answers,
		refusesWithDetail: 'detail' in (resolved<Schema>(refusal).properties ?? {}),
	};
}

function answerOf(response: { $ref?: string } | Answer): Answer['content']['application/json'] {
	return resolved<Answer>(response).content['application/json'];
}

function fieldsOf(schema: Schema): Field[] {
	const { properties = {}, required = [], 'x-required': known } = schema;
	return Object.entries(properties).map(([name, inside]) => ({
		name,
		required: known ?? (required.includes(name) ? 'yes' : 'no'),
		inner: Object.keys((inside.items ?? inside).properties ?? {}),
	}));
}

/** The first heading of service.md that a text names. */
function headingIn(text: string): string {
	return /\(service: ([^),]+)/.exec(text)?.[1] ?? '';
}

/** What a reference within the document leads to. */
function resolved<Value>(value: object): Value {
	if (!('$ref' in value)) return value as Value;
	const names = String(value.$ref).split('/').slice(1);
	return resolved(
		names.reduce<unknown>(
			(from, name) => (from as Record<string, unknown>)[name],
			document,
		) as object,
	);
}
