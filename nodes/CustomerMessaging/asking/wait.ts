import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { Question } from './question';

/** Where the question is in the node's context, which n8n stores with the waiting execution. */
const CONTEXT_KEY = 'question';

/** A question with the link that leads to it. */
interface AskedQuestion extends Question {
	link: string;
	/** What is known of the message with the link, once it was sent. */
	message?: IDataObject;
}

/** n8n 1 accepts unsigned links unless it is told not to; n8n 2 never does. */
interface SigningContext extends IExecuteFunctions {
	setSignatureValidationRequired?: () => void;
}

/** n8n's Engine 2.0 names its executions by UUIDs, the standard engine by numbers. */
const ENGINE_2_EXECUTION = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether the execution can be put to wait: Engine 2.0 would go on at once, and nothing would be behind the link. */
export function canWait(context: Pick<IExecuteFunctions, 'getExecutionId'>): boolean {
	return !ENGINE_2_EXECUTION.test(context.getExecutionId());
}

/** The signed link to the answer page: the same for every try of a run, another for each run of a loop. */
export function linkOf(context: IExecuteFunctions): string {
	return context.getSignedResumeUrl({ run: String(context.getWorkflowDataProxy(0).$runIndex) });
}

/**
 * Stores the question right before it is sent. Returns whether the webhook will find it, as n8n's expressions cannot
 * name every node.
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

/** Whether the link that the customer got leads to this execution, and not to the one it retries. */
export function isAskedHere(context: IExecuteFunctions): boolean {
	return contextOf(context)[CONTEXT_KEY]?.link === linkOf(context);
}

/**
 * Puts the execution to wait for the webhook.
 *
 * @param message what every answer says of the message with the link
 */
export async function waitForAnswer(
	context: IExecuteFunctions,
	waitTill: Date,
	message: IDataObject,
): Promise<void> {
	(context as SigningContext).setSignatureValidationRequired?.();
	const question = contextOf(context)[CONTEXT_KEY];
	if (question !== undefined) question.message = message;
	// When the time runs out, n8n outputs the node's input.
	context.getExecuteData().data = { main: [[{ json: { responded: false, ...message } }]] };
	await context.putExecutionToWait(waitTill);
}

/** The question of the waiting execution; undefined if it asks nothing. */
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
