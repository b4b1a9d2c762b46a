import type { IDataObject } from 'n8n-workflow';

import { isRight, readField, type FieldReading } from './formField';
import type { AnswerForm, FormField } from './question';

/** The name under which the page's form sends a button, or the text. */
export const ANSWER_FIELD = 'answer';

/** What came out of a form: an answer, or what was sent for each field and has to be corrected. */
export type FormReading = { data: IDataObject } | { readings: FieldReading[] };

/** A text in the customer's own words, as a field whose label is the question itself. */
const TEXT_FIELD: FormField = {
	label: '',
	type: 'textarea',
	placeholder: '',
	options: [],
	isRequired: true,
};

/** The fields of a form, with the names under which they are sent. */
export function fieldsOf(form: AnswerForm): Array<{ name: string; field: FormField }> {
	if (form.type === 'buttons') return [];
	return form.type === 'freeText'
		? [{ name: ANSWER_FIELD, field: TEXT_FIELD }]
		: form.fields.map((field, index) => ({ name: `field-${index}`, field }));
}

/**
 * Reads what the page's form sent. Anything that the form cannot send is no answer.
 *
 * @param body as n8n parses it
 */
export function readAnswer(form: AnswerForm, body: unknown): FormReading {
	const sent = new Map(Object.entries(body !== null && typeof body === 'object' ? body : {}));
	if (form.type === 'buttons') {
		const pressed = form.buttons.find(({ value }) => value === sent.get(ANSWER_FIELD));
		return pressed !== undefined && sent.size === 1 ? { data: pressed.output } : { readings: [] };
	}
	const fields = fieldsOf(form);
	const readings = fields.map(({ name, field }) => readField(field, sent.get(name)));
	const isForm = Array.from(sent.keys()).every((key) => fields.some(({ name }) => name === key));
	if (!isForm || !readings.every(isRight)) return { readings };
	const values = readings.map(({ value }) => value);
	return {
		data:
			form.type === 'freeText'
				? { text: values[0] }
				: Object.fromEntries(form.fields.map(({ label }, index) => [label, values[index]])),
	};
}

/**
 * The output for an answer: under `data` as n8n's own nodes have it, and beside it, except for the fields of a form,
 * whose labels may be any.
 *
 * @param asked what is known of the message with the question
 */
export function answerOutput(
	form: AnswerForm,
	data: IDataObject,
	asked: IDataObject,
	respondedAt: Date,
): IDataObject {
	return {
		responded: true,
		...(form.type === 'customForm' ? {} : data),
		data,
		...asked,
		respondedAt: respondedAt.toISOString(),
	};
}
