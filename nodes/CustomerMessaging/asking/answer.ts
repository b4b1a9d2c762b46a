import type { IDataObject } from 'n8n-workflow';

import type { AnswerForm } from './question';

/** The name of the form's only field. */
export const ANSWER_FIELD = 'answer';

/** The values of the buttons. */
export const APPROVE = 'approve';
export const DISAPPROVE = 'disapprove';

/** The longest text that is accepted, in UTF-16 units as browsers count them. */
export const LONGEST_TEXT = 4000;

export type Answer = { approved: boolean } | { text: string };

/** The output if nobody answers in time. */
export const NO_ANSWER: IDataObject = { responded: false };

/**
 * Reads what the page's form sent; undefined for anything that the form does not allow.
 *
 * @param body as n8n parses it
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
	// Browsers send a line break as two characters, and count it as one.
	const text = sent.replace(/\r\n?/g, '\n');
	return text.trim() === '' || text.length > LONGEST_TEXT ? undefined : { text };
}

/** The output for an answer, repeated under `data` as n8n's own nodes do. */
export function answerOutput(answer: Answer, respondedAt: Date): IDataObject {
	return {
		responded: true,
		...answer,
		data: { ...answer, respondedAt: respondedAt.toISOString() },
	};
}
