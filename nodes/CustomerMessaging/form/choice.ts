import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/failure';
import type { ItemParameters } from './nodeParameters';

/** Reads an item's choice in a field with fixed ones. Throws an InputError for any other value. */
export function readChoice(
	item: ItemParameters,
	field: INodeProperties,
	name = field.name,
): string {
	return item.read(name, (value) => checkChoice(field, value), { fallback: field.default });
}

/** Checks a choice, as an expression can give any value. Throws an InputError. */
export function checkChoice(
	{ displayName, options = [] }: INodeProperties,
	value: unknown,
): string {
	const choices = options.flatMap((option) => ('value' in option ? [option.value] : []));
	if (typeof value === 'string' && choices.includes(value)) return value;
	throw new InputError(
		`'${displayName}' is '${String(value)}', which is not one of its options`,
		`Use one of: ${choices.map((choice) => `'${String(choice)}'`).join(', ')}`,
	);
}

/**
 * Checks a switch, as an expression can give any value. Throws an InputError.
 *
 * @param shown what an error calls it
 */
export function checkSwitch(
	value: unknown,
	shown: string,
	advice = 'Set it to true or false',
): boolean {
	if (typeof value === 'boolean') return value;
	throw new InputError(`${shown} is '${String(value)}', which is not a valid value`, advice);
}
