import type { IDataObject } from 'n8n-workflow';

import { excerpt, listIn, objectIn } from './values';
import { headerTypeOf } from './headerTypes';

type VariablePlace = 'body' | 'header' | 'button';

export interface TemplateVariable {
	/** Its number, as text, under which its value is sent. */
	id: string;
	/** Empty if the template declares the variable but does not use it. */
	places: VariablePlace[];
	/** Its name in the form: its number and the words around it. */
	label: string;
}

interface TemplateText {
	place: VariablePlace;
	text: string;
	/** A button's title, which says more than the address around the variable; empty if it has none. */
	title?: string;
}

/** A variable as templates write it (service: Get template). */
const PLACEHOLDER = /\{\{(\d+)\}\}/g;

/** WhatsApp's marks for bold, italic, strikethrough and monospaced text, which say nothing in a label. */
const FORMATTING = /[*~`]|(?<!\w)_|_(?!\w)/g;

/**
 * Maximum length of a label in characters: n8n's panel cuts off a longer one, and pushes the mark of a missing value
 * out of sight.
 */
const LONGEST_LABEL = 24;

/** Stands for the value in a label. */
const GAP = '____';

/** Follows the number in the label of a button's variable. */
const BUTTON = ': button “';

/**
 * Lists a template's variables (service: Get template): those it declares, in its own order, then any others that its
 * texts use, by number. Missing fields count as empty.
 */
export function variablesOf(template: IDataObject): TemplateVariable[] {
	const texts = textsOf(template);
	const used = texts.flatMap(({ text }) =>
		Array.from(text.matchAll(PLACEHOLDER), ([, id = '']) => id),
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

/** Whether a variable is used outside the buttons; one that is not used at all counts as the text's. */
export function isInText({ places }: TemplateVariable): boolean {
	return places.length === 0 || places.some((place) => place !== 'button');
}

/**
 * Fills in a template's text. Each variable that has a value is replaced once, so a value may itself contain
 * anything; one without stays as it is written.
 */
export function fillVariables(text: string, variables: Record<string, string>): string {
	const values = new Map(Object.entries(variables));
	return text.replace(PLACEHOLDER, (written, id: string) => values.get(id) ?? written);
}

function declaredVariables({ attributes }: IDataObject): string[] {
	return listIn(attributes).flatMap((entry) => {
		const { attribute } = objectIn(entry);
		return typeof attribute === 'string' || typeof attribute === 'number'
			? [String(attribute)]
			: [];
	});
}

function textsOf(template: IDataObject): TemplateText[] {
	const { body, header } = template;
	const texts: TemplateText[] = [];
	if (typeof body === 'string') texts.push({ place: 'body', text: body });
	const { value } = objectIn(header);
	if (headerTypeOf(template) === 'text' && typeof value === 'string')
		texts.push({ place: 'header', text: value });
	for (const { text, title } of buttonsOf(template)) texts.push({ place: 'button', text, title });
	return texts;
}

/** A button of a template: its title, its address or whatever it has instead, and both as one text. */
interface TemplateButton {
	title: string;
	address: string;
	text: string;
}

/** Lists a template's buttons (service: Get template). Missing fields count as empty. */
export function buttonsOf({ buttons }: IDataObject): TemplateButton[] {
	return listIn(buttons).map((entry) => {
		const button = objectIn(entry);
		const [title = '', address = ''] = [button.title, button.value].map((text) =>
			typeof text === 'string' ? text.trim() : '',
		);
		return { title, address, text: `${title} ${address}`.trim() };
	});
}

/** A variable as templates write it. */
export function placeholder(id: string): string {
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

/** Whether a field's name is a label made from a template's words. */
export function isMadeLabel(name: string): boolean {
	return name.includes(GAP) || name.includes(BUTTON);
}

/** Keeps right-to-left text in its own order inside a label, whatever is beside it. */
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
