import type { IDataObject } from 'n8n-workflow';

import { objectIn, showsNothing } from '../primitives/json';
import type { AnswerForm } from './question';

/** The name under which the page's form sends a button, or the text. */
export const ANSWER_FIELD = 'answer';

/** The longest text that is accepted, in UTF-16 units as browsers count them. */
export const MAX_TEXT = 4000;

/** What the page's form has sent: an answer, also as the page shows it, or something that is none. */
type FormReading = { data: IDataObject; shown: string } | NoAnswer;

/** The browser itself asks for a text, and for no longer one. */
export interface NoAnswer {
	typed: string;
}

/**
 * Reads what the page's form sent.
 *
 * @param body as n8n parses it
 */
export function readAnswer(form: AnswerForm, body: unknown): FormReading {
	const { [ANSWER_FIELD]: sent, ...others } = objectIn(body);
	if (typeof sent !== 'string' || Object.keys(others).length > 0) return { typed: '' };
	if (form.type === 'buttons') {
		const pressed = form.buttons.find(({ value }) => value === sent);
		return pressed === undefined ? { typed: '' } : { data: pressed.output, shown: pressed.label };
	}
	// Browsers send a line break as two characters, and count it as one.
	const text = sent.replace(/\r\n?/g, '\n');
	// Before any pattern: one that reads a text of megabytes can overflow the engine's stack.
	if (text.length > MAX_TEXT) return { typed: text.slice(0, MAX_TEXT) };
	if (showsNothing(text)) return { typed: '' };
	return { data: { text }, shown: text };
}

/**
 * The output for an answer: under `data` as n8n's own nodes have it, and beside it.
 *
 * @param asked what is known of the message with the question
 */
export function answerOutput(
	data: IDataObject,
	asked: IDataObject,
	respondedAt: Date,
): IDataObject {
	return { responded: true, ...data, data, ...asked, respondedAt: respondedAt.toISOString() };
}
