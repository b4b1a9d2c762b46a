import Ajv from 'ajv';
import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';

import { failureOf, isObject, parsedJson } from '../../lib/basics';
import { objectsOf } from '../../nodes/CustomerMessaging/service/responsePolicy';
import {
	openServiceForTest,
	type Read,
	type ReadableService,
	type Service,
} from '../../nodes/CustomerMessaging/service/service';
import { endpointOf } from '../sandbox/contract';
import document from '../sandbox/service.openapi.json';

/** One request and its answer, without a value of the account. */
export interface Exchange {
	/** what it was to find out, e.g. `template.unknown`; several tries have the same */
	step: string;
	/** the names of its query parameters, without the key's */
	query: string[];
	/** where the key was */
	key: string;
	/** absent when there was no answer */
	status?: number;
	/** the names and types of its fields, and headers that say something of limits */
	answer: string;
	/** what is not as service.openapi.json says */
	differs: string[];
	/** what the node makes of it */
	node: string;
}

/** Why the probe asks no further. */
export class Stopped extends Error {}

/** What the older of n8n's HTTP helpers is asked for. */
interface HelperRequest {
	method: string;
	uri: string;
	qs: Record<string, unknown>;
	headers: Record<string, string>;
	body?: unknown;
}

/** Has the node's own code make requests, one at a time, and writes each down. */
export class Exchanges {
	readonly all: Exchange[] = [];

	constructor(
		private readonly baseUrl: string,
		private readonly apiKey: string,
		/** in seconds, for each request */
		readonly patience: number,
		private readonly stop: AbortSignal,
	) {}

	/**
	 * Gives what the node reads, or undefined when it does not take the answer for a success.
	 *
	 * @param fields of the credential, beside its address and key; none for a request without a key, which the node never makes
	 * @throws Stopped when there is no use in asking more
	 */
	async ask<Value>(
		step: string,
		operation: string,
		fields: ICredentialDataDecryptedObject | undefined,
		ask: (service: ReadableService & Service) => Promise<Value>,
	): Promise<{ exchange: Exchange; value?: Value }> {
		const { baseUrl, apiKey } = this;
		const credential: ICredentialDataDecryptedObject = {
			...{ service: 'other', baseUrl, apiKey },
			...fields,
		};
		const { apiKeyIn, apiKeyHeader } = credential;
		const place = apiKeyIn === 'header' ? `header ${String(apiKeyHeader)}` : 'query api_key';
		const exchange: Exchange = {
			...{ step, query: [], answer: 'none', differs: [], node: 'success' },
			key: fields ? `${place}${credential.apiKey === apiKey ? '' : ', a wrong one'}` : 'none',
		};
		const unsigned = fields ? {} : { qs: {}, headers: {} };
		const request = async (asked: HelperRequest) =>
			await this.request({ ...asked, ...unsigned }, operation, exchange);
		const helpers = { request } as unknown as ICredentialTestFunctions['helpers'];
		let value: Value | undefined;
		try {
			const service = openServiceForTest(helpers, credential);
			const read: Read = async (wanted) => objectsOf(await service.request(wanted, this.patience));
			value = await ask({ ...service, read, readBriefly: read });
		} catch (error) {
			exchange.node = failureOf(error).kind;
		}
		this.stop.throwIfAborted();
		if (exchange.status === 429)
			throw new Stopped('The service asked to come back later (429), so nothing else was asked');
		if (exchange.status === undefined)
			throw new Stopped(`The service gave no answer (${exchange.node}), so nothing else was asked`);
		return { exchange, value };
	}

	private async request(
		{ method, uri, qs, headers, body }: HelperRequest,
		operation: string,
		exchange: Exchange,
	) {
		this.all.push(exchange);
		exchange.query = Object.keys(qs).filter((name) => name !== 'api_key');
		const url = new URL(uri);
		for (const [name, value] of Object.entries(qs)) url.searchParams.set(name, String(value));
		const isJson = body !== undefined && !(body instanceof FormData);
		const response = await fetch(url, {
			...{ method, redirect: 'manual' },
			headers: { ...headers, ...(isJson ? { 'content-type': 'application/json' } : {}) },
			body: isJson ? JSON.stringify(body) : (body as FormData | undefined),
			signal: AbortSignal.any([this.stop, AbortSignal.timeout(this.patience * 1000)]),
		});
		const text = await response.text();
		const given = Object.fromEntries(response.headers);
		const { value: json } = parsedJson(text);
		const limits = Object.entries(given).filter(
			([name, value]) => /rate|limit|retry/.test(name) && /^\d{1,6}$/.test(value),
		);
		exchange.status = response.status;
		exchange.answer = [
			json === undefined ? `no JSON, ${text.length} characters` : shapeOf(json),
			...limits.map((limit) => limit.join(': ')),
		].join(', ');
		exchange.differs = differencesFrom(operation, response.status, json);
		return { statusCode: response.status, headers: given, body: text };
	}
}

/** The fields whose values are words of the service's own, not of anybody's account. */
const ENUMERATED = /^(?:code|function_name|message_status|messaging_product|source|status|type)$/;

/** The names of fields, their types, and the service's own words: no number, and no text that somebody wrote. */
function shapeOf(json: unknown, field = ''): string {
	if (Array.isArray(json))
		return `[${[...new Set(json.map((entry) => shapeOf(entry, field)))].join(' or ')}]`;
	if (isObject(json)) {
		const fields = Object.entries(json).map(
			([name, value]) => `${wordIn(name) ?? 'another'}: ${shapeOf(value, name)}`,
		);
		return `{ ${fields.join(', ')} }`;
	}
	if (field === 'code' && /^\d{1,5}$/.test(String(json))) return String(json);
	if (typeof json !== 'string') return json === null ? 'null' : typeof json;
	if (/^\d{4}-\d\d-\d\d[T ][\d:.+Z-]+$/.test(json)) return `time ${json.replace(/\d/g, '0')}`;
	const word = ENUMERATED.test(field) ? wordIn(json) : undefined;
	return word ?? (json === '' ? 'empty text' : 'text');
}

/** A word of the service's own; anything else may be somebody's. */
function wordIn(text: string): string | undefined {
	return /^[A-Za-z_][\w.-]{0,39}$/.test(text) && !/\d{4}/.test(text) ? text : undefined;
}

/** What an answer has that service.openapi.json does not say, or lacks. */
function differencesFrom(operation: string, status: number, json: unknown): string[] {
	const schema = endpointOf(operation).answers[status];
	if (schema === undefined) return [`status ${status}`];
	const { schemas } = document.components;
	const validate = new Ajv({ allErrors: true, validateSchema: false }).compile({
		...schema,
		components: { schemas },
	});
	if (validate(json) === true) return [];
	const found = validate.errors!.map(({ dataPath, message, params }) => {
		const name = 'additionalProperty' in params ? (wordIn(params.additionalProperty) ?? '') : '';
		return `${dataPath.replace(/\[\d+\]/g, '').slice(1)} ${message} ${name}`.trim();
	});
	return [...new Set(found)];
}
