import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/failure';
import { isEmpty } from '../service/values';
import type { ItemParameters, NodeParameters } from './nodeParameters';
import { filledText } from './texts';

export const messageKeyField: INodeProperties = {
	displayName: 'Message Key',
	name: 'messageKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. november-sale',
	description:
		'Each customer gets only one message with the same key, even if the workflow runs again. The key counts for each recipient, so one text is enough for a whole campaign. Fill it in before the first run: messages sent without a key are not remembered.',
};

const FIELD = "'Message Key'";

const ADVICE =
	'Use an expression that gives each message its own key, such as {{ $json.orderId }}-shipped, or empty the field';

/** What an expression gives if the value it points at is missing or says nothing in particular. */
const NO_KEY =
	/(?<![\p{L}\p{N}_])(undefined|null|NaN)(?![\p{L}\p{N}_])|\[object Object\]|^(true|false)$/u;

export function hasMessageKey(parameters: NodeParameters): boolean {
	return !isEmpty(parameters.typed('messageKey'));
}

/**
 * Reads the key of an item's message. Throws an InputError if there is none, rather than send the message
 * unprotected.
 */
export function readMessageKey(item: ItemParameters): string {
	const key = item.read('messageKey', checkMessageKey);
	// With text around it, an expression that gives nothing would leave the same key for different messages.
	if (item.expressionsIn('messageKey').some((value) => isEmpty(value))) throw noKey(key);
	return key;
}

function checkMessageKey(value: unknown): string {
	if (value === '' || value === null || value === undefined)
		throw new InputError(`${FIELD} is empty`, ADVICE);
	const key = filledText(value, FIELD).trim();
	if (!NO_KEY.test(key)) return key;
	throw noKey(key);
}

function noKey(key: string): InputError {
	return new InputError(
		`${FIELD} is '${key}', so its expression probably points at a missing field`,
		ADVICE,
	);
}
