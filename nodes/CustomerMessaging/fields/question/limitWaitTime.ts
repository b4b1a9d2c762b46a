import {
	tryToParseDateTime,
	WAIT_INDEFINITELY,
	type IDataObject,
	type INodeProperties,
} from 'n8n-workflow';

import { isDay } from '../../answerPage/fieldReading';
import { InputError } from '../../service/failure';
import { isObject } from '../../service/json';
import type { ItemParameters } from '../../values/nodeParameters';
import { checkChoice, checkNumber, type ChoiceField } from '../../values/choice';
import { dateText } from '../../values/texts';

/** In milliseconds. */
const UNITS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

const limitTypeField: ChoiceField = {
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
	typeOptions: { minValue: 0 },
	default: 1,
	description: 'How long to wait',
	displayOptions: { show: { limitType: ['afterTimeInterval'] } },
};

const unitField: ChoiceField<keyof typeof UNITS> = {
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
	description: "The execution continues at this date and time, in the workflow's time zone",
	displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
};

/** The same option as in n8n's own nodes. */
export const limitWaitTimeOption: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'days' } },
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

/** Reads when the execution stops waiting. Throws an InputError if that is not a time, or has passed. */
export function readWaitTill(item: ItemParameters, now: Date): Date {
	return item.read(
		'options.limitWaitTime.values',
		(limit) => waitTillOf(isObject(limit) ? limit : null, now, item.context.getTimezone()),
		{ fallback: null },
	);
}

function waitTillOf(limit: IDataObject | null, now: Date, zone: string): Date {
	if (limit === null) return WAIT_INDEFINITELY;
	const isInterval =
		checkChoice(limitTypeField, valueIn(limit, limitTypeField)) === 'afterTimeInterval';
	const till = isInterval ? now.getTime() + intervalOf(limit) : timeOf(limit.maxDateAndTime, zone);
	if (Number.isNaN(till)) {
		throw new InputError(
			`'${dateField.displayName}' under '${limitWaitTimeOption.displayName}' is '${String(limit.maxDateAndTime)}', which is not a date and time`,
			'Enter a date and time such as 2030-01-31T18:00:00',
		);
	}
	if (till > now.getTime()) return new Date(Math.min(till, WAIT_INDEFINITELY.getTime()));
	throw new InputError(
		`'${limitWaitTimeOption.displayName}' has already run out`,
		`Enter a date and time in the future, or an '${amountField.displayName}' greater than 0`,
	);
}

/** A day in ISO 8601, and a time behind it or none; of any other text, n8n's parser makes some date. */
const ISO_DATE = /^(\d{4}-\d{2}-\d{2})(?:[Tt ]\d{2}:\d{2}.*)?$/;

/** A date's time in milliseconds, NaN if it is not a date; a date without a zone is read in `zone`. */
function timeOf(date: unknown, zone: string): number {
	const text = dateText(date) ?? date;
	const [, day = ''] = typeof text === 'string' ? (ISO_DATE.exec(text.trim()) ?? []) : [];
	if (!isDay(day)) return NaN;
	try {
		return tryToParseDateTime(text, zone).toMillis();
	} catch {
		return NaN;
	}
}

/** A value of the form; n8n leaves out the defaults, and what an expression cannot find is undefined. */
function valueIn(limit: IDataObject, { name, default: value }: INodeProperties): unknown {
	return name in limit ? limit[name] : value;
}

function intervalOf(limit: IDataObject): number {
	const shown = `'${amountField.displayName}' under '${limitWaitTimeOption.displayName}'`;
	const amount = checkNumber(amountField, valueIn(limit, amountField), shown);
	return amount * UNITS[checkChoice(unitField, valueIn(limit, unitField))];
}
