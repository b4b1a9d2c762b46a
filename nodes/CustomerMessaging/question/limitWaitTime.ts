import { WAIT_INDEFINITELY, type IDataObject, type INodeProperties } from 'n8n-workflow';
import { InputError, isObject, objectIn } from '../../../lib/basics';
import {
	checkChoice,
	checkNumber,
	type ChoiceField,
	type ItemParameters,
} from '../../../lib/fields';

/** In milliseconds. */
const UNITS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

const UNTIL_A_TIME = "{{ DateTime.fromISO($json.until).diffToNow('hours') }}";

const amountField: INodeProperties = {
	displayName: 'Amount',
	name: 'resumeAmount',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 1,
	description: `How long to wait. To wait until a point in time, set 'Unit' to 'Hours' and enter ${UNTIL_A_TIME}. A time without an offset such as +02:00 is read in the workflow's time zone, by default New York's.`,
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
};

/** Named like the option of n8n's own nodes. */
export const limitWaitTimeOption: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: { resumeAmount: 1, resumeUnit: 'days' } },
	description:
		'How long to wait for the answer. Without this, the execution waits for as long as it takes.',
	options: [{ displayName: 'Values', name: 'values', values: [amountField, unitField] }],
};

export function readWaitTill(item: ItemParameters): Date {
	if (item.parameters.typed(limitWaitTimeOption) === undefined) return WAIT_INDEFINITELY;
	return item.read(limitWaitTimeOption, (limit) => {
		const { values } = objectIn(limit);
		return isObject(values) ? waitTillOf(values) : WAIT_INDEFINITELY;
	});
}

function waitTillOf(limit: IDataObject): Date {
	const now = Date.now();
	const shown = `'${amountField.displayName}' under '${limitWaitTimeOption.displayName}'`;
	const amount = checkNumber(amountField, valueIn(limit, amountField), shown);
	const till = now + amount * UNITS[checkChoice(unitField, valueIn(limit, unitField))];
	if (till > now) return new Date(Math.min(till, WAIT_INDEFINITELY.getTime()));
	throw new InputError(
		`'${limitWaitTimeOption.displayName}' has already run out`,
		`Enter an '${amountField.displayName}' greater than 0`,
	);
}

/** A value of the form; n8n leaves out the defaults, and what an expression cannot find is undefined. */
function valueIn(limit: IDataObject, { name, default: value }: INodeProperties): unknown {
	return name in limit ? limit[name] : value;
}
