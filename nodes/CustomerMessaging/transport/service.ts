import {
	sleep,
	type ICredentialDataDecryptedObject,
	type ICredentialTestFunctions,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
} from 'n8n-workflow';

import { failedAnswer, readResponse, type Answer, type Expected } from './answerPolicy';
import { FailureError } from './failure';
import type { MultipartBody } from './multipart';
import { networkFailure, timeoutFailure } from './networkFailure';
import { redactionOf } from './redaction';
import { safeJsonOf } from './safeJson';
import { readServiceAddress } from './serviceAddress';

const CREDENTIAL_TYPE = 'customerMessagingApi';

/** The longest answer that is read, in bytes: a send result has a few hundred. */
const LONGEST_ANSWER = 4 * 1024 * 1024;

/** The longest time a timer takes, in milliseconds; a longer one would end at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** An upload gets one more second for every so many bytes. */
const UPLOAD_BYTES_PER_SECOND = 100_000;

/** One request to the service: an endpoint of section 4 and what goes with it. */
export interface ServiceRequest {
	/** A POST sends a message to a person; a GET reads what changes nothing. */
	method: 'GET' | 'POST';
	path: string;
	/** Whether the answer is one object or a list of them. */
	answer: Expected['answer'];
	query?: IDataObject;
	body?: IDataObject;
	/** Makes the body of a multipart request, anew each time that the request is sent. */
	multipartBody?: () => MultipartBody;
}

/** The names the account gives the two query parameters that section 4.5 does not show. */
export interface TemplateLookup {
	platformIdParameter: string;
	templateIdParameter: string;
}

/** The service as one credential reaches it. */
export interface Service {
	/** Its address, without a trailing slash. */
	address: string;
	templateLookup: TemplateLookup;
	/**
	 * Sends one request once, reads the answer, and judges it. Takes the seconds that all of it may take; a file's size
	 * adds to them. Never throws.
	 */
	request(request: ServiceRequest, timeoutSeconds: number): Promise<Answer>;
}

type ServiceContext = IExecuteFunctions | ILoadOptionsFunctions;

/** The key that each service was opened with, to compare them without handing it out. */
const keys = new WeakMap<Service, string>();

/** Whether two services are the same account at the same address. */
export function isSameAccount(one: Service, other: Service): boolean {
	return one.address === other.address && keys.get(one) === keys.get(other);
}

/** What sends a signed request; it gives the head of the answer, with the body as a stream. */
type Sender = (request: UnsignedRequest) => Promise<StreamedResponse>;

/** A request as both of n8n's HTTP helpers take it, without the key. */
interface UnsignedRequest {
	method: 'GET' | 'POST';
	url: string;
	qs: IDataObject;
	headers: Record<string, string>;
	timeout: number;
	body: unknown;
}

/**
 * Opens the service for one execution: the credential is fetched, decrypted and checked once,
 * and serves every request (section 5).
 *
 * Takes n8n's context. Throws a FailureError where the credential cannot be used.
 */
export async function openService(context: ServiceContext): Promise<Service> {
	const credential = await context.getCredentials(CREDENTIAL_TYPE);
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL_TYPE, data: credential };
	return serviceOf(
		credential,
		async (request) =>
			(await context.helpers.httpRequestWithAuthentication.call(
				context,
				CREDENTIAL_TYPE,
				// A fresh object each time: signing it puts the key into its query.
				{
					...request,
					body: request.body as IHttpRequestOptions['body'],
					encoding: 'stream',
					returnFullResponse: true,
					ignoreHttpStatusErrors: true,
					disableFollowRedirect: true,
				},
				{ credentialsDecrypted },
			)) as StreamedResponse,
		() =>
			'getExecutionCancelSignal' in context && context.getExecutionCancelSignal()?.aborted === true,
	);
}

/**
 * Opens the service for the test of a credential, in which n8n signs nothing and has another HTTP helper.
 *
 * Takes the helpers of the test, and the credential as the form has it. Throws a FailureError where it cannot be used.
 */
export function openServiceForTest(
	helpers: ICredentialTestFunctions['helpers'],
	credential: ICredentialDataDecryptedObject,
): Service {
	return serviceOf(
		credential,
		async ({ url, qs, ...request }) =>
			(await helpers.request({
				...request,
				uri: url,
				qs: { ...qs, api_key: String(credential.apiKey).trim() },
				useStream: true,
				resolveWithFullResponse: true,
				simple: false,
				followRedirect: false,
			})) as StreamedResponse,
		() => false,
	);
}

/** Takes the credential, what sends its requests, and whether the execution was cancelled. */
function serviceOf(
	credential: ICredentialDataDecryptedObject,
	send: Sender,
	isCancelled: () => boolean,
): Service {
	const apiKey = typeof credential.apiKey === 'string' ? credential.apiKey.trim() : '';
	const redact = redactionOf(apiKey);
	const redaction = { text: redact, json: safeJsonOf(apiKey) };
	const read = readServiceAddress(credential.baseUrl);
	if (read.problem !== undefined) {
		// Whoever pastes a whole request as the address pastes the key along.
		throw invalidCredential(
			redact(read.problem),
			'Open the Customer Messaging API credential of this node to change it',
		);
	}
	if (apiKey === '') {
		throw invalidCredential(
			"The credential's 'API Key' is empty",
			"Copy the API Key from the team settings of the service's dashboard into the credential",
		);
	}
	const { address } = read;
	const service: Service = {
		address,
		templateLookup: templateLookupOf(credential),
		async request({ method, path, answer, query, body, multipartBody }, timeoutSeconds) {
			const kind = method === 'POST' ? 'send' : 'read';
			const multipart = multipartBody?.();
			const limit =
				timeoutSeconds + Math.ceil((multipart?.fileSize ?? 0) / UPLOAD_BYTES_PER_SECOND);
			const timeout = Math.min(Math.ceil(limit * 1000), LONGEST_TIMER);
			const deadline = AbortSignal.timeout(timeout);
			try {
				const response = await beforeDeadline(
					send({
						method,
						url: `${address}${path}`,
						qs: { ...query },
						headers: { accept: 'application/json' },
						timeout,
						body: multipart ?? body,
					}),
					deadline,
				);
				const text = await readText(response.body, deadline);
				return readResponse(
					{ status: response.statusCode, headers: response.headers, text },
					{ kind, answer },
					redaction,
				);
			} catch (error) {
				if (deadline.aborted) return failedAnswer(kind, timeoutFailure(limit));
				const cause: unknown = isCancelled() ? { code: 'ERR_CANCELED' } : error;
				return failedAnswer(kind, networkFailure(cause, limit));
			} finally {
				multipart?.release();
			}
		},
	};
	keys.set(service, apiKey);
	return service;
}

function invalidCredential(message: string, advice: string): FailureError {
	return new FailureError({ kind: 'invalid', message, advice });
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

/** An answer whose head has come, and whose body comes as it is read. */
interface StreamedResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: ByteStream;
}

/** What is used of the stream that n8n's HTTP client gives. */
interface ByteStream {
	on(event: 'data', listener: (chunk: Uint8Array) => void): this;
	on(event: 'end' | 'error' | 'close', listener: () => void): this;
	destroy(): void;
}

/**
 * Waits for the head of an answer: n8n's own time limit is renewed by every byte that comes. Throws where the request
 * fails or the deadline passes.
 */
async function beforeDeadline(
	response: Promise<StreamedResponse>,
	deadline: AbortSignal,
): Promise<StreamedResponse> {
	let giveUp = (): void => {};
	const passed = new Promise<undefined>((resolve) => {
		giveUp = () => resolve(undefined);
	});
	deadline.addEventListener('abort', giveUp);
	try {
		const first = await Promise.race([response, passed]);
		if (first !== undefined) return first;
	} finally {
		deadline.removeEventListener('abort', giveUp);
	}
	response.then(hangUp, () => {});
	throw new Error('The deadline has passed');
}

/** Closes the connection of an answer that nobody reads: a stream that has not begun to flow does not notice its end. */
async function hangUp({ body }: StreamedResponse): Promise<void> {
	body.on('error', () => {}).on('data', () => {});
	await sleep(0);
	body.destroy();
}

/** Made once: every answer's stream closes, and most do so after their end. */
const BROKEN_OFF = new Error('The response broke off');

/**
 * Reads the text of an answer, and no further than the longest that is read, so that an answer of any size cannot fill
 * the memory. Gives undefined for a longer one. Throws where it breaks off or the deadline passes.
 */
async function readText(body: ByteStream, deadline: AbortSignal): Promise<string | undefined> {
	let breakOff = (): void => {};
	try {
		return await new Promise((resolve, reject) => {
			breakOff = () => reject(BROKEN_OFF);
			// A stalled answer does not notice that its stream is destroyed.
			if (deadline.aborted) breakOff();
			deadline.addEventListener('abort', breakOff);
			const chunks: Uint8Array[] = [];
			let size = 0;
			body.on('data', (chunk) => {
				size += chunk.length;
				chunks.push(chunk);
				if (size > LONGEST_ANSWER) resolve(undefined);
			});
			body.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
			// Whatever its code says, the request had left.
			body.on('error', breakOff);
			body.on('close', breakOff);
		});
	} finally {
		deadline.removeEventListener('abort', breakOff);
		body.destroy();
	}
}
