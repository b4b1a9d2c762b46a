import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/failure';
import { isEmpty } from '../service/values';
import { checkChoice, checkSwitch } from './choice';
import type { ItemParameters } from './nodeParameters';

/** Reads an entry of 'Options'; the field's default if it was not added. Throws an InputError. */
export function readOption(item: ItemParameters, field: INodeProperties): unknown {
	return item.read(`options.${field.name}`, (value) => checkOption(field, value), {
		fallback: field.default,
	});
}

function checkOption(field: INodeProperties, value: unknown): unknown {
	const { type, displayName, typeOptions } = field;
	if (type === 'options') return checkChoice(field, value);
	const shown = `'${displayName}' under 'Options'`;
	if (type === 'boolean')
		return checkSwitch(value, shown, 'Set it to true or false, or remove the option');
	const number = typeof value === 'string' && !isEmpty(value) ? Number(value) : value;
	const least = typeOptions?.minValue ?? 0;
	const isWhole = typeOptions?.numberPrecision === 0;
	const isNumber = isWhole ? Number.isInteger(number) : Number.isFinite(number);
	if (isNumber && Number(number) >= least) return number;
	throw new InputError(
		`${shown} is '${String(value)}', which is not a valid value`,
		`Enter a ${isWhole ? 'whole ' : ''}number of ${least} or more, or remove the option`,
	);
}
