import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../primitives/failure';
import { showsNothing } from '../primitives/json';
import type { ItemParameters, NodeParameters } from '../parameters/nodeParameters';
import { asSeen, plainText, type Flaw } from '../parameters/texts';

const FOR_EACH_ORDER = '{{ $json.orderId }}-shipped';

export const messageKeyField: INodeProperties = {
	displayName: 'Message Key',
	name: 'messageKey',
	type: 'string',
	default: '',
	placeholder: `e.g. ${FOR_EACH_ORDER}, or november-sale`,
	description: `${FOR_EACH_ORDER} sends each customer only one message for each order, even if the workflow runs again. For a whole campaign, one text such as november-sale is enough, as the key counts for each recipient. Fill it in before the first run: messages sent without a key are not remembered.`,
};

const FIELD = "'Message Key'";

const ADVICE = `Use an expression that gives each message its own key, such as ${FOR_EACH_ORDER}, or empty the field`;

/** A switch says nothing in particular, and separators alone say nothing. */
const SAYS_TOO_LITTLE = /^(?:true|false|[-_:/.|\s]+)$/;

/** What an expression has put together, and begins or ends with a separator, has lost what stood there. */
const HAS_LOST_SOMETHING = /^[-_:/.|]|[-_:/.|]$/;

export function hasMessageKey(parameters: NodeParameters): boolean {
	return !showsNothing(parameters.typed(messageKeyField));
}

/** Reads the key of an item's message. Throws an InputError if there is none, rather than send it unprotected. */
export function readMessageKey(item: ItemParameters): string {
	return item.read(messageKeyField, (value) => checkMessageKey(item, value), flawInKey);
}

function flawInKey(text: string): Flaw | undefined {
	if (!/^(true|false)$/.test(text)) return undefined;
	return { what: 'which does not tell one message from another', advice: ADVICE };
}

function checkMessageKey(item: ItemParameters, value: unknown): string {
	if (showsNothing(value))
		throw new InputError(`${FIELD} is empty`, `${ADVICE} and switch it to 'Fixed'`);
	const text = plainText(value, FIELD);
	const key = asSeen(text);
	const isWhole = !HAS_LOST_SOMETHING.test(key) || item.isAsItStands(messageKeyField, text);
	if (isWhole && !SAYS_TOO_LITTLE.test(key)) return key;
	throw new InputError(
		`${FIELD} is '${key}', so its expression probably points at a missing field`,
		ADVICE,
	);
}
