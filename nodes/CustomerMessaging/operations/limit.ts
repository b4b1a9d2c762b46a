import type { INodeProperties } from 'n8n-workflow';
import { checkNumber, checkSwitch, type ItemParameters } from '../../../lib/fields';

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

/** The most results that an item wants; undefined for all. */
export function readLimit(item: ItemParameters): number | undefined {
	if (item.read(returnAllField, (value) => checkSwitch(returnAllField, value))) return undefined;
	return item.read(limitField, (value) =>
		checkNumber(limitField, value, undefined, ", or switch on 'Return All'"),
	);
}
