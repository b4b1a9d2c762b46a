import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { answerOutput, readAnswer } from './answer';
import { noLongerValidPage, pageHeaders, questionPage, thankYouPage } from './page';
import { askedQuestion } from './waiting';

/**
 * The webhooks behind the link: GET shows the page, POST takes the answer. `restartWebhook` makes n8n call them for the
 * execution that waits, which continues only with a `workflowData` that they return.
 */
export const answerWebhooks: IWebhookDescription[] = (['GET', 'POST'] as const).map(
	(httpMethod) => ({
		name: 'default',
		httpMethod,
		responseMode: 'onReceived',
		// Empty, so that n8n sends what the webhook returns, once the execution has resumed.
		responseData: '',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	}),
);

/**
 * Serves the page behind the link, whose signature n8n has checked. Only an answer resumes the execution and returns the
 * waiting node's output; opening the link, as a messenger's preview does, decides nothing.
 */
export async function serveAnswerPage(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const response = context.getResponseObject();
	const question = askedQuestion(context);
	response.set(pageHeaders(question));
	const show = (status: number, page: string): IWebhookResponseData => {
		response.status(status).send(page);
		return { noWebhookResponse: true };
	};
	if (question === undefined || !isBehind(question.link, context.getQueryData()))
		return show(410, noLongerValidPage(question));
	if (context.getRequestObject().method !== 'POST') return show(200, questionPage(question));
	const { form, link, message = {} } = question;
	const answer = readAnswer(form, context.getBodyData());
	if (answer === undefined) return show(400, questionPage(question, true));
	if (!isFirstAnswer(link, response)) return show(410, noLongerValidPage(question));
	const output = answerOutput(answer.data, message, new Date());
	return {
		webhookResponse: thankYouPage(question, answer.shown),
		workflowData: [[{ json: output }]],
	};
}

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

/**
 * By link, n8n's responses to recent answers in this process, and when each was first seen as sent: by then, n8n has resumed
 * the execution, or failed to.
 */
const answered = new Map<string, { response: Response; sentAt?: number }>();

/** How long a link takes no second answer after n8n has resumed the execution. */
const DOUBLE_SUBMIT_MS = 10_000;

/** Until n8n has resumed the execution, which may have to queue, a second answer could run the rest of the workflow again. */
function isFirstAnswer(link: string, response: Response): boolean {
	const now = Date.now();
	for (const [other, first] of answered) {
		const { headersSent, statusCode, writableEnded } = first.response;
		// If the connection breaks first, only one of these two tells, depending on whether n8n compresses the response.
		if (!headersSent && !writableEnded) continue;
		first.sentAt ??= now;
		if (statusCode >= 400 || now - first.sentAt > DOUBLE_SUBMIT_MS) answered.delete(other);
	}
	if (answered.has(link)) return false;
	answered.set(link, { response });
	return true;
}

/** Whether a request came through this link, and not that of an earlier question in the execution. */
function isBehind(link: string, query: unknown): boolean {
	return Array.from(new URL(link).searchParams).every(
		([name, value]) => (query as IDataObject)[name] === value,
	);
}
