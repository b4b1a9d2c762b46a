import type { INodeProperties } from 'n8n-workflow';

import type { NodeParameters } from '../nodeParameters';
import { identifierCheck } from './identifier';

/** The customer a message goes to, on whatever platform they use. */
export const customerField: INodeProperties = {
	displayName: 'Customer ID',
	name: 'customerId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 5001',
	description: "The ID of the customer. The service's dashboard shows it, and so does the answer to a sent message.",
};

const checkCustomerId = identifierCheck('Customer ID');

/** Reads the customer's ID for an item. Throws an InputError where there is none. */
export function readCustomerId(parameters: NodeParameters, itemIndex: number): string {
	return parameters.read('customerId', itemIndex, checkCustomerId);
}
