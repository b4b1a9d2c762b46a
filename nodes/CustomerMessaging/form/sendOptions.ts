import type { INodeProperties } from 'n8n-workflow';

import type { DeliveryOptions } from '../sending/job';
import type { ItemParameters } from './nodeParameters';
import { defaultCountryOption } from './defaultCountry';
import { headerTypeOption } from './headerType';
import { limitWaitTimeOption } from './limitWaitTime';
import { readOption } from './option';
import { pageOptions } from './pageTexts';
import { tidyVariablesOption } from './tidyVariables';

export const checkVariablesOption: INodeProperties = {
	displayName: 'Check Variables',
	name: 'checkVariables',
	type: 'boolean',
	default: true,
	description:
		'Whether to check each message against its template first. A message is not sent if a variable is missing, unknown or has text that WhatsApp refuses, or if the header does not fit.',
};

/** The options of every send but a question, which has fewer. */
export const messageOptions: INodeProperties[] = [
	{
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
				description: 'The item goes on as if its message had been sent, with the status unknown',
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
	},
	{
		displayName: 'Message Key Limit',
		name: 'keysToRemember',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 10000,
		description:
			"Rarely needed. How many keys 'Message Key' remembers for this node: raise it if you send more within the time in which nobody may get a message twice.",
	},
	{
		displayName: 'Messages per Second',
		name: 'messagesPerSecond',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'Maximum messages per second. 0 means no limit.',
	},
	{
		displayName: 'Parallel Sends',
		name: 'parallelSends',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 20,
		description:
			'Rarely needed. How many customers to message at the same moment: more is faster, fewer is easier on the service. Messages to the same customer always go one after the other, in order.',
	},
	{
		displayName: 'Stop After Errors',
		name: 'stopAfterFailures',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		description:
			"How many errors in a row stop the run, if 'On Error' is set to continue. With 0, only a service that takes nothing any more does, after 20 messages.",
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60,
		description:
			"Rarely needed. How long to wait for the service's response to one message: raise it if the service is slow. A larger file gets more time.",
	},
];

const ofTemplates = [
	checkVariablesOption,
	defaultCountryOption,
	headerTypeOption,
	tidyVariablesOption,
];

export const templateOptions = [...messageOptions, ...ofTemplates];

/** Options that only matter for several messages; a question is always a single one. */
const FOR_SEVERAL = ['messagesPerSecond', 'parallelSends', 'stopAfterFailures'];

export const questionOptions: INodeProperties[] = [
	...messageOptions.filter(({ name }) => !FOR_SEVERAL.includes(name)),
	limitWaitTimeOption,
	...pageOptions,
];

export const templateQuestionOptions = [...questionOptions, ...ofTemplates];

/** The field with these options, in alphabetical order. */
export function optionsField(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		description:
			'How the messages are delivered, and what happens when the service is slow or busy',
		options: [...options].sort((one, other) => one.displayName.localeCompare(other.displayName)),
	};
}

/**
 * Reads the run's options, with the fields' defaults for those not added. Throws an InputError for an invalid value.
 */
export function readSendOptions(item: ItemParameters): DeliveryOptions {
	return optionsFrom((field) => readOption(item, field));
}

/** The options if the user adds none, or the operation has none. */
export const DEFAULT_OPTIONS = optionsFrom(({ default: value }) => value);

function optionsFrom(valueOf: (field: INodeProperties) => unknown): DeliveryOptions {
	const fields = [checkVariablesOption, ...messageOptions];
	/** The check of a field makes its value one of this type. */
	const read = <Name extends keyof DeliveryOptions>(wanted: Name): DeliveryOptions[Name] =>
		valueOf(fields.find(({ name }) => name === wanted)!) as DeliveryOptions[Name];
	return {
		checkVariables: read('checkVariables'),
		keysToRemember: read('keysToRemember'),
		messagesPerSecond: read('messagesPerSecond'),
		parallelSends: read('parallelSends'),
		stopAfterFailures: read('stopAfterFailures'),
		timeout: read('timeout'),
		unknownOutcome: read('unknownOutcome'),
	};
}
