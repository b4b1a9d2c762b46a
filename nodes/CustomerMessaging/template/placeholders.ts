import type { IDataObject } from 'n8n-workflow';
import { listIn, objectIn, textIn } from '../../../lib/basics';
import { addressName, capitalized, headerTypeOf } from './header';

export interface TemplateVariable {
	/** Its number or name, under which its value is sent. */
	id: string;
	/** What the form calls it: its name and the text around it. */
	label: string;
	/** The beginning of a button's address that ends in this variable; undefined if there is none. */
	beginning?: string;
	/** The title of the button that it is in; undefined if it is in a text. */
	title?: string;
}

/** A button of a template: its title, and its address or whatever it has instead. */
interface TemplateButton {
	title: string;
	address: string;
}

/** A text of a template, as far as a variable may stand in it. */
interface TemplateText {
	place: 'body' | 'header' | 'button';
	text: string;
	button?: TemplateButton;
}

interface VariableUse extends TemplateText {
	id: string;
}

/** What precedes the name of a button's variable if those of buttons are apart (service: Send template with file). */
const BUTTON_PREFIX = 'button ';

/** A variable as templates write it (service: Get template). */
const PLACEHOLDER = /\{\{\s*([^{}\s](?:[^{}]*[^{}\s])?)\s*\}\}/g;

/** Maximum length of a label: n8n's panel cuts off a longer one, and pushes the mark of a missing value out of sight. */
const MAX_LABEL = 24;

const BLANK = '___';

/** How much of the text on each side is looked at: more than a label shows. */
const REACH = 100;

/** Works for any language: it recognizes scripts without spaces between words, such as Chinese and Thai. */
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A variable, or the signs around a text that WhatsApp shows bold, in italics, struck out or as code. */
const VARIABLE_OR_MARKS = /(\{\{[^{}]*\}\})|(?<![\p{L}\p{N}])[*_~`]+|[*_~`]+(?![\p{L}\p{N}])/gu;

/** Signs that join two words into one. */
const JOINTS = ['-', '\u2010', '\u2011', ':', '@', '&', '+'];

/** Lists a template's variables (service: Get template): those it declares, in its order, then others that its texts use. */
export function variablesOf(template: IDataObject): TemplateVariable[] {
	const uses = usesOf(template);
	return idsOf(template, uses).map((id) => variable(id, usesWith(id, uses)));
}

/** The same after the address of the file that the template shows, which is a value like any other. */
export function variablesWithAddress(template: IDataObject): TemplateVariable[] {
	const id = addressName(headerTypeOf(template) ?? 'none');
	const variables = variablesOf(template);
	return id === undefined ? variables : [{ id, label: capitalized(id) }, ...variables];
}

/** The same as `variablesOf` if buttons have values of their own: variables of texts and unused ones, then those of buttons, as `button …`. */
export function variablesWithButtonsApart(template: IDataObject): TemplateVariable[] {
	const uses = usesOf(template);
	const ids = idsOf(template, uses);
	const ofTexts = uses.filter(({ button }) => button === undefined);
	const ofButtons = uses.filter(({ button }) => button !== undefined);
	const isIn = (some: VariableUse[], id: string): boolean => usesWith(id, some).length > 0;
	return [
		...ids
			.filter((id) => isIn(ofTexts, id) || !isIn(ofButtons, id))
			.map((id) => variable(id, usesWith(id, ofTexts))),
		...ids
			.filter((id) => isIn(ofButtons, id))
			.map((id) => variable(`${BUTTON_PREFIX}${id}`, usesWith(id, ofButtons))),
	];
}

/** Parts values into those of texts and those that buttons have apart, whose names lose their prefix. */
export function splitByButton(
	values: Record<string, string>,
): Record<'ofTexts' | 'ofButtons', Record<string, string>> {
	const named = Object.entries(values);
	const isOfButton = ([name]: [string, string]): boolean => name.startsWith(BUTTON_PREFIX);
	return {
		ofTexts: Object.fromEntries(named.filter((one) => !isOfButton(one))),
		ofButtons: Object.fromEntries(
			named.filter(isOfButton).map(([name, value]) => [name.slice(BUTTON_PREFIX.length), value]),
		),
	};
}

/** Lists where the texts of a template have its variables (service: Get template). */
export function usesOf(template: IDataObject): VariableUse[] {
	return textsOf(template).flatMap((text) => {
		const ids = Array.from(text.text.matchAll(PLACEHOLDER), ([, id = '']) => id);
		return Array.from(new Set(ids), (id) => ({ ...text, id }));
	});
}

/** Replaces each variable once, so a value may itself contain anything; one without a value stays as it is written. */
export function fillVariables(text: string, variables: Record<string, string>): string {
	const values = new Map(Object.entries(variables));
	return text.replace(PLACEHOLDER, (written, id: string) => values.get(id) ?? written);
}

function idsOf({ attributes }: IDataObject, uses: VariableUse[]): string[] {
	const declared = listIn(attributes).map((entry) => String(objectIn(entry).attribute).trim());
	return [...new Set([...declared, ...uses.map(({ id }) => id)])];
}

function usesWith(id: string, uses: VariableUse[]): VariableUse[] {
	return uses.filter((use) => use.id === id);
}

function textsOf({ body, header, buttons }: IDataObject): TemplateText[] {
	return [
		{ place: 'body', text: textOf(body) },
		...(headerTypeOf({ header }) === 'text'
			? [{ place: 'header', text: textOf(objectIn(header).value) } as const]
			: []),
		...listIn(buttons).flatMap((entry): TemplateText[] => {
			const { title, value } = objectIn(entry);
			const button = { title: textOf(title).trim(), address: textOf(value).trim() };
			return [button.address.replace(/^\w+:\/\/[^/{]*/, ''), button.title].map((text) => ({
				place: 'button',
				text,
				button,
			}));
		}),
	];
}

/** A text whose variables have no spaces around their names; empty for anything else. */
function textOf(value: unknown): string {
	return textIn(value).replace(PLACEHOLDER, '{{$1}}');
}

export function placeholder(id: string): string {
	return `{{${id}}}`;
}

/** @param uses where it stands; empty if it is declared and not used */
function variable(id: string, uses: VariableUse[]): TemplateVariable {
	const [first] = uses;
	if (first === undefined) return { id, label: `Variable ${id}` };
	return {
		id,
		// Computed only when it is shown: otherwise each check of a message would pay for it.
		get label() {
			return labelOf(first.place === 'body' ? first.id : `${first.id} (${first.place})`, first);
		},
		beginning: uses.map(beginningOf).find((beginning) => beginning !== ''),
		title: first.button?.title,
	};
}

function beginningOf({ id, button }: VariableUse): string {
	const [beginning = '', ...others] = button?.address.split(placeholder(id)) ?? [];
	return others.length === 0 ? '' : beginning;
}

/** A label: the variable's name, then as many words of its sentence around the blank as fit, up to the next variable. */
function labelOf(name: string, { id, text }: VariableUse): string {
	const place = text.indexOf(placeholder(id));
	const written = text
		.slice(Math.max(0, place - REACH), place + placeholder(id).length + REACH)
		.replace(VARIABLE_OR_MARKS, '$1');
	const start = written.indexOf(placeholder(id));
	const end = start + placeholder(id).length;
	// A variable neither ends a sentence nor begins one after an abbreviation.
	const inLetters = written.replace(PLACEHOLDER, (variable) => 'x'.repeat(variable.length));
	const sentence = SENTENCES.segment(inLetters).containing(start)!;
	const room = MAX_LABEL - `${name}: ${BLANK}`.length;
	const onOneLine = (from: number, to: number): string =>
		written.slice(from, to).replace(/\s+/g, ' ');
	const ahead = lastWords(onOneLine(sentence.index, start), room);
	const sentenceEnd = sentence.index + sentence.segment.length;
	const behind = firstWords(onOneLine(end, sentenceEnd), room - ahead.length);
	if (ahead + behind !== '') return `${name}: ${ahead}${BLANK}${behind}`;
	// The end of an address, whose beginning has no words.
	return text.startsWith('/{{') && room > 1 ? `${name}: …/${BLANK}` : name;
}

/** Whole words at the end of a text, after its last variable; an ellipsis stands for any before them. */
function lastWords(text: string, room: number): string {
	const from = text.lastIndexOf('}}') + 1;
	const ends = wordsIn(text.slice(from)).map(
		({ start }, position) => (from + position > 0 ? '…' : '') + text.slice(from + start),
	);
	return ends.find(({ length }) => length <= room) ?? '';
}

/** Whole words at the beginning of a text, before its first variable. */
function firstWords(text: string, room: number): string {
	const [first = ''] = text.split('{{');
	const beginnings = wordsIn(first).map(({ end }) => first.slice(0, end));
	return beginnings.filter(({ length }) => length <= room).at(-1) ?? '';
}

function wordsIn(text: string): Array<{ start: number; end: number }> {
	const words: Array<{ start: number; end: number }> = [];
	for (const { index: start, segment, isWordLike } of WORDS.segment(text)) {
		if (isWordLike !== true) continue;
		const end = start + segment.length;
		const last = words.at(-1);
		if (last !== undefined && JOINTS.includes(text.slice(last.end, start))) last.end = end;
		else words.push({ start, end });
	}
	return words;
}
