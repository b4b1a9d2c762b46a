import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import type { AnswerButton, PageTexts } from '../../../lib/answerPage';
import { InputError, objectIn, showsNothing } from '../../../lib/basics';
import {
	type ChoiceField,
	filledText,
	type ItemParameters,
	plainText,
	readChoice,
	refuseRepeated,
} from '../../../lib/fields';

const approvalTypeField: ChoiceField = {
	displayName: 'Buttons',
	name: 'approvalType',
	type: 'options',
	default: 'double',
	options: [
		{ name: 'Yes and No', value: 'double', description: 'The customer can also say no' },
		{
			name: 'Only Yes',
			value: 'single',
			description: 'The customer can only agree, or not answer',
		},
	],
	description: 'Which buttons the page has',
};

const approveLabelField: INodeProperties = {
	displayName: 'Yes Button Label',
	name: 'approveLabel',
	type: 'string',
	default: '',
	placeholder: 'e.g. Yes, please',
	description: "What the button for yes says, instead of 'Yes' in the page's language",
};

const disapproveLabelField: INodeProperties = {
	displayName: 'No Button Label',
	name: 'disapproveLabel',
	type: 'string',
	default: '',
	placeholder: 'e.g. No, thank you',
	description: "What the button for no says, instead of 'No' in the page's language",
};

const approvalOptionsField: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Change buttons',
	default: {},
	description: 'The buttons on the page: Yes and No, unless you change them here',
	displayOptions: { show: { responseType: ['approval'] } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				approvalTypeField,
				approveLabelField,
				...updateDisplayOptions({ show: { approvalType: ['double'] } }, [disapproveLabelField]),
			],
		},
	],
};

const choicesField: INodeProperties = {
	displayName: 'Choices',
	name: 'choices',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add choice',
	default: { values: [{ label: '' }, { label: '' }] },
	description: 'What the customer can answer, with a button for each: two to ten',
	displayOptions: { show: { responseType: ['choice'] } },
	options: [
		{
			displayName: 'Choice',
			name: 'values',
			values: [
				{
					displayName: 'Label',
					name: 'label',
					type: 'string',
					default: '',
					placeholder: 'e.g. Thursday at 10',
					description:
						'What the button says. An expression that gives a list makes a button of each entry. Labels that are left empty do not count.',
				},
			],
		},
	],
};

export const buttonFields: INodeProperties[] = [approvalOptionsField, choicesField];

const MIN_CHOICES = 2;
const MAX_CHOICES = 10;

export function readApproval(item: ItemParameters, { yes, no }: PageTexts): AnswerButton[] {
	const type = readChoice(item, approvalTypeField);
	const approve = {
		value: 'approve',
		label: readPageText(item, approveLabelField, yes),
		isMain: true,
		output: { approved: true },
	};
	if (type === 'single') return [approve];
	const label = readPageText(item, disapproveLabelField, no);
	refuseRepeated([approve.label, label], `'${approvalOptionsField.displayName}'`);
	return [approve, { value: 'disapprove', label, isMain: false, output: { approved: false } }];
}

export function readChoices(item: ItemParameters): AnswerButton[] {
	const shown = `'${choicesField.displayName}'`;
	const labelsIn = (choices: unknown): unknown[] =>
		[objectIn(choices).values].flat().flatMap((choice) => objectIn(choice).label);
	const typed = labelsIn(item.parameters.typed(choicesField)).filter(
		(label) => !showsNothing(label),
	);
	const labels = item.read(
		choicesField,
		(choices) =>
			labelsIn(choices).map((label, index) =>
				filledText(label, `${shown}: label ${index + 1}`).trim(),
			),
		// The form begins with two, and one that is left empty asks for nothing.
		{ typed: { values: typed.map((label) => ({ label })) } },
	);
	refuseRepeated(labels, shown);
	if (labels.length < MIN_CHOICES || labels.length > MAX_CHOICES) {
		throw new InputError(
			`${shown} has ${labels.length} ${labels.length === 1 ? 'label' : 'labels'}`,
			`Give the customer ${MIN_CHOICES} to ${MAX_CHOICES} answers to choose from`,
		);
	}
	return labels.map((label, index) => ({
		value: String(index),
		label,
		isMain: false,
		output: { choice: label, choiceIndex: index },
	}));
}

/** Reads a text of the page, or takes the built-in one if the field is empty. */
export function readPageText(
	item: ItemParameters,
	field: INodeProperties,
	byItself: string,
): string {
	return item.read(field, (value) => {
		// What an expression cannot find is undefined.
		const isLeftEmpty = value !== undefined && showsNothing(value);
		return plainText(isLeftEmpty ? byItself : value, `'${field.displayName}'`).trim();
	});
}
