import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { languageOf, textsIn } from '../asking/language';
import type { Question } from '../asking/question';
import { TRANSLATIONS, type PageTexts } from '../asking/translations';
import { InputError } from '../service/failure';
import { isEmpty } from '../service/values';
import type { ItemParameters } from './nodeParameters';
import { filledText, plainText } from './texts';

/** The choice for a language that the page has no words in. */
const OTHER = 'other';

const LANGUAGES: INodePropertyOptions[] = [
	...Object.entries(TRANSLATIONS).map(([value, { name }]) => ({ name, value })),
	{
		name: 'Other',
		value: OTHER,
		description: "Enter the language's code and its words under 'Texts'",
	},
];

const languageOption: INodeProperties = {
	displayName: 'Page Language',
	name: 'pageLanguage',
	type: 'options',
	default: 'en',
	options: LANGUAGES,
	description:
		'The language of everything that the answer page says by itself, such as its thanks. Choose the one that your question is in. An expression may give a code such as es or pt_BR.',
};

const codeField: INodeProperties = {
	displayName: 'Language Code',
	name: 'languageCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. sv',
	description:
		"If 'Page Language' is 'Other': the code of the language. Everything else that the page says then appears below.",
};

const titleOption: INodeProperties = {
	displayName: 'Page Title',
	name: 'pageTitle',
	type: 'string',
	default: '',
	placeholder: 'e.g. Your appointment',
	description: "The title of the answer page, instead of 'A question for you' in its language",
};

const textField = (
	name: keyof PageTexts,
	displayName: string,
	description: string,
	placeholder: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder: `e.g. ${placeholder}`,
	description,
});

/** The texts that somebody may want in their own words. */
const OWN_TEXTS: INodeProperties[] = [
	textField('thankYou', 'Thank You', 'What the page says after the answer', 'See you on Thursday!'),
	textField('submit', 'Submit Button', 'The button below a text or a form', 'Send'),
	textField(
		'noLongerValid',
		'No Longer Valid',
		'What the page says if the question has been answered, or a newer one has taken its place',
		'Thank you, we have your answer',
	),
];

/** The texts that only another language needs. */
const FURTHER_TEXTS: INodeProperties[] = [
	textField('yourAnswer', 'Your Answer', 'Above what the customer has answered', 'Your answer'),
	textField('choose', 'Please Choose', 'The first entry of a dropdown', 'Please choose'),
	textField('requiredMark', 'Required Mark', 'What the star behind a label means', '* Required'),
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
];

const textsOption: INodeProperties = {
	displayName: 'Texts',
	name: 'texts',
	type: 'fixedCollection',
	default: {},
	description:
		"Your own words, where the page should not say what it says in 'Page Language'. Leave the others empty.",
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				...OWN_TEXTS,
				codeField,
				...updateDisplayOptions({ hide: { [codeField.name]: [''] } }, FURTHER_TEXTS),
			],
		},
	],
};

export const pageOptions: INodeProperties[] = [languageOption, titleOption, textsOption];

const TEXTS = 'options.texts.values';

/** Reads what the page says by itself, and in which language. Throws an InputError if there is no such language. */
export function readPageTexts(item: ItemParameters): Pick<Question, 'language' | 'texts'> {
	const language = readLanguage(item);
	const texts = { ...textsIn(language) };
	for (const field of [...OWN_TEXTS, ...FURTHER_TEXTS]) {
		const name = field.name as keyof PageTexts;
		texts[name] = readText(item, `${TEXTS}.${name}`, field, texts[name]);
	}
	return {
		language,
		texts: { ...texts, title: readText(item, 'options.pageTitle', titleOption, texts.title) },
	};
}

function readLanguage(item: ItemParameters): string {
	const { displayName, name, default: fallback } = languageOption;
	const code = item.read(`options.${name}`, (value) => filledText(value, `'${displayName}'`), {
		fallback,
	});
	if (code !== OTHER) return checkLanguage(code, displayName);
	return item.read(`${TEXTS}.${codeField.name}`, (value) =>
		checkLanguage(
			filledText(value, `'${codeField.displayName}' under 'Texts'`),
			codeField.displayName,
		),
	);
}

function checkLanguage(code: string, displayName: string): string {
	const language = languageOf(code);
	if (language !== undefined) return language;
	throw new InputError(
		`'${displayName}' is '${code}', which is not a language`,
		"Choose from the list, or enter a code such as 'sv' or 'pt-BR'",
	);
}

/** Reads a text of the page at this path of the node's parameters; if it is empty, what the page says by itself. */
export function readText(
	item: ItemParameters,
	path: string,
	{ displayName }: INodeProperties,
	byItself: string,
): string {
	return item.read(
		path,
		(value) => {
			// What an expression cannot find is undefined.
			const isLeftEmpty = value !== undefined && isEmpty(value);
			return plainText(isLeftEmpty ? byItself : value, `'${displayName}'`).trim();
		},
		{ fallback: byItself, mayHaveGaps: true },
	);
}
