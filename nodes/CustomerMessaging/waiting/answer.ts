import type { IDataObject } from 'n8n-workflow';

import type { AnswerForm } from './question';

/** The name of the form's one field. */
export const ANSWER_FIELD = 'answer';

/** What the buttons send. */
export const APPROVE = 'approve';
export const DISAPPROVE = 'disapprove';

/** The longest text that is taken, in UTF-16 units as browsers count them. */
export const LONGEST_TEXT = 4000;

/** What a customer answered. */
export type Answer = { approved: boolean } | { text: string };

/** The output where nobody answers in time. */
export const NO_ANSWER: IDataObject = { responded: false };

/**
 * Reads what the page's form sends.
 *
 * Takes the form and the request's body as n8n parses it. Returns undefined for anything that the form does not take.
 */
export function readAnswer(form: AnswerForm, body: unknown): Answer | undefined {
	const sent = (body as IDataObject | null | undefined)?.[ANSWER_FIELD];
	if (typeof sent !== 'string') return undefined;
	if (form.type === 'approval') {
		if (sent === APPROVE) return { approved: true };
		return sent === DISAPPROVE && form.disapproveLabel !== undefined
			? { approved: false }
			: undefined;
	}
	// Browsers send every line break as two characters, and count it as one.
	const text = sent.replace(/\r\n?/g, '\n');
	return text.trim() === '' || text.length > LONGEST_TEXT ? undefined : { text };
}

/** The output for an answer, with `data` beside it as n8n's own nodes give it. */
export function answerOutput(answer: Answer, respondedAt: Date): IDataObject {
	return {
		responded: true,
		...answer,
		data: { ...answer, respondedAt: respondedAt.toISOString() },
	};
}
