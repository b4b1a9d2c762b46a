import type { IDataObject } from 'n8n-workflow';

import { holdsNothing, isFilledText, isObject, listIn, objectIn } from '../service/json';
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
const PLACEHOLDER = /\{\{\s*(\d+)\s*\}\}/g;

/**
 * Maximum length of a label in characters: n8n's panel cuts off a longer one, and pushes the mark of a missing value
 * out of sight.
 */
const MAX_LABEL = 24;

/** How many characters before a variable its label has; what is left of the label is for those after it. */
const MAX_BEFORE = 12;

/** How many characters on each side of a variable are looked at for its label. */
const LABEL_REACH = 60;

/** Stands for the value in a label. */
const GAP = '____';

/** Where a text uses a variable. */
interface Use extends TemplateText {
	at: number;
}

/**
 * Lists a template's variables (service: Get template): those it declares, in its own order, then any others that its
 * texts use, by number. Missing fields count as empty.
 */
export function variablesOf(template: IDataObject): TemplateVariable[] {
	const uses = new Map<string, [first: Use, places: Set<VariablePlace>]>();
	for (const text of textsOf(template))
		for (const { 1: id = '', index: at } of text.text.matchAll(PLACEHOLDER)) {
			const [, places] = uses.get(id) ?? [];
			if (places === undefined) uses.set(id, [{ ...text, at }, new Set([text.place])]);
			else places.add(text.place);
		}
	const used = Array.from(uses.keys()).sort((one, other) => Number(one) - Number(other));
	return Array.from(new Set([...declaredVariables(template), ...used]), (id) => {
		const [first, places = []] = uses.get(id) ?? [];
		return { id, places: Array.from(places), label: labelOf(id, first) };
	});
}

/**
 * The parts of a template whose meaning is not known, in words: a message that leaves one out may be incomplete.
 */
export function notUnderstoodIn(template: IDataObject): string[] {
	const { body, attributes } = template;
	return [
		...(headerTypeOf(template) === undefined ? ['what stands at the top'] : []),
		...(holdsNothing(body) || typeof body === 'string' ? [] : ["its 'body'"]),
		...(holdsNothing(attributes) || (Array.isArray(attributes) && attributes.every(isVariable))
			? []
			: ["its 'attributes'"]),
		...leftIn(template),
	];
}

/** What stands in double curly braces anywhere in a template, and is no variable of its texts: as it is written. */
export function leftIn(template: IDataObject): string[] {
	const { header, buttons } = template;
	const rest = {
		...withoutVariables(template, 'body'),
		header:
			headerTypeOf(template) === 'text' ? withoutVariables(objectIn(header), 'value') : header,
		buttons: Array.isArray(buttons)
			? buttons.map((button: unknown) =>
					isObject(button) ? withoutVariables(button, 'title', 'value', 'verbose') : button,
				)
			: buttons,
	};
	return Array.from(new Set(textsInside(rest).flatMap(bracesIn)));
}

function withoutVariables(object: IDataObject, ...names: string[]): IDataObject {
	const texts = names.flatMap((name): Array<[string, string]> => {
		const text = object[name];
		return typeof text === 'string' ? [[name, text.replace(PLACEHOLDER, ' ')]] : [];
	});
	return { ...object, ...Object.fromEntries(texts) };
}

/** All texts in JSON, names among them. */
function textsInside(json: unknown): string[] {
	if (typeof json === 'string') return [json];
	if (typeof json !== 'object' || json === null) return [];
	return Object.entries(json).flatMap(([name, value]) => [name, ...textsInside(value)]);
}

function bracesIn(text: string): string[] {
	const [, ...opened] = text.split('{{');
	return opened.flatMap((rest) => {
		const end = rest.indexOf('}}');
		return end < 0 ? [] : [`{{${rest.slice(0, end)}}}`];
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
	return listIn(attributes)
		.filter(isVariable)
		.map(({ attribute }) => String(attribute).trim());
}

function isVariable(entry: unknown): entry is { attribute: string | number } {
	const { attribute } = objectIn(entry);
	return typeof attribute === 'number' || isFilledText(attribute);
}

function textsOf(template: IDataObject): TemplateText[] {
	const { body, header } = template;
	const texts: TemplateText[] = [];
	if (typeof body === 'string') texts.push({ place: 'body', text: evenlySpelled(body) });
	const { value } = objectIn(header);
	if (headerTypeOf(template) === 'text' && typeof value === 'string')
		texts.push({ place: 'header', text: evenlySpelled(value) });
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
			typeof text === 'string' ? evenlySpelled(text).trim() : '',
		);
		return { title, address, text: `${title} ${address}`.trim() };
	});
}

/** A text whose variables have no spaces around their numbers. */
function evenlySpelled(text: string): string {
	return text.replace(PLACEHOLDER, '{{$1}}');
}

/** A variable as templates write it. */
export function placeholder(id: string): string {
	return `{{${id}}}`;
}

function labelOf(id: string, use: Use | undefined): string {
	if (use === undefined) return `Variable ${id}`;
	const { place, text, title, at } = use;
	const where = place === 'body' ? '' : ` (${place})`;
	const name = `${id}${where}: `;
	const room = MAX_LABEL - name.length;
	if (title) return name + firstWords(oneLine(title.replaceAll(placeholder(id), GAP)), room);
	const before = oneLine(text.slice(Math.max(0, at - LABEL_REACH), at));
	const start = lastWords(before, Math.min(MAX_BEFORE, room - GAP.length - 1));
	const label = `${name}${start}${GAP}`;
	const end = at + placeholder(id).length;
	return label + firstWords(oneLine(text.slice(end, end + LABEL_REACH)), MAX_LABEL - label.length);
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, ' ');
}

/** The first words of a text, as many as fit; of one without spaces, its first characters. */
function firstWords(text: string, longest: number): string {
	if (text.length <= longest) return text;
	const words = text.slice(0, longest).replace(/ \S*$/, '');
	return `${words.length < longest ? words : words.slice(0, -1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The last words of a text in the same way. */
function lastWords(text: string, longest: number): string {
	if (text.length <= longest) return text;
	const words = text.slice(-longest).replace(/^\S* /, '');
	return `…${words.length < longest ? words : words.slice(1).replace(/^[\udc00-\udfff]/, '')}`;
}
