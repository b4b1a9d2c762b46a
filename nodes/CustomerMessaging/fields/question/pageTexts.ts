import type { INodeProperties } from 'n8n-workflow';

import { languageOf, pageTextsIn } from '../../answerPage/language';
import type { Question } from '../../answerPage/question';
import { TRANSLATIONS, type PageTexts } from '../../answerPage/translations';
import { InputError } from '../../service/failure';
import { showsNothing } from '../../service/json';
import type { ItemParameters } from '../../values/nodeParameters';
import { filledText, plainText } from '../../values/texts';

const languageOption: INodeProperties = {
	displayName: 'Page Language',
	name: 'pageLanguage',
	type: 'options',
	default: 'en',
	options: Object.entries(TRANSLATIONS).map(([value, { name }]) => ({ name, value })),
	description:
		'The language of everything that the answer page says by itself, such as its thanks. Choose the one that your question is in. An expression may give a code such as es or pt_BR.',
};

const titleOption: INodeProperties = {
	displayName: 'Page Title',
	name: 'pageTitle',
	type: 'string',
	default: '',
	placeholder: 'e.g. Your appointment',
	description: "The title of the answer page, instead of 'A question for you' in its language",
};

const ownTextField = (
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

const OWN_TEXTS: INodeProperties[] = [
	ownTextField(
		'thankYou',
		'Thank You',
		'What the page says after the answer',
		'See you on Thursday!',
	),
	ownTextField('submit', 'Submit Button', 'The button below a text or a form', 'Send'),
	ownTextField(
		'noLongerValid',
		'No Longer Valid',
		'What the page says if the question has been answered, or a newer one has taken its place',
		'Thank you, we have your answer',
	),
];

const textsOption: INodeProperties = {
	displayName: 'Texts',
	name: 'texts',
	type: 'fixedCollection',
	default: {},
	description:
		"Your own words, where the page should not say what it says in 'Page Language'. Leave the others empty.",
	options: [{ displayName: 'Values', name: 'values', values: OWN_TEXTS }],
};

export const pageOptions: INodeProperties[] = [languageOption, titleOption, textsOption];

/** Reads what the page says by itself, and in which language. Throws an InputError if there is no such language. */
export function readPageTexts(item: ItemParameters): Pick<Question, 'language' | 'texts'> {
	const language = readLanguage(item);
	const texts = { ...pageTextsIn(language) };
	for (const field of OWN_TEXTS) {
		const name = field.name as keyof PageTexts;
		texts[name] = readPageText(item, `options.texts.values.${name}`, field, texts[name]);
	}
	return {
		language,
		texts: { ...texts, title: readPageText(item, 'options.pageTitle', titleOption, texts.title) },
	};
}

function readLanguage(item: ItemParameters): string {
	const { displayName, name, default: fallback } = languageOption;
	return item.read(
		`options.${name}`,
		(value) => {
			const code = filledText(value, `'${displayName}'`);
			const language = languageOf(code);
			if (language !== undefined) return language;
			throw new InputError(
				`'${displayName}' is '${code}', which is not a language`,
				"Choose from the list, or enter a code such as 'sv' or 'pt-BR'",
			);
		},
		{ fallback },
	);
}

/** Reads a text of the page at this path of the node's parameters; if it is empty, what the page says by itself. */
export function readPageText(
	item: ItemParameters,
	path: string,
	{ displayName }: INodeProperties,
	byItself: string,
): string {
	return item.read(
		path,
		(value) => {
			// What an expression cannot find is undefined.
			const isLeftEmpty = value !== undefined && showsNothing(value);
			return plainText(isLeftEmpty ? byItself : value, `'${displayName}'`).trim();
		},
		{ fallback: byItself, mayHaveGaps: true },
	);
}
