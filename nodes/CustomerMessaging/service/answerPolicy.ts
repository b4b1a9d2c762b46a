import type { IDataObject } from 'n8n-workflow';

import {
	codeIn,
	describe,
	isPage,
	jsonIn,
	locationOf,
	ownWordsIn,
	retryAfterOf,
	WRONG_ADDRESS_ADVICE,
	type ServiceResponse,
} from './response';
import { inWords, isObject, isText, listIn, objectIn } from './values';
import { FailureError, type Failure, type FailureKind } from './failure';
import type { Redact } from './redaction';
import type { SafeJson } from './safeJson';

/** The result of a request: the objects of a list, or the single object; or what went wrong. */
export type Answer = { ok: true; objects: IDataObject[] } | { ok: false; failure: Failure };

/** What was asked, and what the answer should be. */
export interface Expected {
	/** A send reaches a person; a read changes nothing. */
	kind: 'send' | 'read';
	answer: 'object' | 'list';
}

/** Removes the API key from text and from JSON. */
export interface Redaction {
	text: Redact;
	json: SafeJson;
}

/** A response as the table sees it. */
interface Reading extends ServiceResponse {
	expected: Expected['answer'];
	/** The JSON as it came, to be judged: it may contain the API key. */
	json: unknown;
	/** The JSON without the API key, to be shown. */
	shown: unknown;
	redact: Redact;
}

/** One thing that can be wrong with a response. */
interface AnswerRow {
	says: string;
	applies: (response: Reading) => boolean;
	/** The kind of failure for a send; without it, the row does not apply to sends. */
	send?: FailureKind;
	/** The same for a read. */
	read?: FailureKind;
	message: (response: Reading) => string;
	advice: string | ((response: Reading) => string);
	adviceForRead?: string;
	more?: (response: Reading) => Partial<Failure>;
}

const CORRECT_VALUES = 'Correct the values that the service names, then try again';

/** What all redirects share, wherever the message may be. */
const REDIRECT: Pick<AnswerRow, 'read' | 'message' | 'advice'> = {
	read: 'redirected',
	message: (response) =>
		`'Base URL' redirects to another address: ${locationOf(response, response.redact)}`,
	advice: ({ status }) =>
		`The service returned status ${status}, and redirects are not followed. Set 'Base URL' in the credential to the address where the service itself responds`,
};

/** What all refusals share: the service's own words, if it has any. */
const REFUSAL: Pick<AnswerRow, 'message' | 'more'> = {
	message: (response) => {
		const code = codeIn(response.shown);
		return `The service refused the request with status ${response.status}: ${saidBy(response)}${code === undefined ? '' : ` (code ${code})`}`;
	},
	more: ({ json, shown }) => ({ said: ownWordsIn(json, shown) }),
};

/**
 * What is wrong with a response (service: Errors): the first row that applies decides, and if none does, the request
 * has succeeded. Status 200 alone does not prove that a message was sent, and with evidence for and against, the
 * outcome is unknown. Statuses that the service does not document are judged by their class.
 */
const ANSWER_POLICY: AnswerRow[] = [
	{
		says: 'the same request is wanted elsewhere, so nothing was taken',
		applies: ({ status }) => [301, 307, 308].includes(status),
		send: 'redirected',
		...REDIRECT,
	},
	{
		says: 'something else is to be asked for elsewhere, perhaps what became of the message',
		applies: ({ status }) => [300, 302, 303].includes(status),
		send: 'unreadable',
		...REDIRECT,
	},
	{
		says: 'an invalid API key',
		applies: ({ status }) => status === 401,
		send: 'unauthorized',
		read: 'unauthorized',
		message: (response) => `The service rejected the API key: ${saidBy(response)}`,
		advice:
			"Copy the API Key from the team settings of the service's dashboard into 'API Key' in the credential. If it was replaced, ask the service's support for the new one",
	},
	{
		says: 'too many requests',
		applies: ({ status }) => status === 429,
		send: 'rateLimited',
		read: 'rateLimited',
		message: (response) => `The service is receiving too many requests (429): ${saidBy(response)}`,
		advice:
			"Try again in a moment. For many messages, lower 'Parallel Sends' or set 'Messages per Second' under 'Options'",
		adviceForRead: 'Try again in a moment',
		more: (response) => ({ retryAfter: retryAfterOf(response) }),
	},
	{
		says: 'a refusal on a web page, which is not the service’s',
		applies: (response) => isRefusal(response) && !hasWords(response) && isPage(response),
		send: 'refused',
		read: 'refused',
		message: (response) =>
			`The service returned status ${response.status} with ${saidBy(response)}`,
		advice: WRONG_ADDRESS_ADVICE,
	},
	{
		says: 'no such address',
		applies: (response) => response.status === 404 && !hasWords(response),
		send: 'refused',
		read: 'refused',
		...REFUSAL,
		advice: WRONG_ADDRESS_ADVICE,
	},
	{
		says: 'no such thing',
		applies: ({ status }) => status === 404,
		send: 'notFound',
		read: 'notFound',
		...REFUSAL,
		advice: CORRECT_VALUES,
	},
	{
		says: 'a refusal',
		applies: isRefusal,
		send: 'refused',
		read: 'refused',
		...REFUSAL,
		advice: CORRECT_VALUES,
	},
	{
		says: 'a failure of the service',
		applies: ({ status }) => status >= 500,
		send: 'serverError',
		read: 'serverError',
		message: (response) => `The service failed with status ${response.status}: ${saidBy(response)}`,
		advice: "Check the service's status",
	},
	{
		says: 'a status that nobody expects',
		applies: ({ status }) => status < 200 || status >= 300,
		send: 'unreadable',
		read: 'unreadable',
		message: ({ status }) => `The service returned the unexpected status ${status}`,
		advice: "Check 'Base URL' in the credential",
	},
	{
		says: 'neither an object nor a list of objects',
		applies: ({ json }) => !isObject(json) && !(Array.isArray(json) && json.every(isObject)),
		send: 'unreadable',
		read: 'unreadable',
		message: (response) =>
			`The service returned status ${response.status} with ${describe(response, response.redact)}`,
		advice: WRONG_ADDRESS_ADVICE,
	},
	{
		says: 'signs of success, and an error',
		applies: ({ json }) => isEvidence(json) && hasContent(objectIn(json).error),
		send: 'unreadable',
		message: ({ shown }) =>
			`The service's response reports both success and an error: ${inWords(objectIn(shown).error)}`,
		advice: '',
	},
	{
		says: 'no success, an error, or a detail without success',
		applies: ({ json }) => {
			const { success, extra, error, detail } = objectIn(json);
			return (
				reportsFailure(success) ||
				reportsFailure(objectIn(extra).success) ||
				hasContent(error) ||
				(hasContent(detail) && !isEvidence(json))
			);
		},
		send: 'unsuccessful',
		read: 'unsuccessful',
		message: ({ json, shown }) => {
			const [whole, wholeShown] = [objectIn(json), objectIn(shown)];
			const [extra, extraShown] = [objectIn(whole.extra), objectIn(wholeShown.extra)];
			const words = reportsFailure(extra.success)
				? ownWordsIn({ ...whole, ...extra }, { ...wholeShown, ...extraShown })
				: ownWordsIn(whole, wholeShown);
			return `The service reported an error${words === undefined ? '' : `: ${words}`}`;
		},
		advice: "Check the values of this item, and the message's status in the service's dashboard",
		adviceForRead: 'Check the values of this item',
	},
	{
		says: 'signs of success, and errors or a status of failure',
		applies: ({ json }) => isEvidence(json) && contradictionIn(json) !== undefined,
		send: 'unreadable',
		message: ({ shown }) =>
			`The service's response reports both success and a failure: ${inWords(contradictionIn(shown) ?? '')}`,
		advice: '',
	},
	{
		says: 'an object in place of a list, or a list in place of an object',
		applies: ({ json, expected }) => Array.isArray(json) !== (expected === 'list'),
		send: 'unreadable',
		read: 'unreadable',
		message: ({ status, shown }) =>
			`The service returned status ${status} with unexpected content: ${inWords(shown)}`,
		advice: WRONG_ADDRESS_ADVICE,
	},
	{
		says: 'nothing of success',
		applies: ({ json }) => !isEvidence(json),
		send: 'unreadable',
		message: ({ status, shown }) =>
			`The service returned status ${status} without saying whether the message was sent: ${inWords(shown)}`,
		advice: WRONG_ADDRESS_ADVICE,
	},
];

/**
 * Judges a response as it came, and returns the result without the API key. A success loses an empty `error`, because
 * of which n8n would treat the item as failed.
 */
export function readResponse(
	response: ServiceResponse,
	{ kind, answer: expected }: Expected,
	redaction: Redaction,
): Answer {
	const { status, headers, text } = response;
	const json = jsonIn(response);
	const shown = redaction.json(json);
	const redact = redaction.text;
	const reading: Reading = { status, headers, text, expected, json, shown, redact };
	for (const row of ANSWER_POLICY) {
		const failure = row[kind];
		if (failure === undefined || !row.applies(reading)) continue;
		return failedAnswer(kind, {
			kind: failure,
			message: row.message(reading),
			advice: typeof row.advice === 'string' ? row.advice : row.advice(reading),
			adviceForRead: row.adviceForRead,
			httpCode: String(status),
			code: codeIn(shown),
			...row.more?.(reading),
		});
	}
	const judged = [json].flat();
	const objects = [shown]
		.flat()
		.filter(isObject)
		.map((object, index) => withoutEmptyError(object, objectIn(judged[index]).error));
	return { ok: true, objects };
}

/** The result of a failed request, with the advice for a send or for a read. */
export function failedAnswer(
	kind: Expected['kind'],
	{ adviceForRead, ...failure }: Failure,
): Answer {
	const advice = kind === 'read' ? (adviceForRead ?? failure.advice) : failure.advice;
	return { ok: false, failure: { ...failure, advice } };
}

/** The objects of an answer. Throws a FailureError if the request failed. */
export function objectsOf(answer: Answer): IDataObject[] {
	if (answer.ok) return answer.objects;
	throw new FailureError(answer.failure);
}

function isRefusal({ status }: ServiceResponse): boolean {
	return status >= 400 && status < 500;
}

function hasWords({ json, shown }: Reading): boolean {
	return ownWordsIn(json, shown) !== undefined;
}

function saidBy(response: Reading): string {
	return ownWordsIn(response.json, response.shown) ?? describe(response, response.redact);
}

/**
 * Whether JSON shows that a message was taken: by its ID (service: Send result) or an acknowledgement (service:
 * Acknowledgement).
 */
function isEvidence(json: unknown): boolean {
	const { id, success, data } = objectIn(json);
	return (
		success === true ||
		(typeof id === 'number' && id > 0) ||
		isText(id) ||
		isText(objectIn(data).status)
	);
}

/** What says that a message failed, though the service gave it an ID or an acknowledgement. */
function contradictionIn(json: unknown): unknown {
	const { status, data, errors, extra } = objectIn(json);
	const [message] = listIn(objectIn(objectIn(extra).report).messages);
	const failed = [status, objectIn(data).status, objectIn(message).message_status].find(
		(text) => typeof text === 'string' && /^\s*(fail|error|reject|undeliver)/i.test(text),
	);
	return failed ?? (hasContent(errors) ? errors : undefined);
}

function reportsFailure(success: unknown): boolean {
	return (
		success === false ||
		success === 0 ||
		(typeof success === 'string' && /^\s*(false|0)\s*$/i.test(success))
	);
}

/** Whether an error or a detail says anything; the field may be there without an error. */
function hasContent(value: unknown): boolean {
	if (typeof value === 'string') return isText(value);
	return typeof value === 'object' && value !== null
		? Object.keys(value).length > 0
		: Boolean(value);
}

/** @param error as it came: the key's replacement would look like content */
function withoutEmptyError(answer: IDataObject, error: unknown): IDataObject {
	if (!Object.hasOwn(answer, 'error') || hasContent(error)) return answer;
	const { error: _empty, ...rest } = answer;
	return rest;
}
