import type { INodeProperties } from 'n8n-workflow';

export const SEND_AS_IT_IS = 'sendAsIs';

export const missingValueOption: INodeProperties = {
	displayName: 'If a Value Is Missing',
	name: 'missingValue',
	type: 'options',
	// It is the same for all items, and no AI model may choose it.
	noDataExpression: true,
	options: [
		{
			name: 'Refuse',
			value: 'refuse',
			description: 'The item fails, and its message is not sent',
		},
		{
			name: 'Send as It Is',
			value: SEND_AS_IT_IS,
			description: 'A text is sent even with undefined or a gap; an empty variable is refused',
		},
	],
	default: 'refuse',
	description:
		'What to do if a text or a value lacks something, or says only undefined, null, true, false or #N/A. A recipient and a message key are refused in any case.',
};

/** The end of the advice about a word that somebody may have meant. */
export const WAY_OUT =
	". To send it all the same, set 'If a Value Is Missing' under 'Options' to 'Send as It Is'";
