import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../../../lib/basics';
import { identifierCheck } from '../../../lib/fields';
import type { RecipientField } from './recipient';

/** The notice above the fields of what is sent without a template. */
export const reachNotice: INodeProperties = {
	displayName: "WhatsApp delivers this only within 24 hours of the customer's last message",
	name: 'reachNotice',
	type: 'notice',
	default: '',
};

const customerField: INodeProperties = {
	displayName: 'Customer ID',
	name: 'customerId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 5001',
	description:
		"The customer's ID in the service. Find it in the service's dashboard, or as 'customerId' in the output of the resource 'Template', operation 'Send'.",
};

/** A phone number: with a plus sign or 00, or at least seven digits with separators, which no ID has. */
const PHONE_NUMBER = /^(\+|00)[\d\s().-]{6,}$|^(?=(\D*\d){7})[\d(]\d*[\s()-][\d\s()-]*$/;

function checkCustomerId(value: unknown, fieldName: string): string {
	const id = identifierCheck(fieldName)(value);
	if (!PHONE_NUMBER.test(id)) return id;
	throw new InputError(
		`'${fieldName}' '${id}' is a phone number`,
		"Enter the customer's ID from the service's dashboard; to write to a phone number, use the resource 'Template'",
	);
}

export const customer: RecipientField = {
	field: customerField,
	what: 'customer ID',
	check: checkCustomerId,
	counts: (id) => id,
};
