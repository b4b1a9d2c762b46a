import type { INodeProperties } from 'n8n-workflow';
import { keepQuestion } from '../../../lib/answerPage';
import { limitWaitTimeOption, readWaitTill } from '../question/limitWaitTime';
import {
	answerFields,
	businessNameField,
	messageTextField,
	pageOptions,
	readQuestion,
} from '../question/questionFields';
import { readLink, refuseIfItCannotWait, waitForAnswer } from '../question/wait';
import type { SendOperation } from './operation';
import { sendOperation, type SendParts } from './sendOperation';

/** What a question has of its own. */
interface Question extends Omit<SendParts, 'prepare' | 'wait'> {
	/** How the field with the question differs, if the message itself does not ask it. */
	questionField?: Partial<INodeProperties>;
	/** @param link leads to the answer page */
	prepare: (
		...given: [...Parameters<SendOperation['prepare']>, link: URL]
	) => ReturnType<SendOperation['prepare']>;
}

/** Makes a send that asks the customer something, and waits for the answer. */
export function questionOperation({
	questionField,
	content = [],
	options = [],
	prepare,
	...send
}: Question): SendOperation {
	const field = { ...messageTextField, ...questionField };
	return sendOperation({
		...send,
		content: [...content, field, ...answerFields, businessNameField],
		options: [...options, limitWaitTimeOption, ...pageOptions],
		wait(parameters) {
			const { context } = parameters;
			refuseIfItCannotWait(context);
			const item = parameters.item(0);
			const question = readQuestion(item, field);
			const till = readWaitTill(item);
			return {
				beforeSend: () => keepQuestion(context, question),
				afterSend: async (outcome) => await waitForAnswer(context, till, outcome),
			};
		},
		prepare: (item, service, recipient) =>
			prepare(item, service, recipient, readLink(item, service.address)),
	});
}
