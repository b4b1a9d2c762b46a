import type { INodeProperties } from 'n8n-workflow';

import type { AnswerForm, Question } from '../asking/question';
import { InputError } from '../service/failure';
import { isEmpty } from '../service/values';
import { buttonFields, readApproval, readChoices } from './buttons';
import { readChoice } from './choice';
import { formFieldsField, readFormFields } from './formFields';
import type { ItemParameters } from './nodeParameters';
import { readPageTexts, readText, textsOption } from './pageTexts';
import { filledText } from './texts';

/** The link takes its place in the message's text. */
const LINK_PLACEHOLDER = '{link}';

const responseTypeField: INodeProperties = {
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
			name: 'Custom Form',
			value: 'customForm',
			description: 'The customer fills in the fields of a form',
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

/** The question, if the message is a template. */
export const pageTextField: INodeProperties = {
	...messageTextField,
	displayName: 'Question on the Page',
	placeholder: 'e.g. Is Thursday at 10 fine?',
	description: 'What the answer page asks. The message itself is the template.',
};

export const answerFields: INodeProperties[] = [
	responseTypeField,
	...buttonFields,
	formFieldsField,
];

export const businessNameField: INodeProperties = {
	displayName: 'Business Name',
	name: 'businessName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Corner Bakery',
	description: 'Who asks: the answer page shows it above its title and in its tab',
};

const languageOption: INodeProperties = {
	displayName: 'Page Language',
	name: 'pageLanguage',
	type: 'string',
	default: 'en',
	placeholder: 'e.g. pt-BR',
	description:
		'The language that your question and the other texts of the answer page are in, for screen readers and browsers',
};

const titleOption: INodeProperties = {
	displayName: 'Page Title',
	name: 'pageTitle',
	type: 'string',
	default: 'A question for you',
	placeholder: 'e.g. Your appointment',
	description: 'The title of the answer page',
};

export const pageOptions: INodeProperties[] = [languageOption, titleOption, textsOption];

const LANGUAGE_TAG = /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i;

/**
 * Reads the question and how it is answered. Throws an InputError if the page could not be shown.
 *
 * @param field the one with the question
 */
export function readQuestion(item: ItemParameters, field: INodeProperties): Question {
	return {
		text: readMessage(item, field).replaceAll(LINK_PLACEHOLDER, '').trim(),
		form: readForm(item),
		title: readText(item, 'options.pageTitle', titleOption),
		businessName: readText(item, 'businessName', businessNameField),
		texts: readPageTexts(item),
		language: checkLanguage(readText(item, 'options.pageLanguage', languageOption)),
	};
}

/** Reads the text of a message, with the link in it. Throws an InputError if it is empty. */
export function readMessageWithLink(item: ItemParameters, link: string): string {
	const text = readMessage(item, messageTextField);
	return text.includes(LINK_PLACEHOLDER)
		? text.replaceAll(LINK_PLACEHOLDER, () => link)
		: `${text}\n${link}`;
}

function readMessage(item: ItemParameters, { name, displayName }: INodeProperties): string {
	return item.read(name, (value) => {
		const text = filledText(value, `'${displayName}'`);
		if (!isEmpty(text.replaceAll(LINK_PLACEHOLDER, ''))) return text;
		throw new InputError(
			`'${displayName}' contains nothing but the link`,
			'Enter what to ask: the page shows it to the customer',
		);
	});
}

function readForm(item: ItemParameters): AnswerForm {
	const type = readChoice(item, responseTypeField);
	switch (type) {
		case 'freeText':
			return { type };
		case 'customForm':
			return { type, fields: readFormFields(item) };
		default:
			return {
				type: 'buttons',
				buttons: type === 'choice' ? readChoices(item) : readApproval(item),
			};
	}
}

function checkLanguage(language: string): string {
	if (LANGUAGE_TAG.test(language)) return language;
	throw new InputError(
		`'${languageOption.displayName}' is '${language}', which is not a language tag`,
		"Enter a tag such as 'en', 'de' or 'pt-BR'",
	);
}
