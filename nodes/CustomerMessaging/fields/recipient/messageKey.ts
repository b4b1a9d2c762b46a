import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../service/failure';
import { showsNothing } from '../../service/json';
import type { ItemParameters, NodeParameters } from '../../values/nodeParameters';
import { asSeen, plainText } from '../../values/texts';

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

/** A switch says nothing in particular, and what ends in a separator has lost what stood there. */
const SAYS_TOO_LITTLE = /^(true|false)$|^[-_:/.|]|[-_:/.|]$/;

export function hasMessageKey(parameters: NodeParameters): boolean {
	return !showsNothing(parameters.typed('messageKey'));
}

/** Reads the key of an item's message. Throws an InputError if there is none, rather than send it unprotected. */
export function readMessageKey(item: ItemParameters): string {
	return item.read('messageKey', checkMessageKey, {
		flawOfPiece: (text) =>
			/^(true|false)$/.test(text)
				? { what: 'which does not tell one message from another', advice: ADVICE }
				: undefined,
	});
}

function checkMessageKey(value: unknown): string {
	if (showsNothing(value))
		throw new InputError(`${FIELD} is empty`, `${ADVICE} and switch it to 'Fixed'`);
	const key = asSeen(plainText(value, FIELD));
	if (!SAYS_TOO_LITTLE.test(key)) return key;
	throw new InputError(
		`${FIELD} is '${key}', so its expression probably points at a missing field`,
		ADVICE,
	);
}
