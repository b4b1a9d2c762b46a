import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import express, {
	type ErrorRequestHandler,
	type Request,
	type RequestHandler,
	type Response,
} from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import type { Books } from './books';
import type { Channel, Template } from './catalogue';
import { endpointOf, endpoints, keyHeader } from './contract';
import type { ChosenFault, Faults } from './faults';
import { answerFaultily } from './faultyAnswer';
import { type OperationInput, type OperationOutput, operations, Refusal } from './operations';
import { type ReceivedRequest, recipientOf } from './receivedRequest';
import { formOfParts, readMultipart } from './requestBody';
import document from './service.openapi.json';

/** Everything the service answers lives below this path. */
const servicePath = '/stable/open/';

/** The operations by method and path, e.g. `POST /stable/open/…`. */
const routes = new Map(
	[...endpoints.values()].map(({ operation, method, path }) => [`${method} ${path}`, operation]),
);

/** How the service is set up. */
export interface ServiceSettings {
	/** what the base address has behind its host, e.g. `/hub`; default nothing */
	basePath: string;
	/** default: a new random one */
	apiKey: string;
	/** where the key has to be (service: Authentication); default `either` */
	keyIn: 'query' | 'header' | 'either';
	/** milliseconds until the answer to a request goes out */
	latency: (request: ReceivedRequest) => number | Promise<number>;
	/** query parameter of a template's channel (service: Get template); default `platform_id` */
	platformIdParameter: string;
	/** query parameter of a template's ID (service: Get template); default `template_id` */
	templateIdParameter: string;
	/** whether there is no list of templates (service: List templates); default false */
	withoutList: boolean;
	/** default: the catalogue's */
	channels: readonly Channel[];
	/** default: the catalogue's */
	templates: readonly Template[];
}

/** What the service is made of. */
interface ServiceOptions extends ServiceSettings {
	books: Books;
	faults: Faults;
	/** what a request came on, below TLS; gone when the caller is */
	connectionOf: (incoming: Request) => Socket | undefined;
}

/** One request on its way through the service. */
interface Exchange {
	request: ReceivedRequest;
	/** why the body could not be read; told after the key was found right */
	bodyProblem?: Error;
	/** what goes wrong with the answer */
	fault?: ChosenFault;
}

/** What the validator, the body readers and the operations throw. */
interface Problem extends Error {
	status?: number;
	code?: string;
	/** the validator's findings, one for each field */
	errors?: Array<{ path: string; message: string }>;
}

/**
 * The service: notes each request, validates it and its answer against the OpenAPI document,
 * and answers as service.md says; requests outside its path are handed on.
 */
export function createService(options: ServiceOptions): RequestHandler {
	const { books, faults, connectionOf } = options;
	const description = structuredClone(document);
	description.servers = [{ url: options.basePath || '/' }];
	const { PlatformId, TemplateId } = description.components.parameters;
	PlatformId.name = options.platformIdParameter;
	TemplateId.name = options.templateIdParameter;
	if (options.keyIn !== 'either')
		description.security = description.security.filter((place) => options.keyIn in place);
	if (options.withoutList)
		delete (description.paths as Record<string, unknown>)[endpointOf('template.getAll').path];

	const arrive: RequestHandler = (incoming, outgoing, next) => {
		const { method, path, query, headers } = incoming;
		const request: ReceivedRequest = {
			...{ method, path, headers },
			query: { ...query } as ReceivedRequest['query'],
			operation: routes.get(`${method} ${path}`),
			status: 'none',
		};
		outgoing.locals.exchange = { request };
		outgoing.locals.apiKey = options.apiKey;
		const leave = books.arrive(request);
		// Before the caller can see the answer and send its next request.
		outgoing.on('prefinish', () => {
			request.status = outgoing.statusCode;
			leave();
		});
		outgoing.on('close', () => {
			if (!outgoing.writableFinished) request.status = 'none';
			leave();
		});
		next();
	};

	const readText = express.text({ type: 'application/json', limit: '10mb' });

	const parseJson: RequestHandler = (incoming, outgoing, next) => {
		const exchange = exchangeOf(outgoing);
		const { request } = exchange;
		if (typeof incoming.body === 'string')
			try {
				request.text = incoming.body;
				request.body = incoming.body = JSON.parse(request.text) as unknown;
			} catch (problem) {
				exchange.bodyProblem = new Refusal('invalid_request', (problem as Error).message);
			}
		next();
	};

	const readParts: RequestHandler = async (incoming, outgoing, next) => {
		if (!incoming.is('multipart/form-data')) return next();
		const exchange = exchangeOf(outgoing);
		const parts = (exchange.request.parts = []);
		try {
			let isRecipientKnown = false;
			await readMultipart(incoming, parts, () => {
				if (isRecipientKnown || recipientOf(exchange.request) === undefined) return;
				isRecipientKnown = true;
				cutEarly(outgoing);
			});
			incoming.body = formOfParts(parts);
		} catch (problem) {
			exchange.bodyProblem = new Refusal('invalid_request', (problem as Error).message);
		}
		if (!exchange.request.fault) next();
	};

	/** Cuts the connection where a fault says so now that the recipient is known. */
	function cutEarly(outgoing: Response): boolean {
		const { request } = exchangeOf(outgoing);
		const chosen = faults.choose(request, false);
		if (chosen) {
			request.fault = chosen.fault.kind;
			connectionOf(outgoing.req)?.resetAndDestroy();
		}
		return chosen !== undefined;
	}

	/** Chooses what goes wrong, now that the whole request is there. */
	const strike: RequestHandler = (_incoming, outgoing, next) => {
		const exchange = exchangeOf(outgoing);
		const { request } = exchange;
		// The whole of a JSON body comes at once, so this is as early as its recipient can be known.
		if (!request.parts && cutEarly(outgoing)) return;
		exchange.fault = faults.choose(request, true);
		request.fault = exchange.fault?.fault.kind;
		next();
	};

	const refuseUnknown: RequestHandler = async (_incoming, outgoing, next) => {
		const { request } = exchangeOf(outgoing);
		const isKnown = Object.hasOwn(description.paths, request.path);
		if (request.operation && isKnown) return next();
		const status = isKnown ? 405 : 404;
		const error = `There is no ${request.method} ${request.path}`;
		await answer(outgoing, status, { error, code: 'unknown_endpoint', success: false });
	};

	const raiseBodyProblem: RequestHandler = (_incoming, outgoing, next) =>
		next(exchangeOf(outgoing).bodyProblem);

	const handle: RequestHandler = async (incoming, outgoing) => {
		const { request } = exchangeOf(outgoing);
		// What the document does not describe was refused above.
		const { operation, results } = endpointOf(request.operation!);
		const time = new Date().toISOString();
		// What the sandbox does nothing about is answered with the document's example.
		const act = operations[operation] ?? ((): OperationOutput => ({ answer: results[0] }));
		const { answer: body, message } = act({
			...options,
			request,
			...bodyOf(incoming.body),
			messageId: books.nextMessageId,
			time,
		});
		const isAccepted = exchangeOf(outgoing).fault?.accepts ?? true;
		if (message && isAccepted) books.accept({ operation, request, time, ...message });
		await answer(outgoing, 200, body);
	};

	/** Every answer goes out here: after the latency, through the validator, unless a fault takes its place. */
	async function answer(outgoing: Response, status: number, body: unknown) {
		const { request, fault: { fault, accepts } = {} } = exchangeOf(outgoing);
		const isSlow = fault?.kind === 'slow';
		const latency = (await options.latency(request)) + (isSlow ? fault.milliseconds : 0);
		// Not even a wait of an hour keeps the process alive.
		if (latency > 0) await wait(latency, undefined, { ref: false });
		if (outgoing.destroyed) return;
		if (!fault || isSlow || (accepts && status !== 200)) outgoing.status(status).json(body);
		else {
			const connection = connectionOf(outgoing.req);
			answerFaultily(fault, { request, outgoing, answer: body, connection });
		}
	}

	const refuse: ErrorRequestHandler = async (problem: Problem, _incoming, outgoing, next) => {
		const { status = 500, code = 'invalid_request' } = problem;
		// Among the sandbox's own mistakes is an answer that does not match the document.
		if (status >= 500) return next(problem);
		if (status === 401)
			return await answer(outgoing, 401, { detail: 'An invalid API key was provided.' });
		const error = describeProblem(problem);
		const { refusesWithDetail } = endpointOf(exchangeOf(outgoing).request.operation!);
		await answer(
			outgoing,
			400,
			refusesWithDetail ? { detail: error } : { error, code, success: false },
		);
	};

	const validator = validatorOf(description);
	// In the library's order the answers to unauthorized and invalid requests would not be validated.
	const [route, look, authorize, validateRequest, validateAnswer, ...rest] = validator;
	if (!route || !look || !authorize || !validateRequest || !validateAnswer || rest.length > 0) {
		throw new Error(
			'express-openapi-validator no longer has the five steps the sandbox puts in order',
		);
	}

	const service = express.Router();
	service.use(arrive, readText, parseJson, readParts, strike, refuseUnknown);
	service.use(route, look, validateAnswer, authorize, raiseBodyProblem, validateRequest);
	service.use(handle, refuse);
	return (incoming, outgoing, next) =>
		incoming.path.startsWith(servicePath) ? service(incoming, outgoing, next) : next();
}

/** A body's fields, which are texts or objects. */
function bodyOf(body: unknown): Pick<OperationInput, 'texts' | 'values'> {
	const fields = Object.entries(body ?? {});
	const ofType = (type: string) =>
		Object.fromEntries(fields.filter(([, value]) => typeof value === type));
	return { texts: ofType('string'), values: ofType('object') };
}

/** The validators of this process, by their document: to make one takes a while. */
const validators = new Map<string, ReturnType<typeof OpenApiValidator.middleware>>();

function validatorOf(description: object): ReturnType<typeof OpenApiValidator.middleware> {
	const name = JSON.stringify(description);
	const known = validators.get(name);
	if (known !== undefined) return known;
	const validator = OpenApiValidator.middleware({
		apiSpec: description as never,
		validateResponses: true,
		validateSecurity: {
			handlers: {
				query: ({ query, res }) => query.api_key === res!.locals.apiKey,
				header: ({ headers, res }) => headers[keyHeader] === res!.locals.apiKey,
			},
		},
		// Formats to the letter: a URL has to be one.
		ajvFormats: { mode: 'full' },
		// The parts are read here, as the library's own reader keeps whole files in memory.
		fileUploader: false,
	});
	validators.set(name, validator);
	return validator;
}

/** The validator's message does not name an unknown field; its findings do. */
function describeProblem(problem: Problem): string {
	if (!problem.errors) return problem.message;
	return problem.errors
		.map(({ path, message }) => `${path.slice(1).replaceAll('/', '.')} ${message}`)
		.join(', ');
}

function exchangeOf(outgoing: Response): Exchange {
	return outgoing.locals.exchange as Exchange;
}
