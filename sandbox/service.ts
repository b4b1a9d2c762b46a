import { timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import type { Books } from './books';
import type { Channel, Template } from './catalogue';
import { describeService, operationsByRoute } from './description';
import { operations, Refusal } from './operations';
import { type ReceivedRequest } from './receivedRequest';
import { formOfParts, readMultipart } from './requestBody';

/** Everything the service answers lives below this path. */
export const servicePath = '/stable/open/';

/** What the service is made of. */
export interface ServiceOptions {
	apiKey: string;
	platformIdParameter: string;
	templateIdParameter: string;
	channels: readonly Channel[];
	templates: readonly Template[];
	/** milliseconds until an answer goes out */
	latency: (request: ReceivedRequest) => number;
	books: Books;
}

/** One request on its way through the service. */
interface Exchange {
	request: ReceivedRequest;
	/** to be called when the answer is about to go out */
	leave: () => void;
	/** why the body could not be read; told after the key was found right */
	bodyProblem?: Error;
}

/** What the validator, the body readers and the operations throw. */
interface Problem extends Error {
	status?: number;
	/** the validator's findings, one for each field */
	errors?: Array<{ path: string; message: string }>;
}

const largestJsonBody = '10mb';

/**
 * The service as a handler for express: notes each request, validates it and its answer against the OpenAPI document,
 * and answers as the interface specification says.
 *
 * @param options what the service is made of
 */
export function createService(options: ServiceOptions): RequestHandler {
	const description = describeService(options.platformIdParameter, options.templateIdParameter);
	const routes = operationsByRoute(description);
	const key = Buffer.from(options.apiKey);

	const arrive: RequestHandler = (incoming, outgoing, next) => {
		const request: ReceivedRequest = {
			method: incoming.method,
			path: incoming.path,
			query: { ...incoming.query } as ReceivedRequest['query'],
			headers: incoming.headers,
			operation: routes.get(`${incoming.method} ${incoming.path}`),
			status: 'none',
			inFlight: 0,
		};
		const exchange: Exchange = { request, leave: options.books.arrive(request) };
		outgoing.locals.exchange = exchange;
		outgoing.on('close', () => {
			exchange.leave();
			if (!outgoing.writableFinished) request.status = 'none';
		});
		next();
	};

	const parseJson = express.json({
		limit: largestJsonBody,
		strict: false,
		verify(_incoming, outgoing, bytes) {
			exchangeOf(outgoing as Response).request.text = bytes.toString('utf8');
		},
	});

	const readJson: RequestHandler = (incoming, outgoing, next) => {
		const exchange = exchangeOf(outgoing);
		parseJson(incoming, outgoing, (problem?: unknown) => {
			if (problem) exchange.bodyProblem = problem as Error;
			else if (exchange.request.text !== undefined) exchange.request.body = incoming.body;
			next();
		});
	};

	const readParts: RequestHandler = async (incoming, outgoing, next) => {
		if (!incoming.is('multipart/form-data')) return next();
		const exchange = exchangeOf(outgoing);
		const parts = (exchange.request.parts = []);
		try {
			await readMultipart(incoming, parts, () => {});
			incoming.body = formOfParts(parts);
		} catch (problem) {
			exchange.bodyProblem = problem as Error;
		}
		next();
	};

	const raiseBodyProblem: RequestHandler = (_incoming, outgoing, next) => next(exchangeOf(outgoing).bodyProblem);

	const handle: RequestHandler = async (incoming, outgoing) => {
		const { request } = exchangeOf(outgoing);
		// The validator lets nothing through that the document does not describe.
		const operation = request.operation!;
		const time = new Date().toISOString();
		const { answer: body, message } = operations[operation]({
			...options,
			request,
			body: incoming.body as unknown,
			messageId: options.books.nextMessageId,
			time,
		});
		if (message) options.books.accept({ operation, request, time, ...message });
		await answer(outgoing, 200, body);
	};

	/** Every answer goes out here: after the latency, through the validator. */
	async function answer(outgoing: Response, status: number, body: unknown) {
		const { request, leave } = exchangeOf(outgoing);
		const milliseconds = options.latency(request);
		if (milliseconds > 0) await wait(milliseconds, undefined, { ref: false });
		if (outgoing.destroyed) return;
		leave();
		request.status = status;
		outgoing.status(status).json(body);
	}

	const refuse: ErrorRequestHandler = async (problem: Problem, _incoming, outgoing, next) => {
		const { request } = exchangeOf(outgoing);
		if (outgoing.destroyed) return;
		const status = problem instanceof Refusal ? 400 : (problem.status ?? 500);
		if (outgoing.headersSent || status >= 500) return next(problem);
		if (status === 401) return await answer(outgoing, 401, { detail: 'An invalid API key was provided.' });
		const code = problem instanceof Refusal ? problem.code : 'invalid_request';
		const message = describeProblem(problem);
		const error = { error: message, code, success: false };
		// A path or method that the document does not have.
		if (!request.operation) return await answer(outgoing, status, error);
		// The errors of the file send all have the unauthorized shape (section 4.2).
		const body = request.operation === 'template.sendWithFile' ? { detail: message } : error;
		return await answer(outgoing, 400, body);
	};

	/** The sandbox's own mistakes, above all an answer that does not match the document. */
	const fail: ErrorRequestHandler = (problem: Error, _incoming, outgoing, _next) => {
		const { request, leave } = exchangeOf(outgoing);
		if (outgoing.destroyed || outgoing.headersSent) return;
		leave();
		request.status = 500;
		const error = `The sandbox's own answer went wrong: ${problem.message}`;
		outgoing.status(500).type('json').end(JSON.stringify({ error, code: 'sandbox', success: false }));
	};

	const validator = OpenApiValidator.middleware({
		apiSpec: description as never,
		validateApiSpec: true,
		validateRequests: true,
		validateResponses: true,
		validateSecurity: {
			handlers: {
				apiKey({ query }) {
					const given = Buffer.from(String(query.api_key));
					return given.length === key.length && timingSafeEqual(given, key);
				},
			},
		},
		// Formats to the letter: a URL has to be one.
		ajvFormats: { mode: 'full' },
		// The parts are read here, as the library's own reader keeps whole files in memory.
		fileUploader: false,
	});
	// In the library's order the answers to unauthorized and invalid requests would not be validated.
	const [route, look, authorize, validateRequest, validateAnswer, ...rest] = validator;
	if (!route || !look || !authorize || !validateRequest || !validateAnswer || rest.length > 0) {
		throw new Error('express-openapi-validator no longer has the five steps the sandbox puts in order');
	}

	const service = express.Router();
	service.use(arrive, readJson, readParts);
	service.use(route, look, validateAnswer, authorize, raiseBodyProblem, validateRequest);
	service.use(handle);
	service.use(refuse);
	service.use(fail);

	return (incoming: Request, outgoing, next) =>
		incoming.path.startsWith(servicePath) ? service(incoming, outgoing, next) : next();
}

/** The validator's message does not name an unknown field; its findings do. */
function describeProblem(problem: Problem): string {
	if (!problem.errors) return problem.message;
	return problem.errors.map(({ path, message }) => `${path.slice(1).replaceAll('/', '.')} ${message}`).join(', ');
}

function exchangeOf(outgoing: Response): Exchange {
	return outgoing.locals.exchange as Exchange;
}
