import { timingSafeEqual } from 'node:crypto';
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
import { describeService, operationsByRoute } from './description';
import { type ChosenFault, type FaultMoment, type Faults, givesRightAnswer } from './faults';
import { answerFaultily } from './faultyAnswer';
import { operations, Refusal } from './operations';
import { type ReceivedRequest, recipientOf } from './receivedRequest';
import { formOfParts, readMultipart } from './requestBody';

/** Everything the service answers lives below this path. */
const servicePath = '/stable/open/';

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
	faults: Faults;
	/** what a request came on, below TLS; gone when the caller is */
	connectionOf: (incoming: Request) => Socket | undefined;
}

/** The running service. */
export interface Service {
	/** answers requests to the service's path and hands on all others */
	handler: RequestHandler;
	/** Ends the requests that are left without an answer on purpose, now and from now on. */
	endHanging(): void;
}

/** One request on its way through the service. */
interface Exchange {
	request: ReceivedRequest;
	/** to be called when the answer is about to go out */
	leave: () => void;
	/** why the body could not be read; told after the key was found right */
	bodyProblem?: Error;
	/** what goes wrong with the answer */
	fault?: ChosenFault;
}

/** What the validator, the body readers and the operations throw. */
interface Problem extends Error {
	status?: number;
	/** the validator's findings, one for each field */
	errors?: Array<{ path: string; message: string }>;
}

const largestJsonBody = '10mb';

/**
 * The service: notes each request, validates it and its answer against the OpenAPI document,
 * and answers as docs/service.md says.
 */
export function createService(options: ServiceOptions): Service {
	const description = describeService(options.platformIdParameter, options.templateIdParameter);
	const routes = operationsByRoute(description);
	const key = Buffer.from(options.apiKey);
	const hanging = new Set<Response>();
	let isEnding = false;

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
		if (!strikeEarly(incoming, outgoing, 'head')) next();
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
			let isRecipientKnown = false;
			await readMultipart(incoming, parts, () => {
				if (isRecipientKnown || recipientOf(exchange.request) === undefined) return;
				isRecipientKnown = true;
				strikeEarly(incoming, outgoing, 'recipient');
			});
			incoming.body = formOfParts(parts);
		} catch (problem) {
			exchange.bodyProblem = problem as Error;
		}
		if (!exchange.fault) next();
	};

	/** Cuts the connection if a fault says so before the whole request is there. */
	function strikeEarly(incoming: Request, outgoing: Response, moment: FaultMoment): boolean {
		const exchange = exchangeOf(outgoing);
		const chosen = options.faults.choose(exchange.request, moment);
		if (!chosen) return false;
		exchange.fault = chosen;
		exchange.request.fault = chosen.fault.kind;
		misbehave(incoming, outgoing, undefined);
		return true;
	}

	/** Chooses what goes wrong, now that the whole request is there; what needs no right answer goes wrong at once. */
	const strike: RequestHandler = async (incoming, outgoing, next) => {
		const exchange = exchangeOf(outgoing);
		const { request } = exchange;
		// The whole of a JSON body comes at once, so this is as early as its recipient can be known.
		if (!request.parts && strikeEarly(incoming, outgoing, 'recipient')) return;
		const chosen = options.faults.choose(request, 'body');
		if (!chosen) return next();
		const { fault, accepts } = chosen;
		request.fault = fault.kind;
		exchange.fault = chosen;
		if (fault.kind === 'slow' && !accepts) {
			await pause(fault.milliseconds, outgoing);
			exchange.fault = undefined;
			return outgoing.destroyed ? undefined : next();
		}
		if (accepts || givesRightAnswer(fault)) return next();
		await pause(options.latency(request), outgoing);
		if (!outgoing.destroyed) misbehave(incoming, outgoing, undefined);
	};

	function misbehave(incoming: Request, outgoing: Response, body: unknown) {
		const { request, leave, fault: chosen } = exchangeOf(outgoing);
		answerFaultily(chosen!.fault, {
			request,
			incoming,
			outgoing,
			answer: body,
			leave,
			connection: options.connectionOf(incoming),
			hold(held) {
				if (isEnding) held.destroy();
				hanging.add(held);
				held.on('close', () => hanging.delete(held));
			},
		});
	}

	const refuseUnknown: RequestHandler = async (_incoming, outgoing, next) => {
		const { request } = exchangeOf(outgoing);
		if (request.operation) return next();
		const status = Object.hasOwn(description.paths, request.path) ? 405 : 404;
		const error = `There is no ${request.method} ${request.path}`;
		await answer(outgoing, status, { error, code: 'unknown_endpoint', success: false });
	};

	const raiseBodyProblem: RequestHandler = (_incoming, outgoing, next) =>
		next(exchangeOf(outgoing).bodyProblem);

	const handle: RequestHandler = async (incoming, outgoing) => {
		const { request } = exchangeOf(outgoing);
		// What the document does not describe was refused above.
		const operation = request.operation!;
		const time = new Date().toISOString();
		const { answer: body, message } = operations[operation]({
			...options,
			request,
			body: incoming.body as unknown,
			messageId: options.books.nextMessageId,
			time,
		});
		const isAccepted = exchangeOf(outgoing).fault?.accepts ?? true;
		if (message && isAccepted) options.books.accept({ operation, request, time, ...message });
		await answer(outgoing, 200, body);
	};

	/** Every right answer goes out here: after the latency, through the validator, unless a fault takes its place. */
	async function answer(outgoing: Response, status: number, body: unknown) {
		const { request, leave, fault: chosen } = exchangeOf(outgoing);
		const fault = chosen?.fault;
		await pause(
			options.latency(request) + (fault?.kind === 'slow' ? fault.milliseconds : 0),
			outgoing,
		);
		if (outgoing.destroyed) return;
		const replaces =
			fault && fault.kind !== 'slow' && (status === 200 || fault.kind === 'wrongContentType');
		if (replaces) return misbehave(outgoing.req, outgoing.status(status), body);
		leave();
		request.status = status;
		outgoing.status(status).json(body);
	}

	const refuse: ErrorRequestHandler = async (problem: Problem, _incoming, outgoing, next) => {
		const { request } = exchangeOf(outgoing);
		if (outgoing.destroyed) return;
		const status = problem instanceof Refusal ? 400 : (problem.status ?? 500);
		if (outgoing.headersSent || status >= 500) return next(problem);
		if (status === 401)
			return await answer(outgoing, 401, { detail: 'An invalid API key was provided.' });
		const code = problem instanceof Refusal ? problem.code : 'invalid_request';
		const message = describeProblem(problem);
		const error = { error: message, code, success: false };
		// All errors of the file send have the shape of status 401's (service: Send template with file).
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
		outgoing
			.status(500)
			.type('json')
			.end(JSON.stringify({ error, code: 'sandbox', success: false }));
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
		throw new Error(
			'express-openapi-validator no longer has the five steps the sandbox puts in order',
		);
	}

	const service = express.Router();
	service.use(arrive, readJson, readParts, strike, refuseUnknown);
	service.use(route, look, validateAnswer, authorize, raiseBodyProblem, validateRequest);
	service.use(handle);
	service.use(refuse);
	service.use(fail);

	return {
		handler: (incoming, outgoing, next) =>
			incoming.path.startsWith(servicePath) ? service(incoming, outgoing, next) : next(),
		endHanging() {
			isEnding = true;
			for (const outgoing of hanging) outgoing.destroy();
		},
	};
}

/** Waits, without keeping the process alive for it, and no longer than the caller does. */
async function pause(milliseconds: number, outgoing: Response): Promise<void> {
	if (milliseconds <= 0 || outgoing.destroyed) return;
	const hungUp = new AbortController();
	const hangUp = () => hungUp.abort();
	outgoing.once('close', hangUp);
	await wait(milliseconds, undefined, { ref: false, signal: hungUp.signal }).catch(() => {});
	outgoing.off('close', hangUp);
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
