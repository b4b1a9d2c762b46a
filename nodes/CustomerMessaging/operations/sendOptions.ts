import type { INodeProperties } from 'n8n-workflow';
import {
	type Check,
	checkChoice,
	checkNumber,
	checkSwitch,
	type ChoiceField,
	type ItemParameters,
	missingValueOption,
	readOption,
} from '../../../lib/fields';
import type { DeliveryOptions } from '../delivery/prepared';
import { defaultCountryOption } from '../recipient/customerPhone';

const checkVariablesOption: INodeProperties = {
	displayName: 'Check Variables',
	name: 'checkVariables',
	type: 'boolean',
	default: true,
	description:
		'Whether to check each message against its template first. A message is not sent if a value is missing, or is not in the template. If the template cannot be read, the message is sent unchecked.',
};

/** What the choices of 'If Outcome Is Unknown' mean. */
export const UNKNOWN_OUTCOMES = {
	ask: { countsUnknownAsSent: false, resendsUnknown: false },
	treatAsSent: { countsUnknownAsSent: true, resendsUnknown: false },
	sendAgain: { countsUnknownAsSent: false, resendsUnknown: true },
};

const unknownOutcomeOption: ChoiceField<keyof typeof UNKNOWN_OUTCOMES> = {
	displayName: 'If Outcome Is Unknown',
	name: 'unknownOutcome',
	type: 'options',
	options: [
		{
			name: 'Fail and Do Not Resend',
			value: 'ask',
			description:
				'The item fails, and its message is not sent again until you choose another option here',
		},
		{
			name: 'Treat as Sent',
			value: 'treatAsSent',
			description: 'Pass the item on as sent, with the status unknown',
		},
		{
			name: 'Send Again',
			value: 'sendAgain',
			description:
				'The item fails, and the next run or retry sends its message again. The customer may get it twice.',
		},
	],
	default: 'ask',
	description:
		'What to do when the connection broke while a message was on its way, so that nobody knows whether the customer got it',
};

/** A question whose execution has failed can no longer be answered. */
const unknownQuestionOption: typeof unknownOutcomeOption = {
	...unknownOutcomeOption,
	options: unknownOutcomeOption.options.filter(({ value }) => value !== 'treatAsSent'),
};

const messagesPerSecondOption: INodeProperties = {
	displayName: 'Messages per Second',
	name: 'messagesPerSecond',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description: 'Maximum messages per second. 0 means no limit.',
};

const parallelSendsOption: INodeProperties = {
	displayName: 'Parallel Sends',
	name: 'parallelSends',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 20,
	description:
		'Rarely needed. How many customers to message at the same moment: more is faster, fewer is easier on the service. Messages to the same customer always go one after the other, in order.',
};

const timeoutOption: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 60,
	description:
		"Rarely needed. How long to wait for the service's response to one message: raise it if the service is slow. A larger file gets more time.",
};

const ofSends = [missingValueOption, timeoutOption];

const ofMessages = [unknownOutcomeOption, messagesPerSecondOption, parallelSendsOption];

/** What waits is always a single one. */
const ofQuestions = [unknownQuestionOption];

export const templateOptions = [checkVariablesOption, defaultCountryOption];

/** The field with a send's options, in alphabetical order. @param own those that not all sends have */
export function optionsField(own: INodeProperties[], isWaiting: boolean): INodeProperties {
	const options = [...ofSends, ...(isWaiting ? ofQuestions : ofMessages), ...own];
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		description: 'Settings that most messages do not need',
		options: options.sort((one, other) => one.displayName.localeCompare(other.displayName)),
	};
}

/** Reads the run's options, with the fields' defaults for those that were not added. Throws an InputError. */
export function readSendOptions(item: ItemParameters, isQuestion = false): DeliveryOptions {
	return optionsFrom((field, check) => readOption(item, field, check), isQuestion);
}

/** The options if the user adds none, or the operation has none. */
export const DEFAULT_OPTIONS = optionsFrom((field, check) => check(field, field.default));

function optionsFrom(
	read: <Field extends INodeProperties, Value>(field: Field, check: Check<Value, Field>) => Value,
	isQuestion = false,
): DeliveryOptions {
	const unknownOutcome = isQuestion ? unknownQuestionOption : unknownOutcomeOption;
	return {
		checkVariables: read(checkVariablesOption, checkSwitch),
		messagesPerSecond: read(messagesPerSecondOption, checkNumber),
		parallelSends: read(parallelSendsOption, checkNumber),
		timeout: read(timeoutOption, checkNumber),
		...UNKNOWN_OUTCOMES[read(unknownOutcome, checkChoice)],
	};
}
