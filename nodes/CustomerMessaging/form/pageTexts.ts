import type { INodeProperties } from 'n8n-workflow';

import { PAGE_TEXTS, type PageText } from '../asking/question';
import { isEmpty } from '../service/values';
import type { ItemParameters } from './nodeParameters';
import { plainText } from './texts';

const textField = (
	name: PageText,
	displayName: string,
	description: string,
	placeholder: string,
	english: string = PAGE_TEXTS[name],
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: english,
	placeholder: `e.g. ${placeholder}`,
	description,
});

const TEXT_FIELDS: INodeProperties[] = [
	textField('thankYou', 'Thank You', 'What the page says after the answer', 'See you on Thursday!'),
	textField('submit', 'Submit Button Label', 'The button below a text or a form', 'Send'),
	textField('notAnAnswer', 'Not an Answer', 'Above a form with a mistake in it', 'Please check it'),
	textField('required', 'Required', 'Beside a field that was left empty', 'Please fill this in'),
	textField('notANumber', 'Not a Number', 'Beside a field for a number', 'Only digits, please'),
	textField('notAnEmail', 'Not an Email', 'Beside a field for an email address', 'Please check it'),
	textField('notADate', 'Not a Date', 'Beside a field for a date', 'There is no such day'),
	textField(
		'tooLong',
		'Too Long',
		'Beside a text with too many characters',
		'In fewer words, please',
	),
	textField(
		'noLongerValid',
		'No Longer Valid',
		'What the page says if the question has been answered, or a newer one has taken its place',
		'Thank you, we have your answer',
	),
];

export const textsOption: INodeProperties = {
	displayName: 'Texts',
	name: 'texts',
	type: 'fixedCollection',
	default: {},
	description: 'What the answer page says by itself, in the language of your question',
	options: [{ displayName: 'Values', name: 'values', values: TEXT_FIELDS }],
};

export function readPageTexts(item: ItemParameters): Record<PageText, string> {
	const texts = { ...PAGE_TEXTS };
	for (const field of TEXT_FIELDS)
		texts[field.name as PageText] = readText(item, `options.texts.values.${field.name}`, field);
	return texts;
}

/** Reads a text of the page at this path of the node's parameters; if it is empty, the field's default. */
export function readText(
	item: ItemParameters,
	path: string,
	{ displayName, default: fallback }: INodeProperties,
): string {
	return item.read(
		path,
		(value) => plainText(isEmpty(value) ? fallback : value, `'${displayName}'`).trim(),
		{ fallback },
	);
}
