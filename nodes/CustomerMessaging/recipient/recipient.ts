import type { INodeProperties, WorkflowExecuteMode } from 'n8n-workflow';
import { InputError, originalExecutionOf, showsNothing } from '../../../lib/basics';
import type { ItemParameters, NodeParameters } from '../../../lib/fields';
import { messageKeyField, readMessageKey } from './messageKey';

/** The field that names the customer, and what a test's recipient shares with it. */
export interface RecipientField {
	field: INodeProperties;
	/** Such as `phone number`. */
	what: string;
	/** Throws an InputError that calls the value by `fieldName`. @param isOfAllItems whether all items have the same value */
	check: (
		value: unknown,
		fieldName: string,
		item: ItemParameters,
		isOfAllItems?: boolean,
	) => string;
	/** A text as it counts in a recipient; empty for what is no part of one. */
	counts: (text: string) => string;
}

/** Whom an item is for. */
export interface ItemRecipient {
	/** A phone number or a customer ID; undefined if it is not known. */
	recipient?: string;
	/** In a test, who would get the message in production. */
	insteadOf?: string;
}

export function readCustomer(
	item: ItemParameters,
	{ field, check, counts }: RecipientField,
): string {
	return item.read(field, (value) => check(value, field.displayName, item), {
		counts,
		isOfItem: true,
	});
}

/** How many messages a test sends. */
const TEST_MESSAGES = 5;

const FIELD = "'Test Recipient'";

const testField: INodeProperties = {
	displayName: 'Test Recipient',
	name: 'testRecipient',
	type: 'string',
	// It is the same for all items, and no AI model may choose it.
	noDataExpression: true,
	default: '',
};

/** The fields that say more of whom messages are for, below what they say. */
export function otherRecipientFields({ field, what }: RecipientField): INodeProperties[] {
	const description = `If filled in, a run by hand sends only the first five messages, and all of them to this ${what}. Production executions go to your customers.`;
	return [{ ...testField, placeholder: field.placeholder, description }, messageKeyField];
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

/** Whether this is a test: started by hand, or the retry of one. Throws an InputError if n8n does not say, to spare customers. */
function isTest(parameters: NodeParameters): boolean {
	const typed = parameters.typed(testField);
	if (showsNothing(typed)) return false;
	// If a field cannot be an expression, n8n removes the equals sign that makes its text one.
	if (String(typed).includes('{{')) {
		throw new InputError(
			`${FIELD} is an expression, but it has to be the same for all items`,
			'Enter who gets the messages of a test, or empty the field to message your customers',
		);
	}
	const { mode } = originalExecutionOf(parameters.context);
	const startedBy = STARTED_BY[mode];
	if (startedBy !== undefined) return startedBy === 'hand';
	throw new InputError(
		`${FIELD} is filled in, and nobody can tell whether this is a test: ${UNCLEAR[mode] ?? `n8n says only that it began as '${mode}'`}`,
		`To message your customers, empty ${FIELD}. To test, ${mode === 'retry' ? 'run the workflow again' : 'open this workflow and run it by itself'}`,
	);
}

/**
 * Whom a run's messages are for. In a test, the first few go to the test recipient, who stands beside the customer in the
 * output; the others are left out, and keys are checked but not used.
 */
export class Recipients {
	private readonly isTest: boolean;

	/** Whether each message is sent only once under its key. */
	readonly hasKeys: boolean;

	private readonly isKeyFilledIn: boolean;

	/** Throws an InputError if n8n does not say whether this is a test. */
	constructor(
		private readonly parameters: NodeParameters,
		private readonly recipientField: RecipientField,
	) {
		this.isTest = isTest(parameters);
		this.isKeyFilledIn = !showsNothing(parameters.typed(messageKeyField));
		this.hasKeys = this.isKeyFilledIn && !this.isTest;
	}

	/** Whom an item is for, or why nobody gets its message. */
	of(index: number): { recipient: string; insteadOf?: string; leftOut?: 'testRun' } {
		const item = this.parameters.item(index);
		// A test refuses what production refuses.
		const customer = readCustomer(item, this.recipientField);
		if (!this.isTest) return { recipient: customer };
		if (index >= TEST_MESSAGES) return { recipient: customer, leftOut: 'testRun' };
		return { recipient: this.testRecipientOf(item), insteadOf: customer };
	}

	/** Undefined if messages are not sent under keys. */
	keyOf(index: number): string | undefined {
		return this.hasKeys ? readMessageKey(this.parameters.item(index)) : undefined;
	}

	/** Checks what a send reads of an item besides: its key or, in a test, the test's recipient. */
	checkAllButCustomer(index: number): void {
		if (this.isTest) this.testRecipientOf(this.parameters.item(index));
		else this.keyOf(index);
	}

	private testRecipientOf(item: ItemParameters): string {
		// A test reads keys only to check them.
		if (this.isKeyFilledIn) readMessageKey(item);
		const { check } = this.recipientField;
		return item.read(testField, (value) => check(value, testField.displayName, item, true));
	}
}
