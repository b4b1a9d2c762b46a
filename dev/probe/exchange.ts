import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';

import { failureOf } from '../../lib/basics/failure';
import { objectIn } from '../../lib/basics/json';
import { FAILURE_POLICY } from '../../lib/traffic/failurePolicy';
import { MultipartBody } from '../../nodes/CustomerMessaging/service/multipart';
import { isPage } from '../../nodes/CustomerMessaging/service/response';
import { objectsOf } from '../../nodes/CustomerMessaging/service/responsePolicy';
import {
	openServiceForTest,
	type Service,
	type ServiceRequest,
} from '../../nodes/CustomerMessaging/service/service';
import { endpointOf } from '../sandbox/contract';
import type { Shapes } from './shapes';

/** Where the key of a request was, and whether it was the account's. */
interface KeyPlace {
	in: 'query' | 'header';
	name: string;
	isRight: boolean;
}

/** One request and its answer, as a shape. */
export interface Exchange {
	/** what it was to find out, e.g. `template.unknown`; several tries have the same */
	step: string;
	/** as the contract names it */
	operation: string;
	request: {
		/** without the key */
		query: Record<string, unknown>;
		/** absent when there was none */
		key?: KeyPlace;
		/** JSON, or the parts of a form by their names */
		body?: unknown;
	};
	/** absent when there was none */
	answer?: {
		status: number;
		headers: Record<string, string>;
		content: 'JSON' | 'a web page' | 'a text' | 'nothing';
		body?: unknown;
	};
	seconds: number;
	/** what the node makes of it */
	node: 'read' | 'not read' | 'sent' | 'unknown' | 'refused';
	/** the node's own word for what went wrong */
	failure?: string;
}

/** An exchange, and what is not written down of it. */
export interface Asked<Value> {
	exchange: Exchange;
	/** what the node has read, or undefined when it has not */
	value?: Value;
	/** the answer's JSON as it came */
	json?: unknown;
}

/** What the older of n8n's HTTP helpers is asked for, and gives. */
interface HelperRequest {
	method: string;
	uri: string;
	qs: Record<string, unknown>;
	headers: Record<string, string>;
	body?: unknown;
}

/** Makes the requests of the node's own code, one at a time, and writes each down. */
export class Exchanges {
	readonly all: Exchange[] = [];

	constructor(
		private readonly shapes: Shapes,
		private readonly baseUrl: string,
		private readonly apiKey: string,
		/** in seconds, for each request */
		private readonly patience: number,
		/** ends the request that is under way */
		private readonly stop: AbortSignal,
	) {}

	/**
	 * Has the node make one request.
	 *
	 * @param fields of the credential, beside its address and key
	 */
	async ask<Value>(
		step: string,
		operation: string,
		fields: ICredentialDataDecryptedObject,
		ask: (service: Service) => Promise<Value>,
	): Promise<Asked<Value>> {
		const credential = { service: 'other', baseUrl: this.baseUrl, apiKey: this.apiKey, ...fields };
		const asked = this.begin<Value>(step, operation, credential);
		const helpers = {
			request: async (request: HelperRequest) => await this.request(request, asked),
		} as unknown as ICredentialTestFunctions['helpers'];
		const isSend = endpointOf(operation).method === 'POST';
		try {
			asked.value = await ask(openServiceForTest(helpers, credential));
			asked.exchange.node = isSend ? 'sent' : 'read';
		} catch (error) {
			const { kind } = failureOf(error);
			asked.exchange.failure = kind;
			if (isSend)
				asked.exchange.node = FAILURE_POLICY[kind].send === 'unknown' ? 'unknown' : 'refused';
		}
		this.stop.throwIfAborted();
		return asked;
	}

	/** The same for a request of the probe's own. */
	async send(
		step: string,
		operation: string,
		fields: ICredentialDataDecryptedObject,
		request: Pick<ServiceRequest, 'body' | 'multipartBody'>,
	): Promise<Exchange> {
		const { path } = endpointOf(operation);
		const whole: ServiceRequest = {
			...{ kind: 'send', path, expects: 'object', ifRefused: '' },
			...request,
		};
		const { exchange } = await this.ask(step, operation, fields, async (service) =>
			objectsOf(await service.request(whole, this.patience)),
		);
		return exchange;
	}

	/** Asks without a key, which the node never does. */
	async askWithoutKey(step: string, operation: string): Promise<Asked<never>> {
		const asked = this.begin<never>(step, operation);
		const { method, path } = endpointOf(operation);
		await this.request({ method, uri: `${this.baseUrl}${path}`, qs: {}, headers: {} }, asked).catch(
			() => {},
		);
		this.stop.throwIfAborted();
		return asked;
	}

	private begin<Value>(
		step: string,
		operation: string,
		credential: ICredentialDataDecryptedObject = {},
	): Asked<Value> {
		const { apiKey, apiKeyIn, apiKeyHeader } = credential;
		const key: KeyPlace | undefined =
			apiKey === undefined
				? undefined
				: {
						in: apiKeyIn === 'header' ? 'header' : 'query',
						name: apiKeyIn === 'header' ? String(apiKeyHeader) : 'api_key',
						isRight: apiKey === this.apiKey,
					};
		const exchange: Exchange = {
			...{ step, operation, request: { query: {}, key }, seconds: 0, node: 'not read' },
		};
		return { exchange };
	}

	private async request({ method, uri, qs, headers, body }: HelperRequest, asked: Asked<unknown>) {
		const { exchange } = asked;
		this.all.push(exchange);
		const { api_key: _key, ...query } = qs;
		exchange.request.query = this.shapes.of(query) as Record<string, unknown>;
		const form = body instanceof MultipartBody ? await formOf(body) : undefined;
		if (body !== undefined) exchange.request.body = this.shapes.of(form ? textsOf(form) : body);
		const url = new URL(uri);
		for (const [name, value] of Object.entries(qs)) url.searchParams.set(name, String(value));
		const began = performance.now();
		try {
			const response = await fetch(url, {
				method,
				headers: { ...headers, ...(body && !form ? { 'content-type': 'application/json' } : {}) },
				body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
				redirect: 'manual',
				signal: AbortSignal.any([this.stop, AbortSignal.timeout(this.patience * 1000)]),
			});
			const text = await response.text();
			asked.json = parsed(text);
			exchange.answer = this.answerOf(response, text, asked.json);
			return {
				statusCode: response.status,
				headers: Object.fromEntries(response.headers),
				body: text,
			};
		} finally {
			exchange.seconds = Math.round(performance.now() - began) / 1000;
		}
	}

	private answerOf({ status, headers }: Response, text: string, json: unknown): Exchange['answer'] {
		const shapes: Record<string, string> = {};
		for (const [name, value] of headers) shapes[name] = this.shapes.header(name, value);
		const answer = { status, headers: shapes };
		if (json !== undefined) return { ...answer, content: 'JSON', body: this.shapes.of(json) };
		if (text.trim() === '') return { ...answer, content: 'nothing' };
		const isWeb = isPage({ headers: Object.fromEntries(headers), text });
		return { ...answer, content: isWeb ? 'a web page' : 'a text' };
	}
}

/** The node's form, which n8n's HTTP client would stream, as `fetch` takes one. */
async function formOf(body: MultipartBody): Promise<FormData> {
	const form = new FormData();
	for (const [name, value] of body) {
		if (typeof value === 'string') form.append(name, value);
		else {
			const bytes: Uint8Array[] = [];
			for await (const chunk of value.stream()) bytes.push(chunk);
			form.append(name, new Blob(bytes, { type: value.type }), value.name);
		}
	}
	return form;
}

function textsOf(form: FormData): Record<string, unknown> {
	return Object.fromEntries(
		[...form].map(([name, value]) => {
			const json = typeof value === 'string' ? parsed(value) : { size: value.size };
			return [name, Object.keys(objectIn(json)).length > 0 ? json : value];
		}),
	);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
