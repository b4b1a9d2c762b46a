import type { INodeProperties, WorkflowExecuteMode } from 'n8n-workflow';

import { InputError } from '../primitives/failure';
import { beginningOf } from '../delivery/memory/log';
import type { ItemParameters, NodeParameters } from '../parameters/nodeParameters';
import { showsNothing } from '../primitives/json';

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

const NAME = 'testRecipient';

const FIELD = "'Test Recipient'";

/** @param what such as `phone number` */
export function testRecipientField(what: string, example: string): INodeProperties {
	return {
		displayName: 'Test Recipient',
		name: NAME,
		type: 'string',
		// It is the same for all items, and no model's to choose.
		noDataExpression: true,
		default: '',
		placeholder: `e.g. ${example}`,
		description: `When you run the workflow manually, only the first five messages are sent, and all go to this ${what}. Production executions go to your customers.`,
	};
}

/** Who starts an execution, for the modes that tell: a person who tries the workflow out, or its trigger. */
const STARTED_BY: Partial<Record<WorkflowExecuteMode, 'hand' | 'trigger'>> = {
	manual: 'hand',
	trigger: 'trigger',
	webhook: 'trigger',
};

/** How an execution began, for modes that do not tell whether it is a test. */
const UNCLEAR: Partial<Record<WorkflowExecuteMode, string>> = {
	error: 'n8n does not say whether the execution that failed was a test',
	integrated: 'this workflow was called by another one',
	retry: 'the execution that is retried failed before it came to this node',
};

/**
 * Whether this is a test: started by hand, or the retry of one. Throws an InputError if n8n does not tell, as the
 * customers would get what was meant for the test recipient.
 */
export function isTest(parameters: NodeParameters): boolean {
	const typed = parameters.typed(NAME);
	if (showsNothing(typed)) return false;
	// n8n takes away the sign that makes a text an expression where the field cannot be one.
	if (String(typed).includes('{{')) {
		throw new InputError(
			`${FIELD} is an expression, but it has to be the same for all items`,
			'Enter who gets the messages of a test, or empty the field to message your customers',
		);
	}
	const { mode } = beginningOf(parameters.context);
	const startedBy = STARTED_BY[mode];
	if (startedBy !== undefined) return startedBy === 'hand';
	throw new InputError(
		`${FIELD} is filled in, and nobody can tell whether this is a test: ${UNCLEAR[mode] ?? `n8n says only that it began as '${mode}'`}`,
		`To message your customers, empty ${FIELD}. To test, ${mode === 'retry' ? 'run the workflow again' : 'open this workflow and run it by itself'}`,
	);
}

/** Reads who gets an item's message in a test. Throws an InputError. */
export function readTestRecipient(
	item: ItemParameters,
	{ check, testField: { displayName } }: Recipient,
): string {
	return item.read(NAME, (value) => check(value, displayName, item, true));
}
