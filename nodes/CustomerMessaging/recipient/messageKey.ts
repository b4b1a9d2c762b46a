import type { INodeProperties } from 'n8n-workflow';
import { isWordForNothing } from '../parameters/hole';
import type { ItemParameters, NodeParameters, Piece } from '../parameters/nodeParameters';
import { plainText, type Flaw } from '../parameters/plainText';
import { InputError } from '../primitives/failure';
import { asSeen, showsNothing } from '../primitives/visibleText';

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

/** Separators alone say nothing in particular, nor do words for nothing, which are found here in any case. */
const SAYS_TOO_LITTLE = /^(?:true|false|null|undefined|nan|n\/a|\\n|[-–—_:/.,;|=&\s]*)$/i;

/** A text begins or ends with a separator, or has two in a row, if a part of it is missing. */
const HAS_LOST_SOMETHING = /^[-_:/.,;|=&]|[-_:/.,;|=&]$|[-_:/.,;|=&]\s*[-_:/.,;|=&]/;

export function hasMessageKey(parameters: NodeParameters): boolean {
	return !showsNothing(parameters.typed(messageKeyField));
}

/** Throws an InputError if an item has no key, so that its message is not sent unprotected. */
export function readMessageKey(item: ItemParameters): string {
	return item.read(messageKeyField, checkMessageKey, {
		flawOfPiece: flawInKey,
		needsEveryPart: true,
	});
}

function saysTooLittle(text: string): boolean {
	return isWordForNothing(text) || SAYS_TOO_LITTLE.test(text);
}

function flawInKey({ text, isIncomplete }: Piece): Flaw | undefined {
	if (saysTooLittle(text))
		return { what: 'does not tell one message from another', advice: ADVICE };
	if (!HAS_LOST_SOMETHING.test(asSeen(text)) || !isIncomplete) return undefined;
	return { what: 'has probably lost a part', advice: ADVICE };
}

function checkMessageKey(value: unknown): string {
	if (showsNothing(value))
		throw new InputError(`${FIELD} is empty`, `${ADVICE} and switch it to 'Fixed'`);
	const key = asSeen(plainText(value, FIELD));
	if (!saysTooLittle(key)) return key;
	throw new InputError(
		`${FIELD} is '${key}', which does not tell one message from another`,
		ADVICE,
	);
}
