import type { IDataObject } from 'n8n-workflow';

import { excerpt } from '../../transport/answer';
import { headerTypeOf } from './headerTypes';

/** Where a template uses a variable. */
export type VariablePlace = 'body' | 'header' | 'button';

/** One variable of a template. */
export interface TemplateVariable {
	/** Its number, as text: the key under which its value is sent. */
	id: string;
	/** Empty where the template declares the variable but none of its texts uses it. */
	places: VariablePlace[];
	/** What the form calls it: its number and the words around it. */
	label: string;
}

/** A text of a template that may hold variables. */
interface TemplateText {
	place: VariablePlace;
	text: string;
	/** A button's title, which says more than the address around the variable; empty where it has none. */
	title?: string;
}

/** A variable as templates write it (section 2.1). */
const PLACEHOLDER = /\{\{(\d+)\}\}/g;

/** WhatsApp's marks for bold, italic, struck out and monospaced text, which say nothing in a label. */
const FORMATTING = /[*~`]|(?<!\w)_|_(?!\w)/g;

/**
 * How long a label may be, in characters: n8n's panel cuts off a longer one, and pushes the mark of a missing value out
 * of sight.
 */
const LONGEST_LABEL = 24;

/** Stands in a label where the value goes. */
const GAP = '____';

/** What a button's label says of its place. */
const BUTTON = ': button “';

/**
 * Lists the variables of a template (section 2.1): those it declares, in its own order, and any
 * other that its texts use, by number.
 *
 * Takes the template as the service gives it; fields that are missing count as empty.
 */
export function variablesOf(template: IDataObject): TemplateVariable[] {
	const texts = textsOf(template);
	const used = texts.flatMap(({ text }) =>
		Array.from(text.matchAll(PLACEHOLDER), (match) => match[1]!),
	);
	const ids = new Set([
		...declaredVariables(template),
		...used.sort((one, other) => Number(one) - Number(other)),
	]);
	return Array.from(ids, (id) => {
		const users = texts.filter(({ text }) => text.includes(placeholder(id)));
		return {
			id,
			places: Array.from(new Set(users.map(({ place }) => place))),
			label: labelOf(id, users[0]),
		};
	});
}

/** Whether a variable is more than a button's: one that no text uses counts as the text's. */
export function isInText({ places }: TemplateVariable): boolean {
	return places.length === 0 || places.some((place) => place !== 'button');
}

/**
 * Fills a template's text: each variable that has a value is replaced once, so that a value may
 * itself contain anything. A variable without a value stays as it is written.
 */
export function fillVariables(text: string, variables: Record<string, string>): string {
	return text.replace(PLACEHOLDER, (written, id: string) =>
		Object.hasOwn(variables, id) ? variables[id]! : written,
	);
}

function declaredVariables({ attributes }: IDataObject): string[] {
	if (!Array.isArray(attributes)) return [];
	return attributes.flatMap((entry) => {
		const id = (entry as IDataObject | null)?.attribute;
		return typeof id === 'string' || typeof id === 'number' ? [String(id)] : [];
	});
}

function textsOf(template: IDataObject): TemplateText[] {
	const { body, header, buttons } = template;
	const texts: TemplateText[] = [];
	if (typeof body === 'string') texts.push({ place: 'body', text: body });
	const { value } = (header ?? {}) as IDataObject;
	if (headerTypeOf(template) === 'text' && typeof value === 'string')
		texts.push({ place: 'header', text: value });
	for (const button of Array.isArray(buttons) ? (buttons as IDataObject[]) : []) {
		const [title, address] = [button?.title, button?.value].map((text) =>
			typeof text === 'string' ? text.trim() : '',
		);
		texts.push({ place: 'button', text: `${title} ${address}`.trim(), title });
	}
	return texts;
}

function placeholder(id: string): string {
	return `{{${id}}}`;
}

function labelOf(id: string, user: TemplateText | undefined): string {
	if (user === undefined) return `Variable ${id}`;
	if (user.title) {
		const title = user.title.replace(PLACEHOLDER, GAP);
		const room = LONGEST_LABEL - `${id}${BUTTON}…”`.length;
		return `${id}${BUTTON}${inOwnDirection(excerpt(title, room))}”`;
	}
	const where = `${id}${user.place === 'body' ? '' : ` (${user.place})`}: `;
	const room = LONGEST_LABEL - where.length - GAP.length - '…'.length;
	const at = user.text.indexOf(placeholder(id));
	const before = wordsBefore(user.text.slice(0, at).replace(FORMATTING, ''), room);
	const after = wordsAfter(
		user.text.slice(at + placeholder(id).length).replace(FORMATTING, ''),
		Math.max(0, room - before.length),
	);
	return `${where}${inOwnDirection(`${before}${GAP}${after}`)}`;
}

/** Whether a name of a field is a label that was made from a template's words. */
export function isMadeLabel(name: string): boolean {
	return name.includes(GAP) || name.includes(BUTTON);
}

/** Keeps right-to-left text in its own order inside a label, whatever stands beside it. */
export function inOwnDirection(text: string): string {
	return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text)
		? `\u2068${text}\u2069`
		: text;
}

/** The last words before a variable, on its line and back to the variable before it. */
function wordsBefore(text: string, longest: number): string {
	const near = text.split(/\n|\}\}/).at(-1) ?? '';
	const characters = Array.from(near);
	if (characters.length <= longest) return near === text ? near : `…${near}`;
	const cut = characters.slice(-longest).join('');
	return `…${cut.replace(/^\S*\s+(?=\S)/, '')}`;
}

/** The first words after a variable, on its line and up to the next variable. */
function wordsAfter(text: string, longest: number): string {
	const near = text.split(/\n|\{\{/)[0] ?? '';
	const characters = Array.from(near);
	if (characters.length <= longest) return near === text ? near : `${near}…`;
	const cut = characters.slice(0, longest).join('');
	return `${cut.replace(/(^|(?<=\S))\s+\S*$/, '')}…`;
}
