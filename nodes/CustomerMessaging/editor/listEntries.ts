import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';
import { showsNothing, textIn } from '../../../lib/basics';

const byName = new Intl.Collator(undefined, { numeric: true });

/** Makes the entries of a list, sorted by name; leaves out what has no ID that could be sent. */
export function entriesOf(
	objects: IDataObject[],
	nameOf: (object: IDataObject, id: string) => string,
): INodeListSearchItems[] {
	return objects
		.map((object) => ({ object, value: idOf(object) }))
		.filter(({ value }) => value !== '')
		.map(({ object, value }) => ({ name: nameOf(object, value), value }))
		.sort((one, other) => byName.compare(one.name, other.name));
}

/** An ID as text; empty if there is none, or it is a number that has lost its digits. */
export function idOf({ id }: IDataObject): string {
	const isLost = typeof id === 'number' && !Number.isSafeInteger(id);
	return isLost || showsNothing(id) ? '' : String(id).trim();
}

/** Makes a name of the parts that are filled, each in its own writing direction. */
export function nameFrom(...parts: unknown[]): string {
	return parts
		.map(textIn)
		.filter((part) => !showsNothing(part))
		.map((part) => inItsDirection(part.trim()))
		.join(' · ');
}

/** Keeps a text that is written from right to left from turning around what stands beside it. */
function inItsDirection(text: string): string {
	return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text)
		? `\u2068${text}\u2069`
		: text;
}

/** A name without case, accents, spaces and punctuation, even a number's plus sign, so that it is found however it is typed. */
export function comparable(name: string): string {
	return name
		.normalize('NFKD')
		.replace(/[\p{M}\p{P}\p{Cf}\s+]/gu, '')
		.toLowerCase();
}
