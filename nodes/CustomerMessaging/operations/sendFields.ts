import type { INodeProperties } from 'n8n-workflow';

import { businessNameField } from '../question/questionFields';
import { messageKeyField } from '../recipient/messageKey';
import { optionsField } from './sendOptions';
import { simplifyField } from '../reporting/simplify';
import type { Recipient } from '../recipient/recipient';

/** What a send has of its own. */
interface SendForm {
	/** What comes before the recipient, such as the template. */
	first: INodeProperties[];
	recipient: Recipient;
	message: INodeProperties[];
	/** What can be left as it is. */
	more?: INodeProperties[];
	/** How a question is answered. Its output is the answer, which cannot be simplified. */
	answer?: INodeProperties[];
	options: INodeProperties[];
}

/** The form of a send: the one place for the fields that all sends have, and for their order. */
export function sendFields(form: SendForm): INodeProperties[] {
	const { first, recipient, message, more = [], answer = [], options } = form;
	return [
		...first,
		recipient.field,
		...message,
		...answer,
		recipient.testField,
		messageKeyField,
		...more,
		answer.length === 0 ? simplifyField : businessNameField,
		optionsField(options),
	];
}
