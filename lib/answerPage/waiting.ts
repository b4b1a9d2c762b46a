import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { InputError, isObject, originalExecutionOf } from '../basics';
import type { Question } from './question';

interface AskedQuestion extends Question {
	link: string;
	/** What is known of the message with the link, once it is sent. */
	message?: IDataObject;
}

/** An n8n with this method accepts unsigned links unless it is told not to; n8n 2.41 never does. */
interface SigningContext extends IExecuteFunctions {
	setSignatureValidationRequired?: () => void;
}

/** The signed link to the answer page: the same for every try of a run, another for each run of a loop and for each execution. */
export function linkOf(context: IExecuteFunctions): string {
	const { startedAt } = originalExecutionOf(context);
	return context.getSignedResumeUrl({
		run: `${context.getWorkflowDataProxy(0).$runIndex}-${startedAt.toString(36)}`,
	});
}

/** Stores the question right before it is sent, if the webhook can find it: n8n's expressions cannot name every node. */
export function keepQuestion(context: IExecuteFunctions, question: Question): void {
	const link = linkOf(context);
	contextOf(context).question = { ...question, link };
	if (isFound(context, link)) return;
	throw new InputError(
		`n8n could not show the answer page of a node called '${context.getNode().name}'`,
		'Rename the node, using letters, digits and spaces',
	);
}

function isFound(context: IExecuteFunctions, link: string): boolean {
	try {
		return askedQuestion(context)?.link === link;
	} catch {
		return false;
	}
}

/** Makes the execution wait for the webhook; false if the question that is kept is not this run's. @param message what is known of the message with the link */
export async function putToWait(
	context: IExecuteFunctions,
	till: Date,
	message: IDataObject,
): Promise<boolean> {
	const { question } = contextOf(context);
	if (question?.link !== linkOf(context)) return false;
	(context as SigningContext).setSignatureValidationRequired?.();
	question.message = message;
	// When the time runs out, n8n outputs the node's input.
	context.getExecuteData().data = { main: [[{ json: { responded: false, ...message } }]] };
	await context.putExecutionToWait(till);
	return true;
}

/** The question of the waiting execution; undefined if it asks nothing. */
export function askedQuestion(
	context: IWebhookFunctions | IExecuteFunctions,
): AskedQuestion | undefined {
	// A webhook has no other way to the node's context. Closing braces in the name would end the expression.
	const name = JSON.stringify(context.getNode().name).replaceAll('}', '\\u007d');
	const question: unknown = context.evaluateExpression(`{{ $node[${name}].context.question }}`, 0);
	return isObject(question) ? (question as unknown as AskedQuestion) : undefined;
}

/** The node's context, which n8n stores with the waiting execution. */
function contextOf(context: IExecuteFunctions): { question?: AskedQuestion } {
	return context.getContext('node');
}
