import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { linkOf, putToWait } from '../../../lib/answerPage';
import { InputError, isCalledByAgent } from '../../../lib/basics';
import type { ItemParameters } from '../../../lib/fields';
import type { Outcome } from '../reporting/outcome';
import { isWithinReach } from '../service/serviceAddress';

export function refuseIfItCannotWait(context: IExecuteFunctions): void {
	if (isCalledByAgent(context)) {
		throw new InputError(
			"This version of n8n or of the 'AI Agent' node does not let a tool wait for a response",
			"Use the newest version of the 'AI Agent' node, or search the tools for 'Customer Messaging', and add the one that n8n describes as 'Request human approval for tools'",
		);
	}
	// An engine that cannot stop a node cannot make it wait: the workflow would continue at once, with nothing behind the link.
	if (context.getExecutionCancelSignal() === undefined) {
		throw new InputError(
			"n8n's Engine 2.0 cannot wait for a response",
			"Have n8n's standard engine run this workflow: remove 'engineType' from the workflow's settings",
		);
	}
	const count = context.getInputData().length;
	if (count > 1) {
		throw new InputError(
			`Nobody was asked: there are ${count} items, and one execution waits for one answer only`,
			"To ask only the first, switch on 'Execute Once' in the node's settings. To ask one after the other, connect the 'loop' output of a 'Loop Over Items' node to this node, and this node back to that one. To ask all at once, put an 'Execute Sub-workflow' node into that loop, have its sub-workflow ask and handle the answer, and switch off 'Wait For Sub-Workflow Completion'",
		);
	}
}

/**
 * The link to the answer page, if n8n's address is one that a customer can open. That address must have no path: n8n signs
 * the link with the path, and checks it without.
 * @param serviceAddress tells whether customers may be in a private network
 */
export function readLink({ context }: ItemParameters, serviceAddress: string): URL {
	const link = new URL(linkOf(context));
	const own = new URL('.', context.getRestApiUrl());
	if (isWithinReach(link.hostname, new URL(serviceAddress).hostname) && own.pathname === '/')
		return link;
	throw new InputError(
		`The customer could not open the link: this n8n says that its address is '${own.href}'`,
		'Set the environment variable N8N_WEBHOOK_URL of n8n (in older releases, WEBHOOK_URL) to the public address that leads to it, without a path, such as https://n8n.example.com/, and restart n8n',
	);
}

const alreadySent = (): InputError =>
	new InputError(
		'The message was already sent by an earlier execution, and its link belongs to that execution',
		"To send the customer a new link, run the workflow again; with a 'Message Key', give it a new value first",
	);

/**
 * Makes the execution wait for the webhook, unless its message did not leave: it failed with 'On Error: Continue', was
 * skipped because of its key, or was cancelled. Throws an InputError if an earlier execution or another retry sent it.
 */
export async function waitForAnswer(
	context: IExecuteFunctions,
	till: Date,
	outcome: Outcome | undefined,
): Promise<void> {
	if (outcome?.state === 'skipped' && outcome.messageKey === undefined) throw alreadySent();
	if (outcome?.state !== 'done') return;
	const [{ recipient, messageId, customerId } = {} as IDataObject] = outcome.results;
	if (!(await putToWait(context, till, { recipient, messageId, customerId }))) throw alreadySent();
}
