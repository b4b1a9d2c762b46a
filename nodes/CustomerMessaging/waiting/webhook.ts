import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { answerOutput, readAnswer } from './answer';
import { noticePage, PAGE_HEADERS, questionPage, thankYouPage } from './page';
import { readQuestion } from './wait';

/** The webhooks behind the link: one shows the page, the other takes the answer. */
export const answerWebhooks: IWebhookDescription[] = (['GET', 'POST'] as const).map(
	(httpMethod) => ({
		name: 'default',
		httpMethod,
		responseMode: 'onReceived',
		// What the webhook itself gives, and n8n sends it only once the execution goes on.
		responseData: '',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	}),
);

const NO_LONGER_OPEN = noticePage(
	'This link is no longer valid',
	'The question behind it has been answered, or a newer one has taken its place. You can close this page.',
);

const NOT_AN_ANSWER = noticePage(
	'Your answer did not arrive',
	'It was empty or too long. Go back, change it and send it again.',
);

/**
 * Serves the page behind the link. Only its form answers, and the execution goes on: whoever just opens the link, such as
 * a messenger that previews it, decides nothing.
 *
 * Takes n8n's context of the webhook. Returns the output of the waiting node, for an answer alone.
 */
export async function serveAnswerPage(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const response = context.getResponseObject();
	response.set(PAGE_HEADERS);
	const show = (status: number, page: string): IWebhookResponseData => {
		response.status(status).send(page);
		return { noWebhookResponse: true };
	};
	const question = readQuestion(context);
	if (question === undefined || !isBehind(question.link, context.getQueryData()))
		return show(410, NO_LONGER_OPEN);
	if (context.getRequestObject().method !== 'POST') return show(200, questionPage(question));
	const answer = readAnswer(question.form, context.getBodyData());
	if (answer === undefined) return show(400, NOT_AN_ANSWER);
	if (!isFirstAnswer(question.link)) return show(410, NO_LONGER_OPEN);
	return {
		webhookResponse: thankYouPage(question),
		workflowData: [[{ json: answerOutput(answer, new Date()) }]],
	};
}

/** The links that were answered in the last moment, with the time of each. */
const answered = new Map<string, number>();

/** Milliseconds within which n8n surely has the execution go on. */
const MOMENT = 10_000;

/** Until an execution has gone on, n8n 1 takes another answer, as of somebody who taps twice, and runs what follows again. */
function isFirstAnswer(link: string): boolean {
	const now = Date.now();
	for (const [other, time] of answered) if (now - time > MOMENT) answered.delete(other);
	if (answered.has(link)) return false;
	answered.set(link, now);
	return true;
}

/** Whether a request came by this link, and not by one of an earlier question of the execution. */
function isBehind(link: string, query: unknown): boolean {
	return Array.from(new URL(link).searchParams).every(
		([name, value]) => (query as IDataObject)[name] === value,
	);
}
