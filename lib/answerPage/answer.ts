import type { IDataObject } from 'n8n-workflow';
import { objectIn, showsNothing } from '../basics';
import type { AnswerForm } from './question';

/** The name under which the page's form sends a button, or the text. */
export const ANSWER_FIELD = 'answer';

/** The longest text that is accepted, in UTF-16 units as browsers count them. */
export const MAX_TEXT = 4000;

/** The output for an answer, and what the page shows of it. */
interface Answer {
	data: IDataObject;
	shown: string;
}

/** Reads what the page's form sent, as n8n parsed it; undefined if it is no answer, which browsers hardly ever let through. */
export function readAnswer(form: AnswerForm, body: unknown): Answer | undefined {
	const { [ANSWER_FIELD]: sent, ...others } = objectIn(body);
	if (typeof sent !== 'string' || Object.keys(others).length > 0) return undefined;
	if (form.type === 'buttons') {
		const pressed = form.buttons.find(({ value }) => value === sent);
		return pressed && { data: pressed.output, shown: pressed.label };
	}
	// Browsers send a line break as two characters, and count it as one.
	const text = sent.replace(/\r\n?/g, '\n');
	// Checked before any pattern, which could overflow the engine's stack on a text of megabytes.
	return text.length > MAX_TEXT || showsNothing(text) ? undefined : { data: { text }, shown: text };
}

/** The output for an answer, under `data` as in n8n's own nodes and beside it, with what is known of the question's message. */
export function answerOutput(
	data: IDataObject,
	asked: IDataObject,
	respondedAt: Date,
): IDataObject {
	return { responded: true, ...data, data, ...asked, respondedAt: respondedAt.toISOString() };
}
