import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/failure';
import { checkSwitch } from './choice';
import type { ItemParameters } from './nodeParameters';

const returnAllField: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
};

export const limitFields = [returnAllField, limitField];

/** Reads how many results an item wants at most; undefined for all. Throws an InputError. */
export function readLimit(item: ItemParameters): number | undefined {
	const returnAll = item.read('returnAll', (value) => checkSwitch(value, "'Return All'"), {
		fallback: false,
	});
	return returnAll ? undefined : item.read('limit', checkLimit, { fallback: limitField.default });
}

/** Any other value would silently shorten the list, or empty it. */
function checkLimit(value: unknown): number {
	const limit = typeof value === 'string' ? Number(value) : value;
	if (Number.isInteger(limit) && Number(limit) >= 1) return Number(limit);
	throw new InputError(
		`'Limit' is '${String(value)}', which is not a valid value`,
		"Enter a whole number of 1 or more, or switch on 'Return All'",
	);
}
