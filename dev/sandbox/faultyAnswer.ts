import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Response } from 'express';
import { endpoints, keyHeader } from './contract';
import type { ReceivedRequest } from './receivedRequest';

/** What can go wrong with an answer. None of these answers is validated against the OpenAPI document. */
export type Fault =
	/**
	 * this status; text goes out as it is, anything else as JSON; default an error body that fits the status, with this
	 * message
	 */
	| {
			kind: 'status';
			status: number;
			body?: unknown;
			message?: string;
			headers?: Record<string, string>;
	  }
	/** 429; `retryAfter` in seconds or as a date, as the header has it */
	| { kind: 'rateLimit'; retryAfter?: number | string }
	/** the right answer, late */
	| { kind: 'slow'; milliseconds: number }
	/** no answer, the connection stays open */
	| { kind: 'hang' }
	/** the head of the right answer, then nothing more; the connection stays open */
	| { kind: 'stall' }
	/**
	 * the right answer, one byte at a time with this many milliseconds between; `endless` puts white space without end
	 * in front of it
	 */
	| { kind: 'drip'; milliseconds: number; endless?: boolean }
	/** a reset as soon as the recipient was read, which is before the file of an upload */
	| { kind: 'resetBeforeBody' }
	/** a reset after the whole body was read */
	| { kind: 'resetAfterBody' }
	/** the head and half of the body that it announces, then the end */
	| { kind: 'halfAnswer' }
	/** a web page, with status 200 unless told */
	| { kind: 'html'; status?: number }
	/** the right answer, said to be plain text */
	| { kind: 'wrongContentType' }
	/** the right answer, with a byte order mark in front */
	| { kind: 'byteOrderMark' }
	/** the right answer, which says success, with this value as its `error`; a list has no place for one and stays */
	| { kind: 'successWithError'; error: unknown }
	/**
	 * somewhere else with the same query and its key, by default a path the service does not have, so that following it
	 * shows in the requests
	 */
	| { kind: 'redirect'; status: 300 | 301 | 302 | 303 | 304 | 307 | 308; location?: string }
	/** 200 that says it was no success: in the operation's own answer, or as an error object */
	| { kind: 'successFalse'; message?: string; shape?: 'errorObject' }
	/** an error (default 400) whose text holds the request's full URL and the key, wherever it came */
	| { kind: 'echoUrl'; status?: number }
	/**
	 * these bytes below TLS after the whole body was read, then the end: a record that cannot be decrypted, an HTTP
	 * answer in the clear, or a fatal alert in the clear with a number that TLS does not have; needs a sandbox with TLS
	 */
	| { kind: 'breakTls'; with: 'badRecord' | 'plainText' | 'alert' };

/** What a faulty answer works with. */
interface FaultyExchange {
	request: ReceivedRequest;
	outgoing: Response;
	/** what the service would have answered */
	answer: unknown;
	/** what the request came on, below TLS; gone when the caller is */
	connection: Socket | undefined;
}

/** By default the service sends people on to here; it is below its own path, so that who follows is noted. */
const elsewhere = '/stable/open/elsewhere';

const json = { 'Content-Type': 'application/json; charset=utf-8' };

const bytesThatBreakTls: Record<Extract<Fault, { kind: 'breakTls' }>['with'], Buffer> = {
	// Application data of 64 bytes, which no key makes sense of.
	badRecord: Buffer.concat([Buffer.from([0x17, 3, 3, 0, 64]), Buffer.alloc(64)]),
	plainText: Buffer.from('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'),
	alert: Buffer.from([0x15, 3, 3, 0, 2, 2, 255]),
};

const webPage =
	'<!DOCTYPE html>\n<html><head><title>Welcome</title></head><body><h1>It works!</h1></body></html>\n';

/** Answers wrongly, in the way the fault says. */
export function answerFaultily(
	fault: Exclude<Fault, { kind: 'slow' }>,
	{ request, outgoing, answer, connection }: FaultyExchange,
): void {
	const rightBody = JSON.stringify(answer);

	function send(status: number, headers: Record<string, string>, body: string) {
		outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
	}

	function sendJson(status: number, body: unknown, headers: Record<string, string> = {}) {
		send(status, { ...json, ...headers }, JSON.stringify(body));
	}

	function sendError(status: number, message: string, headers?: Record<string, string>) {
		const { refusesWithDetail } = endpoints.get(request.operation ?? '') ?? {};
		const isDetail = status === 401 || refusesWithDetail;
		sendJson(status, isDetail ? { detail: message } : errorObject(message), headers);
	}

	switch (fault.kind) {
		case 'status': {
			const { status, body, headers, message = `The service answers ${status}` } = fault;
			if (body === undefined) return sendError(status, message, headers);
			return typeof body === 'string'
				? send(status, { 'Content-Type': 'text/plain', ...headers }, body)
				: sendJson(status, body, headers);
		}
		case 'rateLimit': {
			const headers: Record<string, string> = {};
			if (fault.retryAfter !== undefined) headers['Retry-After'] = String(fault.retryAfter);
			return sendError(429, 'Too many requests', headers);
		}
		case 'hang':
			return;
		case 'stall':
			outgoing.writeHead(200, { ...json, 'Content-Length': Buffer.byteLength(rightBody) });
			return outgoing.flushHeaders();
		case 'drip':
			request.status = 200;
			outgoing.writeHead(200, json);
			// The caller may well hang up before the end.
			pipeline(drip(rightBody, fault), outgoing, () => {});
			return;
		case 'resetBeforeBody':
		case 'resetAfterBody':
			connection?.resetAndDestroy();
			return;
		case 'breakTls':
			connection?.end(bytesThatBreakTls[fault.with]);
			return;
		case 'halfAnswer': {
			const whole = Buffer.from(rightBody);
			outgoing.writeHead(200, { ...json, 'Content-Length': whole.length });
			outgoing.write(whole.subarray(0, whole.length >> 1), () => outgoing.destroy());
			return;
		}
		case 'html':
			return send(fault.status ?? 200, { 'Content-Type': 'text/html; charset=utf-8' }, webPage);
		case 'wrongContentType':
			return send(200, { 'Content-Type': 'text/plain' }, rightBody);
		case 'byteOrderMark':
			return send(200, json, `\uFEFF${rightBody}`);
		case 'successWithError':
			return sendJson(
				200,
				Array.isArray(answer) ? answer : { ...(answer as object), error: fault.error },
			);
		case 'redirect': {
			const { search } = new URL(outgoing.req.originalUrl, 'http://localhost');
			return send(fault.status, { Location: (fault.location ?? elsewhere) + search }, '');
		}
		case 'successFalse': {
			const { message = 'The message was not accepted', shape } = fault;
			return sendJson(200, shape ? errorObject(message) : unsuccessful(answer as object, message));
		}
		case 'echoUrl': {
			const { protocol, headers, originalUrl } = outgoing.req;
			const url = `${protocol}://${headers.host}${originalUrl}`;
			const words = `Could not handle ${[url, headers[keyHeader] ?? []].flat().join(' with ')}`;
			return sendError(fault.status ?? 400, words);
		}
	}
}

function errorObject(error: string) {
	return { error, code: 'fault', success: false };
}

/** The answer as it would say no; a read's has no place for that. */
function unsuccessful(answer: { extra?: object; data?: object }, message: string) {
	const { extra, data } = answer;
	if (extra) return { ...answer, message, status: 'failed', extra: { ...extra, success: false } };
	return data ? { success: false, data: { status: message } } : errorObject(message);
}

/** The answer's bytes, one at a time. */
async function* drip(answer: string, { milliseconds, endless }: Extract<Fault, { kind: 'drip' }>) {
	const bytes = Buffer.from(answer);
	for (let place = 0; endless || place < bytes.length; place += 1) {
		await wait(milliseconds, undefined, { ref: false });
		yield endless ? Buffer.from(' ') : bytes.subarray(place, place + 1);
	}
}
