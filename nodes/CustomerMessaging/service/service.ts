import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import { CHANGE_CREDENTIAL, readApiKey, signed } from './apiKey';
import {
	failedResult,
	readResponse,
	redactedResult,
	type Result,
	type Expected,
} from './responsePolicy';
import { failureOf, InputError } from './failure';
import type { MultipartBody } from './multipart';
import { networkFailure, timeoutFailure } from './networkFailure';
import { redactionOf } from './redaction';
import { readServiceAddress } from './serviceAddress';

const CREDENTIAL_TYPE = 'customerMessagingApi';

/** Maximum size of a response, in bytes: a send result has a few hundred, a list can have thousands of templates. */
const MAX_RESPONSE = { object: 4 * 1024 * 1024, list: 32 * 1024 * 1024 };

/** The longest time that a timer takes, in milliseconds; a longer one would end at once. */
const MAX_TIMER = 2 ** 31 - 1;

/** An upload gets one more second for every this many bytes. */
const UPLOAD_BYTES_PER_SECOND = 100_000;

/** One request to an endpoint of the service (docs/service.md). */
export interface ServiceRequest {
	/** A POST sends a message to a person; a GET changes nothing. */
	method: 'GET' | 'POST';
	path: string;
	/** Whether the response is one object or a list of them. */
	expects: Expected['content'];
	query?: IDataObject;
	/** Whether the service may lack the endpoint: what it answers instead stays, and says nothing of other requests. */
	isOptional?: boolean;
	body?: IDataObject;
	/** Makes the body of a multipart request, anew for each try. Throws a FailureError if its file cannot be opened. */
	multipartBody?: () => Promise<MultipartBody>;
}

/** The names of the query parameters that choose a template, which are not documented (service: Get template). */
export interface TemplateLookup {
	platformIdParameter: string;
	templateIdParameter: string;
}

/** The service as one credential reaches it. */
export interface Service {
	/** Without a trailing slash. */
	address: string;
	templateLookup: TemplateLookup;
	/**
	 * Sends a request once, and judges the response. Never throws.
	 *
	 * @param timeoutSeconds for the whole of it; a file's size adds to it
	 */
	request(request: ServiceRequest, timeoutSeconds: number): Promise<Result>;
}

/** Reads from the service without changing anything. Throws a FailureError. */
export type Read = (request: ServiceRequest) => Promise<IDataObject[]>;

/** The service as an operation sees it while it prepares: it can read, but not send. */
export interface ReadableService extends Pick<Service, 'address' | 'templateLookup'> {
	/** Asks the same question only once in a run. */
	read: Read;
}

type ServiceContext = IExecuteFunctions | ILoadOptionsFunctions;

/** The key that each service was opened with, to compare services without exposing it. */
const keys = new WeakMap<Service, string>();

export function isSameAccount(one: Service, other: Service): boolean {
	return one.address === other.address && keys.get(one) === keys.get(other);
}

/**
 * Signs and sends a request; the response's body is still a stream.
 *
 * @param hangUp closes the connection, whatever it is waiting for
 */
type Sender = (request: UnsignedRequest, hangUp: AbortSignal) => Promise<StreamedResponse>;

/** A request without the key, as both of n8n's HTTP helpers accept it. */
interface UnsignedRequest {
	method: 'GET' | 'POST';
	url: string;
	qs: IDataObject;
	headers: Record<string, string>;
	timeout: number;
	body: unknown;
}

/**
 * Opens the service for one execution: the credential is fetched, decrypted and checked once for all requests
 * (service: Authentication). Throws a FailureError if the credential cannot be used.
 */
export async function openService(context: ServiceContext): Promise<Service> {
	const credential = await context.getCredentials(CREDENTIAL_TYPE);
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL_TYPE, data: credential };
	const cancelled =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return serviceOf(
		credential,
		async (request, hangUp) =>
			await context.helpers.httpRequestWithAuthentication.call(
				// n8n's client closes a connection in the middle of a response only if the execution is cancelled.
				Object.create(context, {
					getExecutionCancelSignal: { value: () => hangUp },
				}) as ServiceContext,
				CREDENTIAL_TYPE,
				// A fresh object each time, as signing puts the key into it.
				{
					...request,
					body: request.body as IHttpRequestOptions['body'],
					encoding: 'stream',
					returnFullResponse: true,
					ignoreHttpStatusErrors: true,
					disableFollowRedirect: true,
				},
				{ credentialsDecrypted },
			),
		cancelled,
	);
}

/**
 * Opens the service for the test of a credential, in which n8n signs nothing and has another HTTP helper. Throws a
 * FailureError if the credential cannot be used.
 */
export function openServiceForTest(
	helpers: ICredentialTestFunctions['helpers'],
	credential: ICredentialDataDecryptedObject,
): Service {
	const apiKey = readApiKey(credential);
	return serviceOf(
		credential,
		async ({ url, ...request }) =>
			await helpers.request({
				...signed(request, apiKey),
				uri: url,
				useStream: true,
				resolveWithFullResponse: true,
				simple: false,
				followRedirect: false,
			}),
	);
}

function serviceOf(
	credential: ICredentialDataDecryptedObject,
	send: Sender,
	cancelled = new AbortController().signal,
): Service {
	const apiKey = readApiKey(credential).value;
	const redact = redactionOf(apiKey);
	const { address, problem } = readServiceAddress(credential.baseUrl);
	if (problem !== undefined) throw new InputError(problem, CHANGE_CREDENTIAL);
	const exchange: Service['request'] = async (
		{ method, path, expects, query, body, multipartBody },
		timeoutSeconds,
	) => {
		const kind = method === 'POST' ? 'send' : 'read';
		let multipart: MultipartBody | undefined;
		try {
			multipart = await multipartBody?.();
		} catch (error) {
			return failedResult(kind, failureOf(error));
		}
		const limit = timeoutSeconds + Math.ceil((multipart?.fileSize ?? 0) / UPLOAD_BYTES_PER_SECOND);
		const timeout = Math.min(Math.ceil(limit * 1000), MAX_TIMER);
		const deadline = AbortSignal.timeout(timeout);
		const failed = new AbortController();
		try {
			const response = await send(
				{
					method,
					url: `${address}${path}`,
					qs: { ...query },
					headers: { accept: 'application/json' },
					timeout,
					body: multipart ?? body,
				},
				AbortSignal.any([deadline, failed.signal, cancelled]),
			);
			const text = await readText(response.body, deadline, MAX_RESPONSE[expects]);
			if (text === undefined) failed.abort();
			// Here already, as the address of a redirect is cut, and half a key would not be found any more.
			const headers = redact({ ...response.headers });
			return readResponse(
				{ status: response.statusCode, headers, text },
				{ kind, content: expects },
			);
		} catch (error) {
			failed.abort();
			if (deadline.aborted) return failedResult(kind, timeoutFailure(limit));
			const cause: unknown = cancelled.aborted ? { code: 'ERR_CANCELED' } : error;
			return failedResult(kind, networkFailure(cause, limit));
		} finally {
			multipart?.release();
		}
	};
	const service: Service = {
		address,
		templateLookup: templateLookupOf(credential),
		request: async (...wanted) => redactedResult(await exchange(...wanted), redact),
	};
	keys.set(service, apiKey);
	return service;
}

function templateLookupOf(credential: ICredentialDataDecryptedObject): TemplateLookup {
	const custom = credential.customTemplateLookup === true;
	const name = (value: unknown, fallback: string): string =>
		custom && typeof value === 'string' && value.trim() !== '' ? value.trim() : fallback;
	return {
		platformIdParameter: name(credential.platformIdParameter, 'platform_id'),
		templateIdParameter: name(credential.templateIdParameter, 'template_id'),
	};
}

/** A response whose head has arrived, and whose body is still to be read. */
interface StreamedResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: ByteStream;
}

/** The part that is used of the stream from n8n's HTTP client. */
interface ByteStream {
	on(event: 'data', listener: (chunk: Uint8Array) => void): this;
	on(event: 'end' | 'error' | 'close', listener: () => void): this;
	destroy(): void;
}

/** Made only once, as every response's stream closes, and most do so after their end. */
const BROKEN_OFF = new Error('The response broke off');

/**
 * Reads a response's text; undefined if it is longer than the maximum, so that no response can fill the memory.
 * Throws if it breaks off or the deadline passes.
 */
async function readText(
	body: ByteStream,
	deadline: AbortSignal,
	longest: number,
): Promise<string | undefined> {
	let breakOff = (): void => {};
	try {
		return await new Promise((resolve, reject) => {
			breakOff = () => reject(BROKEN_OFF);
			// A stalled response emits nothing when its stream is destroyed.
			if (deadline.aborted) breakOff();
			deadline.addEventListener('abort', breakOff);
			const chunks: Uint8Array[] = [];
			let size = 0;
			body.on('data', (chunk) => {
				size += chunk.length;
				chunks.push(chunk);
				if (size > longest) resolve(undefined);
			});
			body.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
			// Whatever the error's code, the request had left.
			body.on('error', breakOff);
			body.on('close', breakOff);
		});
	} finally {
		deadline.removeEventListener('abort', breakOff);
		body.destroy();
	}
}
