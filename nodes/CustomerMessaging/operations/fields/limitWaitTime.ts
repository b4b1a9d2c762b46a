import { WAIT_INDEFINITELY, type IDataObject, type INodeProperties } from 'n8n-workflow';

import { InputError } from '../../delivery/inputError';
import type { NodeParameters } from '../nodeParameters';
import { choiceCheck } from './choice';

/** A unit of time in milliseconds. */
const UNITS: Record<string, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

const limitTypeField: INodeProperties = {
	displayName: 'Limit Type',
	name: 'limitType',
	type: 'options',
	default: 'afterTimeInterval',
	options: [
		{
			name: 'After Time Interval',
			value: 'afterTimeInterval',
			description: 'Waits for a certain amount of time',
		},
		{
			name: 'At Specified Time',
			value: 'atSpecifiedTime',
			description: 'Waits until a date and time',
		},
	],
	description: 'When the execution continues without an answer',
};

const amountField: INodeProperties = {
	displayName: 'Amount',
	name: 'resumeAmount',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 2 },
	default: 1,
	description: 'How long to wait',
	displayOptions: { show: { limitType: ['afterTimeInterval'] } },
};

const unitField: INodeProperties = {
	displayName: 'Unit',
	name: 'resumeUnit',
	type: 'options',
	default: 'hours',
	options: [
		{ name: 'Days', value: 'days' },
		{ name: 'Hours', value: 'hours' },
		{ name: 'Minutes', value: 'minutes' },
	],
	description: 'The unit of the amount',
	displayOptions: { show: { limitType: ['afterTimeInterval'] } },
};

const dateField: INodeProperties = {
	displayName: 'Max Date and Time',
	name: 'maxDateAndTime',
	type: 'dateTime',
	default: '',
	description: 'The execution continues at this date and time',
	displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
};

/** How long to wait for an answer, as n8n's own nodes have it. */
export const limitWaitTimeOption: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	description:
		'How long to wait for the answer. Without this, the execution waits for as long as it takes.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [limitTypeField, amountField, unitField, dateField],
		},
	],
};

/**
 * Reads when the execution stops waiting.
 *
 * Takes the form and the time now. Throws an InputError for a time that is none or has passed.
 */
export function readWaitTill(parameters: NodeParameters, now: Date): Date {
	return parameters.read(
		'options.limitWaitTime.values',
		0,
		(limit) => waitTillOf(limit as IDataObject | null, now),
		{ fallback: null },
	);
}

function waitTillOf(limit: IDataObject | null, now: Date): Date {
	if (limit === null) return WAIT_INDEFINITELY;
	const isInterval =
		choiceCheck(limitTypeField)(limit.limitType ?? limitTypeField.default) === 'afterTimeInterval';
	const till = isInterval
		? new Date(now.getTime() + intervalOf(limit))
		: new Date(String(limit.maxDateAndTime));
	if (Number.isNaN(till.getTime())) {
		throw new InputError(
			`'${dateField.displayName}' under '${limitWaitTimeOption.displayName}' is '${String(limit.maxDateAndTime)}', which is not a date and time`,
			'Enter a date and time such as 2030-01-31T18:00:00',
		);
	}
	if (till > now) return till;
	throw new InputError(
		`'${limitWaitTimeOption.displayName}' has already run out`,
		`Enter a date and time in the future, or an '${amountField.displayName}' greater than 0`,
	);
}

function intervalOf({
	resumeAmount = amountField.default,
	resumeUnit = unitField.default,
}: IDataObject): number {
	const amount = Number(resumeAmount);
	if (!Number.isFinite(amount)) {
		throw new InputError(
			`'${amountField.displayName}' under '${limitWaitTimeOption.displayName}' is '${String(resumeAmount)}', which is not a number`,
			'Enter a number',
		);
	}
	return amount * UNITS[choiceCheck(unitField)(resumeUnit)]!;
}
