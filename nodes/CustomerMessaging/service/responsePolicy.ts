import { jsonParse, type IDataObject } from 'n8n-workflow';
import {
	type Failure,
	FailureError,
	type FailureKind,
	holdsNothing,
	isObject,
	objectIn,
	type RequestKind,
} from '../../../lib/basics';
import { COPY_KEY } from './credential';
import {
	asText,
	codeIn,
	contradictionIn,
	describe,
	isEvidence,
	isPage,
	ownWordsIn,
	retryAfterOf,
	saysNo,
	type ServiceResponse,
} from './response';
import { CHECK_ADDRESS, CHECK_STATUS } from './serviceAddress';

/** The result of a request: the objects of a list, or the single object; or what went wrong. */
export type Result = { ok: true; objects: IDataObject[] } | { ok: false; failure: Failure };

export interface Expected {
	kind: RequestKind;
	/** Whether the response is one object or a list of them. */
	expects: 'object' | 'list';
	/** What to do if the service refuses the request, or says that it did not do it. */
	ifRefused: string;
}

/** A response as the table sees it: as it came, even if it repeats the API key. */
interface Reading extends ServiceResponse {
	expected: Expected;
	/** Null if it is none. */
	json: unknown;
}

/** One thing that can be wrong with a response. */
interface ResponseRow extends Record<RequestKind, FailureKind | undefined> {
	/** Whether the response is like this. A row without a failure for the request's kind does not count. */
	applies: (response: Reading) => boolean;
	message: (response: Reading) => string;
	advice: string | ((response: Reading) => string);
	more?: (response: Reading) => Partial<Failure>;
}

/** Shared by all redirects; what a send makes of one depends on its status. */
const REDIRECT: Pick<ResponseRow, 'read' | 'message' | 'advice'> = {
	read: 'redirected',
	message: () => "'Base URL' redirects to another address",
	advice:
		"In the credential, enter the address where the service itself responds, with 'Other' as the 'Service'",
};

/** Shared by all refusals: the service's own words, if it has any. */
const REFUSAL: Pick<ResponseRow, 'message' | 'advice'> = {
	message: (response) => {
		const code = codeIn(response.json);
		return `The service refused the request with status ${response.status}: ${saidBy(response)}${code === undefined ? '' : ` (code ${code})`}`;
	},
	advice: ({ expected }) => expected.ifRefused,
};

/** Shared by responses that prove nothing. What to do about a message that may have arrived is said of all of them. */
const UNREADABLE: Pick<ResponseRow, RequestKind | 'advice'> = {
	send: 'unreadable',
	read: 'unreadable',
	advice: (response) =>
		response.expected.kind === 'send' && !isPage(response) ? '' : CHECK_ADDRESS,
};

const BLOCKED =
	"Something in front of the service blocks n8n: ask the service's support or the person who runs n8n's network";

/** What to do about a refusal that is not the service's own, by its status; for the others, check the address. */
const ADVICE_BY_STATUS: Record<number, string> = {
	403: BLOCKED,
	413: 'Send a smaller file or a shorter text: this one is too large for the service',
	451: BLOCKED,
};

/**
 * What is wrong with a response (service: Errors): the first row that applies decides, and if none does, the request
 * has succeeded. Status 200 alone does not prove that a message was sent, and with evidence for and against, the
 * outcome is unknown. Statuses that the service does not document are judged by their class.
 */
const RESPONSE_POLICY: ResponseRow[] = [
	{
		applies: (response) => isEvidence(response.json) && contradictionOf(response) !== undefined,
		send: 'unreadable',
		read: undefined,
		message: (response) =>
			`The service's response says that the request succeeded, and that it did not: ${asText(contradictionOf(response))}`,
		advice: '',
	},
	{
		applies: ({ status }) => [301, 307, 308].includes(status),
		send: 'redirected',
		...REDIRECT,
	},
	{
		applies: ({ status }) => [300, 302, 303].includes(status),
		send: 'unreadable',
		...REDIRECT,
	},
	{
		applies: ({ status }) => status === 401,
		send: 'unauthorized',
		read: 'unauthorized',
		message: (response) => `The service rejected the API key: ${saidBy(response)}`,
		advice: `${COPY_KEY}, and check the 'Service' and, with 'Other', 'API Key In'`,
	},
	{
		applies: ({ status }) => status === 429,
		send: 'rateLimited',
		read: 'rateLimited',
		message: (response) => `The service is receiving too many requests (429): ${saidBy(response)}`,
		advice: (response) => {
			const retryAfter = retryAfterOf(response);
			const when = retryAfter ? `${Math.ceil(retryAfter / 1000)} seconds` : 'a few minutes';
			const forMany =
				response.expected.kind === 'send'
					? ". For many messages, lower 'Parallel Sends' or set 'Messages per Second' under 'Options'"
					: '';
			return `Try again in ${when}${forMany}`;
		},
		more: (response) => ({ retryAfter: retryAfterOf(response) }),
	},
	{
		// A gateway gives 408 if what is behind it is too slow, as it does 504.
		applies: ({ status }) => status === 408 || status >= 500,
		send: 'serverError',
		read: 'serverError',
		message: (response) => `The service failed with status ${response.status}: ${saidBy(response)}`,
		advice: CHECK_STATUS,
	},
	{
		applies: (response) =>
			isRefusal(response) &&
			ownWordsIn(response.json) === undefined &&
			(isPage(response) || [404, 413].includes(response.status)),
		send: 'refused',
		read: 'refused',
		message: (response) => `The service returned ${statusAndContent(response)}`,
		advice: ({ status }) => ADVICE_BY_STATUS[status] ?? CHECK_ADDRESS,
	},
	{
		applies: ({ status }) => status === 404,
		send: 'notFound',
		read: 'notFound',
		...REFUSAL,
	},
	{
		applies: isRefusal,
		send: 'refused',
		read: 'refused',
		...REFUSAL,
	},
	{
		applies: isNoSuccess,
		message: ({ status }) => `The service returned the unexpected status ${status}`,
		...UNREADABLE,
	},
	{
		applies: ({ json }) => {
			const { error, detail } = objectIn(json);
			return saysNo(json) || !holdsNothing(error) || !(holdsNothing(detail) || isEvidence(json));
		},
		send: 'unsuccessful',
		read: 'unsuccessful',
		message: ({ json }) => {
			const { extra, ...whole } = objectIn(json);
			const words = ownWordsIn(saysNo({ extra }) ? { ...whole, ...objectIn(extra) } : whole);
			return `The service refused the request${words === undefined ? '' : `: ${words}`}`;
		},
		advice: ({ expected }) => expected.ifRefused,
	},
	{
		applies: ({ json, expected }) =>
			!(expected.expects === 'list'
				? Array.isArray(json) && json.every((entry) => entry === null || isObject(entry))
				: isObject(json)),
		message: (response) => `The service returned ${statusAndContent(response)}`,
		...UNREADABLE,
	},
	{
		applies: ({ json }) => !isEvidence(json),
		send: 'unreadable',
		read: undefined,
		message: ({ status, json }) =>
			`The service returned status ${status} without saying whether the message was sent: ${asText(json)}`,
		advice: '',
	},
];

/** Judges a response; the result may repeat the API key. Removes a success's empty `error`, for which n8n would fail the item. */
export function readResponse(response: ServiceResponse, expected: Expected): Result {
	const json: unknown = jsonParse(response.text, { fallbackValue: null });
	const reading: Reading = { ...response, expected, json };
	for (const row of RESPONSE_POLICY) {
		const failure = row[expected.kind];
		if (failure === undefined || !row.applies(reading)) continue;
		const { advice } = row;
		return {
			ok: false,
			failure: {
				kind: failure,
				message: row.message(reading),
				advice: typeof advice === 'string' ? advice : advice(reading),
				httpCode: String(response.status),
				code: codeIn(json),
				...row.more?.(reading),
			},
		};
	}
	return { ok: true, objects: [json].flat().filter(isObject).map(withoutEmptyError) };
}

/** The objects of a result. Throws a FailureError if the request failed. */
export function objectsOf(result: Result): IDataObject[] {
	if (result.ok) return result.objects;
	throw new FailureError(result.failure);
}

function isRefusal({ status }: ServiceResponse): boolean {
	return status >= 400 && status < 500;
}

function isNoSuccess({ status }: ServiceResponse): boolean {
	return status < 200 || status >= 300;
}

/** What says that a message failed, though the response shows that it was taken: its JSON or, without a clear no, its status. */
function contradictionOf(response: Reading): unknown {
	const { json, status } = response;
	const isUnclear = isNoSuccess(response) && !saysNo(json);
	return contradictionIn(json) ?? (isUnclear ? `status ${status}` : undefined);
}

function saidBy(response: Reading): string {
	return ownWordsIn(response.json) ?? describe(response);
}

function statusAndContent(response: Reading): string {
	return `status ${response.status} with ${describe(response)}`;
}

function withoutEmptyError(object: IDataObject): IDataObject {
	const { error, ...rest } = object;
	return holdsNothing(error) ? rest : object;
}
