import {
	NodeOperationError,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
} from 'n8n-workflow';

import { readAnswer, type Answer, type AnswerShape } from './answer';
import { connectionClosed } from './closedConnections';
import type { MultipartBody } from './multipart';
import { brokenConnection, networkFailure, timeoutFailure } from './networkFailure';
import { redactionOf, redactJson, type Redact } from './redaction';
import { readServiceAddress } from './serviceAddress';

const CREDENTIAL_TYPE = 'customerMessagingApi';

/** The longest answer that is read, in bytes: a send result has a few hundred. */
const LONGEST_ANSWER = 4 * 1024 * 1024;

/** An upload gets one more second for every so many bytes. */
const UPLOAD_BYTES_PER_SECOND = 100_000;

/** The seconds a request may take where the user sets nothing. */
export const DEFAULT_TIMEOUT = 60;

/** One request to the service: an endpoint of section 4 and what goes with it. */
export interface ServiceRequest {
	method: 'GET' | 'POST';
	path: string;
	/** Whether the answer is one object or a list of them. */
	answer: AnswerShape;
	query?: IDataObject;
	body?: IDataObject;
	/** Makes the body of a multipart request; called once for each time the request is sent. */
	form?: () => MultipartBody;
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
	/** Takes the API key out of text. */
	redact: Redact;
	/** Sends one request once and reads the answer; takes the limit in seconds, never throws. */
	request(request: ServiceRequest, timeoutSeconds?: number): Promise<Answer>;
}

type ServiceContext = IExecuteFunctions | ILoadOptionsFunctions;

/**
 * Opens the service for one execution: the credential is fetched, decrypted and checked once,
 * and serves every request (section 5).
 *
 * Takes n8n's context. Throws a NodeOperationError in the user's words where the credential
 * cannot be used.
 */
export async function openService(context: ServiceContext): Promise<Service> {
	const credential = await context.getCredentials(CREDENTIAL_TYPE);
	const apiKey = typeof credential.apiKey === 'string' ? credential.apiKey : '';
	const redact = redactionOf(apiKey);
	const { address, problem } = readAddress(credential);
	if (problem !== undefined) {
		// Whoever pastes a whole request as the address pastes the key along.
		throw new NodeOperationError(context.getNode(), `${redact(problem)}.`, {
			description: 'Open the Customer Messaging API credential of this node to change it.',
		});
	}
	if (apiKey === '') {
		throw new NodeOperationError(context.getNode(), "The credential's 'API Key' is empty.", {
			description: "Copy the API Key from the team settings of the service's dashboard into the credential.",
		});
	}

	const decrypted = { id: '', name: '', type: CREDENTIAL_TYPE, data: credential };
	const cancelSignal = (): AbortSignal | undefined =>
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	/**
	 * Whether the last answer was as short as the service's are. Until then whatever answers may have no end, so it is
	 * read bit by bit, which takes n8n about a sixth more processor time than taking an answer whole.
	 */
	let answersShortly = false;

	return {
		address,
		templateLookup: templateLookupOf(credential),
		redact,
		async request(request, timeoutSeconds = DEFAULT_TIMEOUT) {
			const form = request.form?.();
			const body = form ?? request.body;
			const limit = timeoutSeconds + Math.ceil((form?.fileSize ?? 0) / UPLOAD_BYTES_PER_SECOND);
			// A fresh object each time: signing it in puts the key into its query.
			const options: IHttpRequestOptions = {
				method: request.method,
				url: `${address}${request.path}`,
				qs: { ...request.query },
				headers: { accept: 'application/json' },
				encoding: answersShortly ? 'arraybuffer' : 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: limit * 1000,
				...(body === undefined ? {} : { body: body as IHttpRequestOptions['body'] }),
			};
			const deadline = Date.now() + limit * 1000;
			try {
				const response = (await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_TYPE, options, {
					credentialsDecrypted: decrypted,
				})) as { statusCode: number; headers: Record<string, unknown>; body: unknown };
				const text = await readText(response.body, deadline);
				if (text === 'tooLate') return { ok: false, failure: timeoutFailure(limit) };
				if (text === 'broken') {
					return { ok: false, failure: cancelSignal()?.aborted ? networkFailure({ code: 'ERR_CANCELED' }, limit) : brokenConnection() };
				}
				answersShortly = text !== undefined;
				return readAnswer({ status: response.statusCode, headers: response.headers, text: text?.content }, request.answer, redact);
			} catch (error) {
				return { ok: false, failure: redactJson(networkFailure(error, limit), redact) };
			} finally {
				form?.release();
				connectionClosed();
			}
		},
	};
}

function readAddress(credential: ICredentialDataDecryptedObject): { address: string; problem?: string } {
	const read = readServiceAddress(credential.baseUrl);
	return read.problem === undefined ? read : { address: '', problem: read.problem };
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

interface ByteStream extends AsyncIterable<Uint8Array> {
	destroy?: () => void;
}

/**
 * Reads an answer's text up to the limit. A stream is read no further than that, so that an answer of any size cannot
 * fill the memory. Gives undefined past the limit, and says where the answer broke off or came too late.
 */
async function readText(body: unknown, deadline: number): Promise<{ content: string } | undefined | 'broken' | 'tooLate'> {
	if (ArrayBuffer.isView(body)) return body.byteLength > LONGEST_ANSWER ? undefined : { content: textOf(body) };
	if (!isByteStream(body)) {
		return { content: typeof body === 'string' ? body : (JSON.stringify(body) ?? '') };
	}
	const chunks: Uint8Array[] = [];
	let size = 0;
	try {
		for await (const chunk of body) {
			size += chunk.length;
			if (size > LONGEST_ANSWER) return undefined;
			if (Date.now() > deadline) return 'tooLate';
			chunks.push(chunk);
		}
	} catch {
		return Date.now() > deadline ? 'tooLate' : 'broken';
	} finally {
		body.destroy?.();
	}
	return { content: textOf(Buffer.concat(chunks)) };
}

function textOf({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
	return Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
}

function isByteStream(body: unknown): body is ByteStream {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
