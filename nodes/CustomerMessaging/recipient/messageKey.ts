import type { INodeProperties } from 'n8n-workflow';
import { asSeen, excerpt, InputError, isWordForNothing, showsNothing } from '../../../lib/basics';
import { type ItemParameters, ownTexts, plainText } from '../../../lib/fields';

const FOR_EACH_ORDER = '{{ $json.orderId }}-shipped';

export const messageKeyField: INodeProperties = {
	displayName: 'Message Key',
	name: 'messageKey',
	type: 'string',
	default: '',
	placeholder: `e.g. ${FOR_EACH_ORDER}, or november-sale`,
	description:
		'Each customer gets only one message with the same key, even if the workflow runs again. Fill it in before the first run, because messages sent without a key are not remembered.',
};

const FIELD = "'Message Key'";

const ADVICE = `Use an expression that gives each message its own key, such as ${FOR_EACH_ORDER}, or empty the field`;

const SEPARATOR = /[-–—_:/.,;|=&\s]/;

/** What programs give for no ID, in any case. */
const NO_ID = /^(?:true|false|none|nan|null|undefined|n\/a|\\n|0{8}-0{4}-0{4}-0{4}-0{12})$/i;

/** Throws an InputError if an item has no key, so that its message is not sent unprotected. */
export function readMessageKey(item: ItemParameters): string {
	const typed = String(item.parameters.typed(messageKeyField));
	return item.read(messageKeyField, (value) => checkMessageKey(value, typed), { counts });
}

/** A text as it counts in a key; empty if it does not tell one message from another. */
function counts(text: string): string {
	const seen = asSeen(text);
	return NO_ID.test(seen) || isWordForNothing(seen) || seen.split(SEPARATOR).join('') === ''
		? ''
		: text;
}

/** Whether a key begins or ends with a separator beside a text of the code's own, so that what it separates is missing. */
function hasLostAPart(key: string, typed: string): boolean {
	const parts = key.split(SEPARATOR);
	const filled = parts.filter((part) => part !== '');
	const own = ownTexts(typed).split(/[^\p{L}\p{M}\p{N}]+/u);
	return (
		(parts[0] === '' && own.includes(filled[0]!)) ||
		(parts.at(-1) === '' && own.includes(filled.at(-1)!))
	);
}

function checkMessageKey(value: unknown, typed: string): string {
	if (showsNothing(value))
		throw new InputError(`${FIELD} is empty`, `${ADVICE} and switch it to 'Fixed'`);
	const key = asSeen(plainText(value, FIELD));
	if (counts(key) === '')
		throw new InputError(
			`${FIELD} is '${excerpt(key)}', which does not tell one message from another`,
			ADVICE,
		);
	if (!typed.startsWith('=') || !hasLostAPart(key, typed)) return key;
	throw new InputError(`${FIELD} is '${excerpt(key)}', which has probably lost a part`, ADVICE);
}
