import { createHash } from 'node:crypto';
import {
	sleep,
	type ICredentialDataDecryptedObject,
	type ICredentialTestFunctions,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
} from 'n8n-workflow';
import { FailureError, failureOf, type RequestKind, textIn } from '../../../lib/basics';
import { completed, readApiKey, signed } from './credential';
import type { MultipartBody } from './multipart';
import { networkFailure, timeoutFailure } from './networkFailure';
import { redactedResult, redactionOf } from './redaction';
import { readResponse, type Result, type Expected } from './responsePolicy';
import { BASE_URL_LABEL, CHECK_ADDRESS, readServiceAddress } from './serviceAddress';

const CREDENTIAL_TYPE = 'customerMessagingApi';

/** The longest time that a timer takes, in milliseconds; a longer one would end at once. */
const MAX_TIMER = 2 ** 31 - 1;

/** An upload gets one more second for every this many bytes. */
const UPLOAD_BYTES_PER_SECOND = 100_000;

const METHODS = { read: 'GET', send: 'POST' } as const satisfies Record<RequestKind, string>;

/** One request to an endpoint of the service (dev/sandbox/service.md). */
export interface ServiceRequest extends Expected {
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/** Makes the body of a multipart request for each try. */
	multipartBody?: () => Promise<MultipartBody>;
}

/** The names of the query parameters that choose a template, which are not documented (service: Get template). */
interface TemplateLookup {
	platformIdParameter: string;
	templateIdParameter: string;
}

/** The service as one credential reaches it. */
export interface Service {
	/** Without a trailing slash. */
	address: string;
	/** `CHECK_ADDRESS`, for this service. */
	checkAddress: string;
	templateLookup: TemplateLookup;
	/** A digest of the address, the key and how a template is asked for: two that are the same read the same. */
	account: string;
	/** Sends a request once and judges the response, without the API key; never throws. A file's size adds to the time limit. */
	request(request: ServiceRequest, timeoutSeconds: number): Promise<Result>;
}

export type ReadRequest = ServiceRequest & { kind: 'read' };

/** Reads from the service. Throws a FailureError. */
export type Read = (request: ReadRequest) => Promise<IDataObject[]>;

/** The service as an operation sees it while it prepares: it can read, but not send. */
export interface ReadableService extends Omit<Service, 'request'> {
	/** Asks the same question only once in a run, with retries if they can help. */
	read: Read;
	/** The same in one try of a few seconds, for a check that a message can leave without. */
	readBriefly: Read;
}

type ServiceContext = IExecuteFunctions | ILoadOptionsFunctions;

/** @param ended aborted once nobody waits for the response any more */
type Sender = (request: UnsignedRequest, ended: AbortSignal) => Promise<HttpResponse>;

/** A response as both of n8n's HTTP helpers give it; the older one gives an empty body as undefined. */
interface HttpResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body?: string;
}

/** A request without the key, as both of n8n's HTTP helpers accept it. */
interface UnsignedRequest {
	method: 'GET' | 'POST';
	url: string;
	qs: IDataObject;
	headers: Record<string, string>;
	timeout: number;
	body: unknown;
}

/** Opens the service for one execution, in which the credential is read and checked once (service: Authentication). */
export async function openService(context: ServiceContext): Promise<Service> {
	const credential = await context.getCredentials(CREDENTIAL_TYPE);
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL_TYPE, data: credential };
	return serviceOf(
		credential,
		async (request, ended) =>
			await context.helpers.httpRequestWithAuthentication.call(
				endingWith(ended, context),
				CREDENTIAL_TYPE,
				// A fresh object each time, because signing puts the key into it.
				{
					...request,
					body: request.body as IHttpRequestOptions['body'],
					encoding: 'text',
					returnFullResponse: true,
					ignoreHttpStatusErrors: true,
					disableFollowRedirect: true,
				},
				{ credentialsDecrypted },
			),
	);
}

/** The context for one request: n8n ends a request with the context's signal, whatever signal the request itself has. */
function endingWith(ended: AbortSignal, context: ServiceContext): IExecuteFunctions {
	const cancelled = 'getExecutionCancelSignal' in context && context.getExecutionCancelSignal();
	const signal = cancelled ? AbortSignal.any([ended, cancelled]) : ended;
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } });
}

/** Opens the service for the test of a credential, in which n8n signs nothing and has another HTTP helper, which ends no request. */
export function openServiceForTest(
	helpers: ICredentialTestFunctions['helpers'],
	credential: ICredentialDataDecryptedObject,
): Service {
	const apiKey = readApiKey(completed(credential));
	return serviceOf(
		credential,
		async ({ url, ...request }) =>
			await helpers.request({
				...signed(request, apiKey),
				uri: url,
				resolveWithFullResponse: true,
				simple: false,
				followRedirect: false,
			}),
	);
}

function serviceOf(stored: ICredentialDataDecryptedObject, send: Sender): Service {
	const credential = completed(stored);
	const apiKey = readApiKey(credential).value;
	const redact = redactionOf(apiKey);
	const address = readServiceAddress(credential.baseUrl);
	/** The address as the form shows it. */
	const addressName = stored.service === 'other' ? BASE_URL_LABEL : `'Service' (${address})`;
	const told = (result: Result): Result => redactedResult(result, redact, addressName);
	const request: Service['request'] = async (wanted, timeoutSeconds) => {
		const { kind, path, query, body, multipartBody } = wanted;
		let multipart: MultipartBody | undefined;
		try {
			multipart = await multipartBody?.();
		} catch (error) {
			return told({ ok: false, failure: failureOf(error) });
		}
		const limit = timeoutSeconds + Math.ceil((multipart?.fileSize ?? 0) / UPLOAD_BYTES_PER_SECOND);
		const timeout = Math.min(Math.ceil(limit * 1000), MAX_TIMER);
		const ended = new AbortController();
		try {
			const response = await Promise.race([
				send(
					{
						method: METHODS[kind],
						url: `${address}${path}`,
						qs: { ...query },
						headers: { accept: 'application/json' },
						timeout,
						body: multipart ?? body,
					},
					ended.signal,
				),
				// n8n's own time limit starts again with each byte of a response.
				sleep(timeout, ended.signal).then(() => {
					throw new FailureError(timeoutFailure(limit, kind));
				}),
			]);
			const { statusCode: status, headers, body: text = '' } = response;
			return told(readResponse({ status, headers, text }, wanted));
		} catch (error) {
			// JSON that is too deep to be read also fails here, with a RangeError.
			return told({ ok: false, failure: networkFailure(error, limit, kind) });
		} finally {
			ended.abort();
			multipart?.release();
		}
	};
	const checkAddress = CHECK_ADDRESS.replace(BASE_URL_LABEL, addressName);
	const templateLookup = templateLookupOf(credential);
	const account = createHash('sha256')
		.update(JSON.stringify([address, apiKey, templateLookup]))
		.digest('hex');
	return { address, checkAddress, templateLookup, account, request };
}

function templateLookupOf(credential: ICredentialDataDecryptedObject): TemplateLookup {
	const custom = credential.customTemplateLookup === true;
	const name = (value: unknown, fallback: string): string =>
		(custom && textIn(value).trim()) || fallback;
	return {
		platformIdParameter: name(credential.platformIdParameter, 'platform_id'),
		templateIdParameter: name(credential.templateIdParameter, 'template_id'),
	};
}
