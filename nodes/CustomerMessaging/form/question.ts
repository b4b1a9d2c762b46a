import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/failure';
import type { AnswerForm, Question } from '../asking/question';
import type { ItemParameters } from './nodeParameters';
import { choiceCheck } from './choice';
import { isEmpty } from '../service/values';
import { filledText, plainText } from './texts';

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
			description: 'The customer answers with a button',
		},
		{
			name: 'Free Text',
			value: 'freeText',
			description: 'The customer answers in their own words',
		},
	],
	description: 'How the customer answers on the page that the link opens',
};

const approveLabelField: INodeProperties = {
	displayName: 'Approve Button Label',
	name: 'approveLabel',
	type: 'string',
	default: 'Approve',
	placeholder: 'e.g. Yes, please',
	description: 'What the button for yes says',
};

const disapproveLabelField: INodeProperties = {
	displayName: 'Disapprove Button Label',
	name: 'disapproveLabel',
	type: 'string',
	default: 'Decline',
	placeholder: 'e.g. No, thank you',
	description: 'What the button for no says',
};

const approvalOptionsField: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add option',
	default: {},
	description: 'The buttons on the page',
	displayOptions: { show: { responseType: ['approval'] } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Type of Approval',
					name: 'approvalType',
					type: 'options',
					default: 'single',
					options: [
						{ name: 'Approve Only', value: 'single' },
						{ name: 'Approve and Disapprove', value: 'double' },
					],
					description: 'Whether there is one button or two',
				},
				approveLabelField,
				...updateDisplayOptions({ show: { approvalType: ['double'] } }, [disapproveLabelField]),
			],
		},
	],
};

/** The question, if the message itself asks it. */
export const messageTextField: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	required: true,
	placeholder: 'e.g. Is Thursday at 10 fine?',
	description: `The question to ask. Type ${LINK_PLACEHOLDER} where the link to the answer page should go; otherwise it is added on a new line at the end.`,
};

/** The question, if the message is a template. */
export const pageTextField: INodeProperties = {
	...messageTextField,
	description: 'The question, as shown on the answer page. The message itself is the template.',
};

export const answerFields: INodeProperties[] = [responseTypeField, approvalOptionsField];

const submitLabelOption: INodeProperties = {
	displayName: 'Submit Button Label',
	name: 'submitLabel',
	type: 'string',
	default: 'Submit',
	placeholder: 'e.g. Send',
	description: "The label of the answer page's button",
	displayOptions: { show: { '/responseType': ['freeText'] } },
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

const thankYouOption: INodeProperties = {
	displayName: 'Thank-You Text',
	name: 'thankYouText',
	type: 'string',
	default: 'Thank you for your answer. You can close this page.',
	placeholder: 'e.g. Thank you. See you on Thursday!',
	description: 'What the answer page says after the answer',
};

export const pageOptions: INodeProperties[] = [
	languageOption,
	titleOption,
	submitLabelOption,
	thankYouOption,
];

/** Where a saved workflow keeps 'Approval Options'. */
const BUTTONS = 'approvalOptions.values';

const LANGUAGE_TAG = /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i;

/** Reads the question and how it is answered. Throws an InputError if the page could not be shown. */
export function readQuestion(item: ItemParameters): Question {
	return {
		text: item.read('message', checkMessage).replaceAll(LINK_PLACEHOLDER, '').trim(),
		form: readForm(item),
		title: readText(item, 'options', titleOption),
		thankYouText: readText(item, 'options', thankYouOption),
		language: checkLanguage(readText(item, 'options', languageOption)),
	};
}

/** Reads the text of a message, with the link in it. Throws an InputError if it is empty. */
export function readMessageWithLink(item: ItemParameters, link: string): string {
	const text = item.read('message', checkMessage);
	return text.includes(LINK_PLACEHOLDER)
		? text.replaceAll(LINK_PLACEHOLDER, () => link)
		: `${text}\n${link}`;
}

function checkMessage(value: unknown): string {
	const text = filledText(value, "'Message'");
	if (!isEmpty(text.replaceAll(LINK_PLACEHOLDER, ''))) return text;
	throw new InputError(
		"'Message' contains nothing but the link",
		'Enter what to ask: the page shows it to the customer',
	);
}

function readForm(item: ItemParameters): AnswerForm {
	const type = item.read('responseType', choiceCheck(responseTypeField), {
		fallback: responseTypeField.default,
	});
	if (type === 'freeText')
		return { type, submitLabel: readText(item, 'options', submitLabelOption) };
	const approveLabel = readText(item, BUTTONS, approveLabelField);
	const approvalType = item.read(`${BUTTONS}.approvalType`, String, {
		fallback: 'single',
	});
	return approvalType === 'double'
		? {
				type: 'approval',
				approveLabel,
				disapproveLabel: readText(item, BUTTONS, disapproveLabelField),
			}
		: { type: 'approval', approveLabel };
}

/** Reads a text of the page; if it is empty, the field's default. */
function readText(
	item: ItemParameters,
	list: string,
	{ name, displayName, default: fallback }: INodeProperties,
): string {
	return item.read(
		`${list}.${name}`,
		(value) => plainText(isEmpty(value) ? fallback : value, `'${displayName}'`).trim(),
		{ fallback },
	);
}

function checkLanguage(language: string): string {
	if (LANGUAGE_TAG.test(language)) return language;
	throw new InputError(
		`'${languageOption.displayName}' is '${language}', which is not a language tag`,
		"Enter a tag such as 'en', 'de' or 'pt-BR'",
	);
}
