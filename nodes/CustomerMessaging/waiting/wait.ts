import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { NO_ANSWER } from './answer';
import type { Question } from './question';

/** The key of the question in the node's context, which n8n stores with the waiting execution. */
const CONTEXT_KEY = 'question';

/** A question on its way to the customer, with the link that leads to it. */
interface AskedQuestion extends Question {
	link: string;
}

/** n8n 1 answers a link without a signature, unless it is told not to; n8n 2 no longer asks. */
interface SigningContext extends IExecuteFunctions {
	setSignatureValidationRequired?: () => void;
}

/**
 * The signed link to the page of this run of the node: every try of the run has the same, and another run of the
 * execution, as in a loop, another.
 */
export function linkOf(context: IExecuteFunctions): string {
	return context.getSignedResumeUrl({
		run: String(context.getWorkflowDataProxy(0).$runIndex),
	});
}

/**
 * Keeps what is asked, right before it is sent. Returns whether the webhook will find it: n8n's expressions cannot name
 * every node.
 */
export function keepQuestion(context: IExecuteFunctions, question: Question): boolean {
	const kept = { ...question, link: linkOf(context) };
	contextOf(context)[CONTEXT_KEY] = kept;
	try {
		return readQuestion(context)?.link === kept.link;
	} catch {
		return false;
	}
}

/** Whether the link that the customer got leads to this execution, and not to the one that this is a retry of. */
export function isAskedHere(context: IExecuteFunctions): boolean {
	return contextOf(context)[CONTEXT_KEY]?.link === linkOf(context);
}

/** Puts the execution to wait for the answer, which comes through the webhook. */
export async function waitForAnswer(context: IExecuteFunctions, waitTill: Date): Promise<void> {
	(context as SigningContext).setSignatureValidationRequired?.();
	// Where the time runs out, n8n hands on what the node has as its input.
	context.getExecuteData().data = { main: [[{ json: NO_ANSWER }]] };
	await context.putExecutionToWait(waitTill);
}

/** What the waiting execution asks; undefined where it asks nothing. */
export function readQuestion(
	context: Pick<IWebhookFunctions | IExecuteFunctions, 'getNode' | 'evaluateExpression'>,
): AskedQuestion | undefined {
	// A webhook has no other way to the node's context. Braces in the name would end the expression.
	const name = JSON.stringify(context.getNode().name).replace(
		/[{}]/g,
		(brace) => `\\u00${brace.charCodeAt(0).toString(16)}`,
	);
	const question: unknown = context.evaluateExpression(
		`{{ $node[${name}].context[${JSON.stringify(CONTEXT_KEY)}] }}`,
		0,
	);
	return typeof question === 'object' && question !== null
		? (question as AskedQuestion)
		: undefined;
}

function contextOf(context: IExecuteFunctions): { [CONTEXT_KEY]?: AskedQuestion } & IDataObject {
	return context.getContext('node') as { [CONTEXT_KEY]?: AskedQuestion } & IDataObject;
}
