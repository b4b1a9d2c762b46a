import type { INodeProperties, WorkflowExecuteMode } from 'n8n-workflow';

import { InputError } from '../service/failure';
import { beginningOf } from '../sending/beginning';
import type { ItemParameters, NodeParameters } from './nodeParameters';
import { isEmpty } from '../service/values';

/** Who gets the messages of a test. */
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

/** Who starts an execution, for the modes that tell: a person who tries the workflow out, or its trigger. */
const STARTED_BY: Partial<Record<WorkflowExecuteMode, 'hand' | 'trigger'>> = {
	manual: 'hand',
	error: 'trigger',
	trigger: 'trigger',
	webhook: 'trigger',
};

/** How an execution began, for modes that do not tell whether it is a test. */
const UNCLEAR: Partial<Record<WorkflowExecuteMode, string>> = {
	integrated: 'this workflow was called by another one',
	retry: 'the execution that is retried failed before it came to this node',
};

/**
 * Whether this is a test: started by hand, or the retry of one. Throws an InputError if n8n does not tell, as the
 * customers would get what was meant for the test recipient.
 */
export function isTest(parameters: NodeParameters): boolean {
	if (!parameters.isGiven('options', 'testRecipient')) return false;
	const { mode } = beginningOf(parameters.context);
	const startedBy = STARTED_BY[mode];
	if (startedBy !== undefined) return startedBy === 'hand';
	throw new InputError(
		`'${testPhoneOption.displayName}' under 'Options' is set, and nobody can tell whether this is a test: ${UNCLEAR[mode] ?? `n8n says only that it began as '${mode}'`}`,
		`To message your customers, remove '${testPhoneOption.displayName}'. To test, ${mode === 'retry' ? 'run the workflow again' : 'open this workflow and run it by itself'}`,
	);
}

/** Whom a message is for: the field that has the customer, and its check. */
export interface Recipient {
	field: INodeProperties;
	/** Throws an InputError that calls the value by `fieldName`. */
	check: (value: unknown, fieldName: string) => string;
}

/** Reads an item's customer. Throws an InputError. */
export function readCustomer(item: ItemParameters, { field, check }: Recipient): string {
	return item.read(field.name, (value) => check(value, field.displayName));
}

/** Reads who gets an item's message in a test. Throws an InputError. */
export function readTestRecipient(item: ItemParameters, { check }: Recipient): string {
	const { displayName } = testPhoneOption;
	return item.read('options.testRecipient', (value) => {
		if (!isEmpty(value)) return check(value, displayName);
		throw new InputError(
			`'${displayName}' under 'Options' is empty`,
			'Enter who gets the messages of a test, or remove the option to message your customers',
		);
	});
}
