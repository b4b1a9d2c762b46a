import type { IDataObject } from 'n8n-workflow';

import {
	codeOf,
	excerpt,
	isObject,
	WRONG_ADDRESS_ADVICE,
	wordsOf,
	type ServiceAnswer,
} from '../transport/answer';
import { FailureError, type Failure } from '../transport/failure';
import type { ServiceRequest } from '../transport/service';

/** What a 2xx answer means; the first row that applies decides. */
interface AnswerRow {
	says: string;
	applies: (answer: IDataObject) => boolean;
	send: 'sent' | 'failed' | 'unknown';
	read: 'read' | 'failed';
}

/**
 * What counts as sent. A status of 200 alone is no evidence, and with evidence on both sides nobody knows. A read is
 * what it is, unless it reports a failure.
 */
export const ANSWER_POLICY: AnswerRow[] = [
	{
		says: 'signs of success, and an error',
		applies: (answer) => isEvidence(answer) && !isEmpty(answer.error),
		send: 'unknown',
		read: 'failed',
	},
	{ says: 'no success (sections 2.4, 2.5, 7.1)', applies: saysNo, send: 'failed', read: 'failed' },
	{ says: 'success', applies: isEvidence, send: 'sent', read: 'read' },
	{
		says: 'an error (7.1) or a detail (7.2)',
		applies: ({ error, detail }) => !isEmpty(error) || !isEmpty(detail),
		send: 'failed',
		read: 'failed',
	},
	{ says: 'nothing of it', applies: () => true, send: 'unknown', read: 'read' },
];

/** What a request came to: the objects of a list, or the one object; or what went wrong. */
export type Answer = { ok: true; objects: IDataObject[] } | { ok: false; failure: Failure };

/**
 * Decides whether a 2xx answer is the success that it looks like.
 *
 * Takes the answer, whether it is that of a send, and what it should hold. Returns its objects without an empty
 * `error`, for which n8n would take the item for a failed one; or the failure that it is.
 */
export function judgeAnswer(
	answer: ServiceAnswer,
	kind: 'send' | 'read',
	shape: ServiceRequest['answer'],
): Answer {
	if (!answer.ok) return { ok: false, failure: adviceFor(kind, answer.failure) };
	const { httpCode, json } = answer;
	const body = Array.isArray(json) ? {} : json;
	const failed = (failure: Omit<Failure, 'httpCode'>): Answer => ({
		ok: false,
		failure: { ...failure, httpCode, ...codeOf(body) },
	});

	const meaning = ANSWER_POLICY.find(({ applies }) => applies(body))![kind];
	if (meaning === 'failed') {
		const words = wordsOf(
			isObject(body.extra) && isNo(body.extra.success) ? { ...body, ...body.extra } : body,
		);
		return failed({
			kind: 'unsuccessful',
			message: `The service reported a failure${words === undefined ? '' : `: ${words}`}`,
			advice:
				kind === 'send'
					? "Check the values of this item, and the message's status in the service's dashboard"
					: 'Check the values of this item',
		});
	}
	const unclear = (message: string, advice = WRONG_ADDRESS_ADVICE): Answer =>
		failed({ kind: 'unreadable', message, advice });
	if (Array.isArray(json) !== (shape === 'list')) {
		return unclear(
			`The service returned status ${httpCode} with unexpected content: ${excerpt(JSON.stringify(json))}`,
		);
	}
	if (meaning === 'unknown') {
		return isEvidence(body)
			? unclear(
					`The service's response reports both success and an error: ${excerpt(typeof body.error === 'string' ? body.error : JSON.stringify(body.error))}`,
					'',
				)
			: unclear(
					`The service returned status ${httpCode} without saying whether the message was sent: ${excerpt(JSON.stringify(json))}`,
				);
	}
	return { ok: true, objects: [json].flat().map(withoutEmptyError) };
}

/** A failure with the advice for what was asked. */
function adviceFor(kind: 'send' | 'read', { adviceForRead, ...failure }: Failure): Failure {
	return kind === 'read' && adviceForRead !== undefined
		? { ...failure, advice: adviceForRead }
		: failure;
}

/** What an answer holds. Throws a FailureError where it is none. */
export function objectsOf(answer: Answer): IDataObject[] {
	if (answer.ok) return answer.objects;
	throw new FailureError(answer.failure);
}

/** A message's ID (section 2.4), or an acknowledgement (2.5). */
function isEvidence({ id, success, data }: IDataObject): boolean {
	if (
		success === true ||
		(typeof id === 'number' && id > 0) ||
		(typeof id === 'string' && id.trim() !== '')
	)
		return true;
	return isObject(data) && typeof data.status === 'string' && data.status.trim() !== '';
}

function saysNo({ success, extra }: IDataObject): boolean {
	return isNo(success) || (isObject(extra) && isNo(extra.success));
}

function isNo(success: unknown): boolean {
	return (
		success === false ||
		success === 0 ||
		(typeof success === 'string' && /^\s*(false|0)\s*$/i.test(success))
	);
}

function isEmpty(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() === '';
	return typeof value === 'object' && value !== null ? Object.keys(value).length === 0 : !value;
}

function withoutEmptyError(answer: IDataObject): IDataObject {
	if (!Object.hasOwn(answer, 'error') || !isEmpty(answer.error)) return answer;
	const { error: _empty, ...rest } = answer;
	return rest;
}
