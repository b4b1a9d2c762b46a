import type { INodeProperties } from 'n8n-workflow';
import { otherRecipientFields } from '../recipient/recipient';
import { simplifyField } from '../reporting/simplify';
import type { ServiceRequest } from '../service/service';
import type { SendOperation } from './operation';
import { optionsField } from './sendOptions';

/** What a send has of its own. */
export interface SendParts extends Omit<SendOperation, 'kind' | 'fields'> {
	/** What comes before the recipient, such as the template. */
	first: INodeProperties[];
	/** What the message says, and what is asked. */
	content?: INodeProperties[];
	/** What can be left as it is. */
	more?: INodeProperties[];
	options?: INodeProperties[];
}

/** Makes a send: the one place for the fields that all sends have, and for their order. */
export function sendOperation({
	first,
	content = [],
	more = [],
	options = [],
	...operation
}: SendParts): SendOperation {
	const { recipientField, wait } = operation;
	const isWaiting = wait !== undefined;
	return {
		...operation,
		kind: 'send',
		fields: [
			...first,
			recipientField.field,
			...content,
			...otherRecipientFields(recipientField),
			...more,
			// Always simplified, because the answer repeats parts of what was sent.
			...(isWaiting ? [] : [simplifyField]),
			optionsField(options, isWaiting),
		],
	};
}

/** @param what else may be the reason if the service refuses the message without one */
export function messageRequest(
	path: string,
	body?: ServiceRequest['body'],
	what: 'customer' | 'template' = 'customer',
): ServiceRequest {
	const ifRefused = `Correct what the service names, or look at the ${what} in the service's dashboard`;
	return { kind: 'send', path, expects: 'object', ifRefused, body };
}
