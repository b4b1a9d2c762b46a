import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { listIn, objectIn, showsNothing } from '../../../lib/basics';
import type { ItemParameters } from '../../../lib/fields';
import type { ItemRecipient } from '../recipient/recipient';
import { filled } from './outcome';

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	noDataExpression: true,
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export function readSimplify(item: ItemParameters): boolean {
	return item.read(simplifyField, (value) => value !== false);
}

/** The useful parts that a send's answer has (service: Send result, Acknowledgement), with what was sent. */
export function simplifiedResult(
	answer: IDataObject,
	{ recipient, insteadOf, text }: ItemRecipient & { text?: string },
): IDataObject {
	const extra = objectIn(answer.extra);
	const report = objectIn(extra.report);
	const message = objectIn(listIn(report.messages)[0]);
	return filled({
		recipient,
		insteadOf,
		status: firstOf(answer.status, objectIn(answer.data).status),
		text,
		messageId: firstOf(message.id, answer.id),
		messageStatus: message.message_status,
		customerId: extra.customer_id,
		templateName: extra.template_name,
		timestamp: firstOf(answer.timestamp, extra.timestamp),
	});
}

function firstOf(...values: Array<IDataObject[string]>): IDataObject[string] {
	return values.find((value) => !showsNothing(value));
}
