import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { InputError, showsNothing } from '../basics';
import type { ItemParameters } from './nodeParameters';

export interface ChoiceField<Choice = string> extends INodeProperties {
	options: Array<INodePropertyOptions & { value: Choice }>;
}

/** Checks a field's value, because an expression can give anything. An error calls it `shown`, and its advice ends in `orElse`. */
export type Check<Value, Field = INodeProperties> = (
	field: Field,
	value: unknown,
	shown?: string,
	orElse?: string,
) => Value;

export function readChoice<Choice>(item: ItemParameters, field: ChoiceField<Choice>): Choice {
	return item.read(field, (value) => checkChoice(field, value));
}

export function checkChoice<Choice>(field: ChoiceField<Choice>, value: unknown): Choice {
	const chosen = field.options.find((option) => option.value === value);
	if (chosen !== undefined) return chosen.value;
	throw new InputError(
		`'${field.displayName}' is '${String(value)}', which is not one of its options`,
		`Use one of: ${field.options.map((option) => `'${option.value}'`).join(', ')}`,
	);
}

function notValid(shown: string, value: unknown, advice: string): InputError {
	return new InputError(`${shown} is '${String(value)}', which is not a valid value`, advice);
}

export const checkSwitch: Check<boolean> = (field, value, shown, orElse = '') => {
	if (typeof value === 'boolean') return value;
	throw notValid(shown ?? `'${field.displayName}'`, value, `Set it to true or false${orElse}`);
};

export const checkNumber: Check<number> = (field, value, shown, orElse = '') => {
	const { displayName, typeOptions } = field;
	const number = typeof value === 'string' && !showsNothing(value) ? Number(value) : value;
	const least = typeOptions?.minValue ?? 0;
	const isWhole = typeOptions?.numberPrecision === 0;
	const fits = isWhole ? Number.isInteger(number) : Number.isFinite(number);
	if (typeof number === 'number' && fits && number >= least) return number;
	const wanted = `${isWhole ? 'whole ' : ''}number of ${least} or more`;
	throw notValid(shown ?? `'${displayName}'`, value, `Enter a ${wanted}${orElse}`);
};

/** Reads an entry of the collection 'Options'; the field's default if it was not added. */
export function readOption<Field extends INodeProperties, Value>(
	item: ItemParameters,
	field: Field,
	check: Check<Value, Field>,
): Value {
	const shown = `'${field.displayName}' under 'Options'`;
	return item.read(field, (value) => check(field, value, shown, ', or remove the option'));
}
