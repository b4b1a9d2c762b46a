import type { IDataObject } from 'n8n-workflow';

import { listIn, objectIn } from '../primitives/json';
import { headerTypeOf } from './header';

interface TemplateText {
	place: 'body' | 'header' | 'button';
	text: string;
}

export interface TemplateVariable {
	/** Its number or name, under which its value is sent. */
	id: string;
	/** The texts that have it; none if the template declares the variable but does not use it. */
	uses: TemplateText[];
	/** What the form calls it: its name and the text around it. */
	label: string;
}

/** A variable as templates write it (service: Get template). */
const PLACEHOLDER = /\{\{\s*([^{}\s](?:[^{}]*[^{}\s])?)\s*\}\}/g;

/** Maximum length of a label: n8n's panel cuts off a longer one, and pushes the mark of a missing value out of sight. */
const MAX_LABEL = 24;

/** Stands for the value in a label. */
const GAP = '____';

/** What stands in front of a variable's name where those of buttons are apart (service: Send template with file). */
export const BUTTON_PREFIX = 'button ';

/**
 * Lists a template's variables (service: Get template): those it declares, in its own order, then any others that its
 * texts use.
 */
export function variablesOf(template: IDataObject): TemplateVariable[] {
	const texts = textsOf(template);
	const used = texts.flatMap(({ text }) =>
		Array.from(text.matchAll(PLACEHOLDER), ([, id = '']) => id),
	);
	return Array.from(new Set([...declaredVariables(template), ...used]), (id) => {
		const uses = texts.filter(({ text }) => text.includes(placeholder(id)));
		const [first] = uses;
		const name = first === undefined || first.place === 'body' ? id : `${id} (${first.place})`;
		return { id, uses, label: labelOf(id, name, first) };
	});
}

/**
 * Lists them for a message whose buttons have values of their own: those of the texts, then those of the buttons under
 * names with `button` in front. One that stands in both is listed twice.
 */
export function variablesWithButtonsApart(template: IDataObject): TemplateVariable[] {
	const all = variablesOf(template);
	const ofButtons = all.flatMap(({ id, uses }): TemplateVariable[] => {
		const inButtons = uses.filter(({ place }) => place === 'button');
		const name = `${BUTTON_PREFIX}${id}`;
		return inButtons.length === 0
			? []
			: [{ id: name, uses: inButtons, label: labelOf(id, name, inButtons[0]) }];
	});
	return [...all.filter(isInText), ...ofButtons];
}

/** Whether a variable is used outside the buttons; one that is not used at all counts as the text's. */
export function isInText({ uses }: TemplateVariable): boolean {
	return uses.length === 0 || uses.some(({ place }) => place !== 'button');
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
	return listIn(attributes).map((entry) => String(objectIn(entry).attribute).trim());
}

function textsOf(template: IDataObject): TemplateText[] {
	const { value } = objectIn(template.header);
	return [
		{ place: 'body', text: textIn(template.body) },
		{ place: 'header', text: headerTypeOf(template) === 'text' ? textIn(value) : '' },
		...buttonsOf(template).flatMap(({ title, address }): TemplateText[] => [
			{ place: 'button', text: address.replace(/^\w+:\/\/[^/{]*/, '') },
			{ place: 'button', text: title },
		]),
	];
}

/** A button of a template: its title, and its address or whatever it has instead. */
interface TemplateButton {
	title: string;
	address: string;
}

/** Lists a template's buttons (service: Get template). */
export function buttonsOf({ buttons }: IDataObject): TemplateButton[] {
	return listIn(buttons).map((entry) => {
		const { title, value } = objectIn(entry);
		return { title: textIn(title).trim(), address: textIn(value).trim() };
	});
}

/** A text whose variables have no spaces around their names; empty for anything else. */
function textIn(value: unknown): string {
	return typeof value === 'string' ? value.replace(PLACEHOLDER, '{{$1}}') : '';
}

/** A variable as templates write it. */
export function placeholder(id: string): string {
	return `{{${id}}}`;
}

/** A variable's name and, as far as there is room, the text around its gap up to the next variable on each side. */
function labelOf(id: string, name: string, use: TemplateText | undefined): string {
	if (use === undefined) return `Variable ${id}`;
	const room = MAX_LABEL - `${name}: ${GAP}`.length;
	if (room < 0) return name;
	const [before = '', after = ''] = use.text.split(placeholder(id));
	const ahead = characters(before.split('}}').at(-1));
	const behind = characters(after.split('{{')[0]);
	const roomAhead = Math.max(Math.ceil((room * 2) / 3), room - behind.length);
	const start = ahead.slice(Math.max(0, ahead.length - roomAhead));
	const end = behind.slice(0, room - start.length);
	return `${name}: ${start.join('').trimStart()}${GAP}${end.join('').trimEnd()}`;
}

/** A text's characters on one line, so that none is cut in half. */
function characters(text = ''): string[] {
	return Array.from(text.replace(/\s+/g, ' '));
}
