import type { Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Request, Response } from 'express';
import type { Fault } from './faults';
import type { ReceivedRequest } from './receivedRequest';
import { sendAcknowledgement, sendResult } from './sendResult';

/** What a faulty answer works with. */
export interface FaultyExchange {
	request: ReceivedRequest;
	incoming: Request;
	outgoing: Response;
	/** the right answer, where it was worked out */
	answer: unknown;
	/** to be called when the answer is about to go out */
	leave: () => void;
	/** what the request came on, below TLS; gone when the caller is */
	connection: Socket | undefined;
	/** keeps an answer that does not end by itself, to be ended when the sandbox stops */
	hold: (outgoing: Response) => void;
}

/** By default the service sends people on to here; it is below its own path, so that who follows is noted. */
const elsewhere = '/stable/open/elsewhere';

const hugeBodyBytes = 50 * 1024 * 1024;

const json = 'application/json; charset=utf-8';

const bytesThatBreakTls: Record<Extract<Fault, { kind: 'breakTls' }>['with'], Buffer> = {
	// Application data of 64 bytes, which no key makes sense of.
	badRecord: Buffer.concat([Buffer.from([0x17, 3, 3, 0, 64]), Buffer.alloc(64)]),
	plainText: Buffer.from('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'),
	alert: Buffer.from([0x15, 3, 3, 0, 2, 2, 255]),
};

const webPage =
	'<!DOCTYPE html>\n<html><head><title>Welcome</title></head><body><h1>It works!</h1></body></html>\n';

/** Answers wrongly, in the way the fault says. */
export function answerFaultily(fault: Fault, exchange: FaultyExchange): void {
	const { request, incoming, outgoing, leave } = exchange;

	function send(status: number, headers: Record<string, string>, body: string) {
		leave();
		request.status = status;
		outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
	}

	function sendJson(status: number, body: unknown, headers: Record<string, string> = {}) {
		send(status, { 'Content-Type': json, ...headers }, JSON.stringify(body));
	}

	switch (fault.kind) {
		case 'status': {
			const {
				status,
				headers,
				body = errorBody(request, status, `The service answers ${status}`),
			} = fault;
			if (typeof body === 'string')
				return send(status, { 'Content-Type': 'text/plain', ...headers }, body);
			return sendJson(status, body, headers);
		}
		case 'rateLimit': {
			const headers =
				fault.retryAfter === undefined ? {} : { 'Retry-After': String(fault.retryAfter) };
			return sendJson(
				429,
				errorBody(request, 429, 'Too many requests'),
				headers as Record<string, string>,
			);
		}
		case 'hang':
			return exchange.hold(outgoing);
		case 'stall':
			outgoing.writeHead(200, {
				'Content-Type': json,
				'Content-Length': Buffer.byteLength(JSON.stringify(exchange.answer)),
			});
			outgoing.flushHeaders();
			return exchange.hold(outgoing);
		case 'drip': {
			request.status = 200;
			outgoing.writeHead(200, { 'Content-Type': json });
			outgoing.flushHeaders();
			exchange.hold(outgoing);
			// The caller may well hang up before the end.
			pipeline(Readable.from(drip(JSON.stringify(exchange.answer), fault)), outgoing, () => {});
			return;
		}
		case 'resetBeforeBody':
		case 'resetAfterBody':
			leave();
			exchange.connection?.resetAndDestroy();
			return;
		case 'breakTls':
			leave();
			exchange.connection?.end(bytesThatBreakTls[fault.with]);
			return;
		case 'halfAnswer': {
			const whole = Buffer.from(JSON.stringify(exchange.answer ?? unsuccessfulAnswer(request, '')));
			leave();
			outgoing.writeHead(200, {
				'Content-Type': 'application/json',
				'Content-Length': whole.length,
			});
			outgoing.write(whole.subarray(0, whole.length >> 1), () => outgoing.destroy());
			return;
		}
		case 'html':
			return send(fault.status ?? 200, { 'Content-Type': 'text/html; charset=utf-8' }, webPage);
		case 'emptyBody':
			return send(200, {}, '');
		case 'wrongContentType':
			return send(
				outgoing.statusCode,
				{ 'Content-Type': 'text/plain' },
				JSON.stringify(exchange.answer),
			);
		case 'byteOrderMark':
			return send(200, { 'Content-Type': json }, `\uFEFF${JSON.stringify(exchange.answer)}`);
		case 'successWithError': {
			const { answer } = exchange;
			return sendJson(
				200,
				Array.isArray(answer) ? answer : { ...(answer as object), error: fault.error },
			);
		}
		case 'hugeBody': {
			request.status = 200;
			outgoing.writeHead(200, { 'Content-Type': 'application/json' });
			// The caller may well hang up before the end.
			Readable.from(hugeJson(fault.bytes ?? hugeBodyBytes, leave))
				.pipe(outgoing)
				.on('error', () => {});
			return;
		}
		case 'redirect': {
			const location = fault.location ?? elsewhere;
			const query =
				fault.keepQuery === false ? '' : new URL(incoming.originalUrl, 'http://localhost').search;
			return send(fault.status, { Location: location + query }, '');
		}
		case 'successFalse': {
			const message = fault.message ?? 'The message was not accepted';
			const isError = fault.shape === 'errorObject';
			return sendJson(200, isError ? errorObject(message) : unsuccessfulAnswer(request, message));
		}
		case 'echoUrl': {
			const status = fault.status ?? 400;
			const url = `${incoming.protocol}://${incoming.headers.host}${incoming.originalUrl}`;
			return sendJson(status, errorBody(request, status, `Could not handle ${url}`));
		}
		default:
			throw new Error(`The service cannot answer in the way ${fault.kind}`);
	}
}

function errorObject(error: string) {
	return { error, code: 'fault', success: false };
}

/** The errors of the file send have the shape of status 401's (service: Send template with file, Errors). */
function errorBody(request: ReceivedRequest, status: number, message: string) {
	return status === 401 || request.operation === 'template.sendWithFile'
		? { detail: message }
		: errorObject(message);
}

function unsuccessfulAnswer(request: ReceivedRequest, message: string) {
	switch (request.operation) {
		case 'template.send':
		case 'message.sendText':
		case 'message.sendAttachment': {
			const result = sendResult({
				id: 'message-0',
				time: new Date().toISOString(),
				functionName: 'send_message',
				customerId: 0,
				customerPhone: '',
			});
			return { ...result, message, status: 'failed', extra: { ...result.extra, success: false } };
		}
		case 'template.sendWithFile':
			return { ...sendAcknowledgement(), success: false, data: { status: message } };
		default:
			return errorObject(message);
	}
}

/** JSON of about `bytes` bytes, a piece at a time. */
function* hugeJson(bytes: number, done: () => void) {
	const piece = Buffer.from(`{"message":"${'x'.repeat(65_536)}"},`);
	yield '{"data":[';
	for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
	done();
	yield '{}]}';
}

/** The answer's bytes, one at a time. */
async function* drip(answer: string, { milliseconds, endless }: Extract<Fault, { kind: 'drip' }>) {
	const pause = async () => await wait(milliseconds, undefined, { ref: false });
	while (endless) {
		await pause();
		yield ' ';
	}
	for (const byte of Buffer.from(answer)) {
		await pause();
		yield Buffer.of(byte);
	}
}
