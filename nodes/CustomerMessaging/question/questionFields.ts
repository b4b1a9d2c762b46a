import type { INodeProperties } from 'n8n-workflow';
import {
	type AnswerForm,
	type Language,
	type PageTexts,
	type Question,
	TRANSLATIONS,
} from '../../../lib/answerPage';
import { InputError, showsNothing } from '../../../lib/basics';
import { type ChoiceField, filledText, type ItemParameters, readChoice } from '../../../lib/fields';
import { buttonFields, readApproval, readChoices, readPageText } from './buttons';

/** The link takes its place in the message's text. */
const LINK_PLACEHOLDER = '{link}';

/** The same in all the ways that people write it. */
const LINK_PLACEHOLDERS = /(?<!\{)\{+\s*link\s*\}+/gi;

const responseTypeField: ChoiceField = {
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	default: 'approval',
	options: [
		{
			name: 'Approval',
			value: 'approval',
			description: 'The customer says yes or no with a button',
		},
		{
			name: 'Choice',
			value: 'choice',
			description: 'The customer chooses one of several answers, each a button',
		},
		{
			name: 'Free Text',
			value: 'freeText',
			description: 'The customer answers in their own words',
		},
	],
	description: 'How the customer answers on the page that the link opens',
};

/** The question, if the message itself asks it. */
export const messageTextField: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	required: true,
	placeholder: `e.g. Is Thursday at 10 fine? ${LINK_PLACEHOLDER}`,
	description: `The question to ask. Type ${LINK_PLACEHOLDER} where the link to the answer page should go; otherwise it is added on a new line at the end.`,
};

export const businessNameField: INodeProperties = {
	displayName: 'Business Name',
	name: 'businessName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Corner Bakery',
	description: 'Who asks: the answer page shows it above the question and in its tab',
};

export const answerFields: INodeProperties[] = [responseTypeField, ...buttonFields];

const languageOption: INodeProperties = {
	displayName: 'Page Language',
	name: 'pageLanguage',
	type: 'options',
	default: 'en',
	options: Object.entries(TRANSLATIONS).map(([value, { name }]) => ({ name, value })),
	description:
		"Language of the answer page's built-in texts, such as the thank-you. Choose the one that your question is in. An expression may give a code such as es or pt_BR, or a name in the list.",
};

const thankYouOption: INodeProperties = {
	displayName: 'Thank You',
	name: 'thankYou',
	type: 'string',
	default: '',
	placeholder: 'e.g. See you on Thursday!',
	description: 'What the page says after the answer, instead of the built-in thank-you',
};

export const pageOptions: INodeProperties[] = [languageOption, thankYouOption];

/** @param field the one with the question */
export function readQuestion(item: ItemParameters, field: INodeProperties): Question {
	const language = item.read(languageOption, languageOf);
	const { texts } = TRANSLATIONS[language];
	return {
		language,
		texts: {
			...texts,
			thankYou: readPageText(item, thankYouOption, texts.thankYou),
		},
		text: readMessage(item, field).replace(LINK_PLACEHOLDERS, '').trim(),
		form: readForm(item, texts),
		businessName: readPageText(item, businessNameField, ''),
	};
}

/** The language of its name in the list or of a code, such as `pt-BR` or `pt_BR`; English if the page has no words in it. */
function languageOf(given: unknown): Language {
	const written = String(given).trim().toLowerCase();
	const [code, ...places] = written.split(/[-_]/);
	if (code === 'zh' && places.some((place) => ['tw', 'hk', 'hant'].includes(place)))
		return 'zh-Hant';
	const languages = Object.keys(TRANSLATIONS) as Language[];
	const isCalled = (one: Language): boolean => TRANSLATIONS[one].name.toLowerCase() === written;
	return languages.find((one) => one === code || isCalled(one)) ?? 'en';
}

export function readMessageWithLink(item: ItemParameters, link: string): string {
	const text = readMessage(item, messageTextField);
	const withLink = text.replace(LINK_PLACEHOLDERS, (placeholder: string, at: number) => {
		// A letter right beside the link, or a sign of a language without spaces, would become part of it.
		const before = /[\p{L}\p{M}\p{N}]$/u.test(text.slice(0, at)) ? ' ' : '';
		const after = /^(?:[a-z\d]|[^\p{ASCII}\s])/iu.test(text.slice(at + placeholder.length))
			? ' '
			: '';
		return `${before}${link}${after}`;
	});
	return withLink === text ? `${text}\n${link}` : withLink;
}

function readMessage(item: ItemParameters, field: INodeProperties): string {
	return item.read(field, (value) => {
		const text = filledText(value, `'${field.displayName}'`);
		if (!showsNothing(text.replace(LINK_PLACEHOLDERS, ''))) return text;
		throw new InputError(
			`'${field.displayName}' contains nothing but the link`,
			'Enter what to ask: the page shows it to the customer',
		);
	});
}

function readForm(item: ItemParameters, texts: PageTexts): AnswerForm {
	const type = readChoice(item, responseTypeField);
	if (type === 'freeText') return { type };
	return {
		type: 'buttons',
		buttons: type === 'choice' ? readChoices(item) : readApproval(item, texts),
	};
}
