import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from './nodeParameters';

/** Whom a message is for: the field that has the customer, the one below it for a test, and their check. */
export interface Recipient {
	field: INodeProperties;
	testField: INodeProperties;
	/** Throws an InputError that calls the value by `fieldName`, which may be the same for all items. */
	check: (
		value: unknown,
		fieldName: string,
		item: ItemParameters,
		isOfAllItems?: boolean,
	) => string;
}

/** Reads an item's customer. Throws an InputError. */
export function readCustomer(item: ItemParameters, { field, check }: Recipient): string {
	return item.read(field.name, (value) => check(value, field.displayName, item));
}
