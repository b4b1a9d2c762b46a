import type { INodeProperties } from 'n8n-workflow';

import { businessNameField } from '../question/questionFields';
import { messageKeyField } from '../recipient/messageKey';
import { optionsField } from './sendOptions';
import { simplifyField } from '../reporting/simplify';
import type { RecipientField } from '../recipient/recipient';

/** What a send has of its own. */
interface SendForm {
	/** What comes before the recipient, such as the template. */
	first: INodeProperties[];
	recipientField: RecipientField;
	message: INodeProperties[];
	/** What can be left as it is. */
	more?: INodeProperties[];
	/** How a question is answered. Its output is the answer, which cannot be simplified. */
	answer?: INodeProperties[];
	options: INodeProperties[];
}

/** The form of a send: the one place for the fields that all sends have, and for their order. */
export function sendFields(form: SendForm): INodeProperties[] {
	const { first, recipientField, message, more = [], answer = [], options } = form;
	return [
		...first,
		recipientField.field,
		...message,
		...answer,
		recipientField.testField,
		messageKeyField,
		...more,
		answer.length === 0 ? simplifyField : businessNameField,
		optionsField(options),
	];
}
