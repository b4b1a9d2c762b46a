import { ExpressionParser, type IDataObject } from 'n8n-workflow';

import { InputError, wordsOfError } from '../primitives/failure';
import { excerpt, isObject, objectIn, showsNothing } from '../primitives/json';
import { hasHole, type TextsOfItems } from './hole';
import { itemFieldOf, ONLY_N8N } from './itemField';
import type { Place } from './place';
import { flawOf, parsedJson, textOf, textsIn } from './texts';

/** What an expression is evaluated for. */
export interface ExpressionItem {
	/** The item's JSON; undefined if its fields must not be looked up. */
	json: IDataObject | undefined;
	/** Has n8n evaluate an expression, given without its equals sign. */
	evaluate: (expression: string) => unknown;
	/** The items that an expression may take its texts from: this one, and then those of the nodes that its code names. */
	itemsRead: (code: string) => Iterable<TextsOfItems>;
}

/** How a text is put together from its pieces. */
export interface TextRule {
	/** Whether a `{{ }}` among others may give an empty text or null, and leave a gap on purpose. */
	mayHaveGaps?: boolean;
	/** Whether a text that an expression gives alone is JSON, whose values are looked at one by one. */
	isJson?: boolean;
	/** What is wrong with the text that a `{{ }}` among others gives, such as `which …`. */
	flawOfPiece?: (text: string) => ReturnType<typeof flawOf>;
}

/** What a parameter is for an item. Throws an InputError. */
export type Reading = (item: ExpressionItem) => unknown;

/** One `{{ }}` of a text. */
interface Piece {
	/** What it gives alone. */
	value: Reading;
	/** What it gives among others. */
	text: (item: ExpressionItem) => string;
}

/** In characters, as an error shows it. */
const MAX_PIECE_LENGTH = 60;

const WHAT_TO_CHECK = 'Check that the item has everything that this expression points at';

/** Whether a parameter contains an expression anywhere, so that its value may differ from item to item. */
export function holdsExpression(parameter: unknown): boolean {
	if (typeof parameter === 'string') return parameter.startsWith('=');
	return typeof parameter === 'object' && Object.values(parameter ?? {}).some(holdsExpression);
}

/**
 * How a parameter is read, with all expressions in it. A text is put together from its pieces, and each `{{ }}` has to
 * give a value: none may be missing, an object or a list, an invalid date, or a number that is not exact.
 */
export function readingOf(parameter: unknown, place: Place, rule: TextRule): Reading {
	if (!holdsExpression(parameter)) return () => parameter;
	if (typeof parameter === 'string')
		return textReading(parameter.slice('='.length), place.shown, rule);
	const isList = Array.isArray(parameter);
	const parts = isList ? undefined : place.parts && new Map(place.parts(parameter as object));
	const readings = Object.entries(parameter as object).map(([name, inner]): [string, Reading] => {
		const part = parts === undefined ? place : parts.get(name);
		// What the form does not show is not read.
		return [name, part === undefined ? () => inner : readingOf(inner, part, rule)];
	});
	return (item) => {
		const values = Object.fromEntries(readings.map(([name, reading]) => [name, reading(item)]));
		return isList ? Object.values(values) : values;
	};
}

function textReading(expression: string, shown: string, rule: TextRule): Reading {
	const pieces = ExpressionParser.splitExpression(expression).map((chunk) =>
		chunk.type === 'text' ? chunk.text : pieceOf(chunk.text, shown, rule),
	);
	const [before, first, ...others] = pieces;
	// An expression alone keeps its type.
	if (before === '' && typeof first === 'object' && others.length === 0) return first.value;
	const whole = ONLY_N8N.test(expression) ? evaluation(expression, shown) : undefined;
	return (item) => {
		let text = '';
		for (const piece of pieces) text += typeof piece === 'string' ? piece : piece.text(item);
		return whole === undefined ? text : whole(item);
	};
}

function pieceOf(code: string, field: string, rule: TextRule): Piece {
	const shown = `${field}: {{ ${excerpt(code, MAX_PIECE_LENGTH)} }}`;
	const lookup = itemFieldOf(code);
	const expression = ExpressionParser.joinExpression([
		{ type: 'code', text: code, hasClosingBrackets: true },
	]);
	const evaluated = evaluation(expression, shown);
	const refuse = (what: string, advice = WHAT_TO_CHECK): never => {
		throw new InputError(`${shown} ${what}`, advice);
	};
	const valueIn: Reading = (item) => {
		const value = lookup?.(item.json) ?? evaluated(item);
		const json = rule.isJson && typeof value === 'string' ? parsedJson(value).value : undefined;
		for (const text of textsIn(json ?? value))
			if (hasHole(text, code, item.itemsRead(code)))
				refuse(`gives '${excerpt(text)}', so a value is missing`);
		return value;
	};
	const textIn: Piece['text'] = (item) => {
		const value = valueIn(item);
		if (rule.mayHaveGaps && value !== undefined && showsNothing(value)) return String(value ?? '');
		if (showsNothing(value)) return refuse('gives nothing for this item');
		const flaw = flawOf(value);
		if (flaw !== undefined) refuse(`gives ${flaw.what}`, flaw.advice);
		const text = textOf(value);
		const ofPiece = rule.flawOfPiece?.(text);
		if (ofPiece !== undefined) refuse(`gives '${excerpt(text)}', ${ofPiece.what}`, ofPiece.advice);
		return text;
	};
	return { value: valueIn, text: textIn };
}

function evaluation(expression: string, shown: string): Reading {
	return ({ evaluate }) => {
		let error: unknown;
		try {
			return evaluate(expression);
		} catch (thrown) {
			error = thrown;
		}
		const { message, advice } = wordsOfError(error);
		throw new InputError(`${shown} fails: ${message}`, advice.trim() || WHAT_TO_CHECK);
	};
}

/** What is wrong with a field that must not be empty, if its expression, or one of a field in it, has given nothing. */
export function nothingGiven(value: unknown, typed: unknown, place: Place): InputError | undefined {
	if (isObject(typed))
		return place
			.parts?.(typed)
			.map(([name, part]) => nothingGiven(objectIn(value)[name], typed[name], part))
			.find((error) => error !== undefined);
	if (!showsNothing(value) || typeof typed !== 'string' || !/^=.*\S/s.test(typed)) return undefined;
	const code = excerpt(typed.slice('='.length), MAX_PIECE_LENGTH);
	return new InputError(`${place.shown}: ${code} gives nothing for this item`, WHAT_TO_CHECK);
}
