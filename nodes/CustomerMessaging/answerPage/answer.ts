import type { IDataObject } from 'n8n-workflow';

import { isObject, objectIn } from '../service/json';
import { isRight, readField, type FieldReading } from './fieldReading';
import { dayAsWritten, numberAsWritten } from './language';
import type { AnswerForm, FieldType, FormField, Question } from './question';

/** The name under which the page's form sends a button, or the text. */
export const ANSWER_FIELD = 'answer';

/** What a form with several fields sends last: n8n 1 also hands on the beginning of one that was cut off. */
export const FORM_END = 'form';

/** A part of an answer in the customer's words: what a field was given; without a label, the answer itself. */
export interface Given {
	label: string;
	text: string;
}

/** What came out of a form: an answer, or what was sent for each field and has to be corrected. */
export type FormReading = { data: IDataObject; given: Given[] } | { readings: FieldReading[] };

/** A text in the customer's own words, as a field whose label is the question itself. */
const TEXT_FIELD: FormField = {
	label: '',
	type: 'textarea',
	placeholder: '',
	options: [],
	isRequired: true,
};

/** The fields of a form that has no buttons, with the names under which they are sent. */
export function fieldsOf(
	form: Exclude<AnswerForm, { type: 'buttons' }>,
): Array<{ name: string; field: FormField }> {
	return form.type === 'freeText'
		? [{ name: ANSWER_FIELD, field: TEXT_FIELD }]
		: form.fields.map((field, index) => ({ name: `field-${index}`, field }));
}

/**
 * Reads what the page's form sent. Anything that the form cannot send is no answer.
 *
 * @param body as n8n parses it
 */
export function readAnswer({ form, language }: Question, body: unknown): FormReading {
	const sent = sentFor(form, body);
	if (sent === undefined) return { readings: [] };
	if (form.type === 'buttons') {
		const pressed = form.buttons.find(({ value }) => value === sent.get(ANSWER_FIELD));
		return pressed !== undefined && sent.size === 1
			? { data: pressed.output, given: [{ label: '', text: pressed.label }] }
			: { readings: [] };
	}
	const fields = fieldsOf(form);
	const readings = fields.map(({ name, field }) => readField(field, sent.get(name), language));
	for (const { name } of fields) sent.delete(name);
	if (sent.size > 0 || !readings.every(isRight)) return { readings };
	const answers = fields.map(({ field: { label, type } }, index) => ({
		label,
		type,
		value: readings[index]?.value ?? null,
	}));
	return {
		data:
			form.type === 'freeText'
				? { text: answers[0]?.value }
				: Object.fromEntries(answers.map(({ label, value }) => [label, value])),
		given: answers
			.map(({ label, type, value }) => ({ label, text: asWritten(language, type, value) }))
			.filter(({ text }) => text !== ''),
	};
}

/** A value as the page shows it: a number and a date as its language writes them. */
function asWritten(
	language: string,
	type: FieldType,
	value: string | number | string[] | null,
): string {
	if (typeof value === 'number') return numberAsWritten(language, value);
	if (type === 'date' && typeof value === 'string') return dayAsWritten(language, value);
	return [value ?? ''].flat().join('\n');
}

/** What was sent, by name; undefined if it was not sent as the page sends it. */
function sentFor(form: AnswerForm, body: unknown): Map<string, unknown> | undefined {
	// n8n 2 takes a form only in parts, and parses these into texts and files.
	const { data, files } = objectIn(body);
	const values = form.type === 'customForm' ? [data, files] : [body];
	if (!values.every(isObject)) return undefined;
	const sent = new Map<string, unknown>();
	// A part called `__proto__` becomes the prototype, whose names are unknown ones, too.
	for (const part of values) for (const name in part) sent.set(name, part[name]);
	if (form.type !== 'customForm') return sent;
	return sent.get(ANSWER_FIELD) === FORM_END && sent.delete(ANSWER_FIELD) ? sent : undefined;
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
