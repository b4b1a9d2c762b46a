import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../delivery/inputError';
import { beginningOf } from '../../delivery/ledger';
import type { NodeParameters } from '../nodeParameters';
import { isEmpty } from './isEmpty';

/** Who gets the messages while a person tries the workflow out. */
export const testPhoneOption = testRecipientOption('phone number', '+12025550123');
export const testCustomerOption = testRecipientOption('customer ID', '5001');

function testRecipientOption(what: string, example: string): INodeProperties {
	return {
		displayName: 'Test Recipient',
		name: 'testRecipient',
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description: `When you run the workflow manually, only the first five messages are sent, and all go to this ${what}. Production executions go to your customers.`,
	};
}

/** Whether this is a test: started by hand, or the retry of one. */
export function isTest(parameters: NodeParameters): boolean {
	return (
		parameters.isGiven('options', 'testRecipient') &&
		beginningOf(parameters.context).mode === 'manual'
	);
}

/** Whom an item's message can be for: its customer, or, in a test, the test recipient. */
export type Addressee = 'customer' | 'testRecipient';

/**
 * Reads whom an item's message is for.
 *
 * Takes the field that has the customer, its check, which is given what the form calls the value, and which of the two
 * to read. Throws an InputError where it cannot be.
 */
export function readRecipient(
	parameters: NodeParameters,
	itemIndex: number,
	field: INodeProperties,
	check: (value: unknown, fieldName: string) => string,
	addressee: Addressee,
): string {
	if (addressee === 'customer')
		return parameters.read(field.name, itemIndex, (value) => check(value, field.displayName));
	const { displayName } = testPhoneOption;
	return parameters.read('options.testRecipient', itemIndex, (value) => {
		if (!isEmpty(value)) return check(value, displayName);
		throw new InputError(
			`'${displayName}' under 'Options' is empty`,
			'Enter who gets the messages of a test, or remove the option to message your customers',
		);
	});
}
