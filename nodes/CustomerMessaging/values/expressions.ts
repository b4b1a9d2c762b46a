import { ExpressionParser, type IDataObject } from 'n8n-workflow';

import { InputError, wordsOfError } from '../service/failure';
import { excerpt, showsNothing } from '../service/json';
import { itemFieldOf, ONLY_N8N } from './itemField';
import type { Place } from './place';
import { flawOf, parsedJson, textOf, textsIn } from './texts';

/** What an expression is evaluated for. */
export interface ExpressionItem {
	/** The item's JSON; undefined if its fields must not be looked up. */
	json: IDataObject | undefined;
	/** Has n8n evaluate an expression, given without its equals sign. */
	evaluate: (expression: string) => unknown;
	/** The items that an expression may take its texts from: this one, and those of the nodes that its code names. */
	itemsRead: (code: string) => unknown;
}

/** How a text is put together from its pieces. */
export interface TextRule {
	/** Whether a `{{ }}` among others may give an empty text or null, and leave a gap on purpose. */
	mayHaveGaps?: boolean;
	/** Whether a text that an expression gives alone is JSON, whose values are looked at one by one. */
	isJson?: boolean;
	/**
	 * What is wrong with the text that a `{{ }}` among others gives, such as `which …`, and what to do.
	 *
	 * @param before the text in front of it
	 * @param itemsRead what its expression may have taken it from
	 */
	flawOfPiece?: (
		text: string,
		before: string,
		itemsRead: () => unknown,
	) => { what: string; advice: string } | undefined;
}

/** What a parameter is for an item. Throws an InputError. */
export type Reading = (item: ExpressionItem) => unknown;

/** One `{{ }}` of a text. */
interface Piece {
	code: string;
	/** What an error calls it: the field, and the piece as it was typed. */
	shown: string;
	reading: Reading;
}

/** In characters, as an error shows it. */
const MAX_PIECE_LENGTH = 60;

const WHAT_TO_CHECK = 'Check that the item has everything that this expression points at';

/** What JavaScript and n8n write for a missing value or an object, and addresses with `%20` for the space. */
const MISSING =
	/undefined|infinity|(?<![\p{Script=Latin}\d])(?:null|nan)|(?:null|nan)(?![\p{Script=Latin}\d])|invalid[\W_](?:20)?(?:date|duration|interval)|\[object|object[\W_](?:20)?object|\[native code/giu;

/** A text that no person wrote: an earlier node made it, or a file was written from nothing. */
const WRITTEN_FROM_NOTHING =
	/^\s*(?:undefined|null|NaN|-?Infinity|Invalid (?:Date(?:Time)?|Duration|Interval))\s*$|\[object \w+\]/;

/** Whether a parameter contains an expression anywhere, so that its value may differ from item to item. */
export function holdsExpression(parameter: unknown): boolean {
	if (typeof parameter === 'string') return parameter.startsWith('=');
	return (
		typeof parameter === 'object' &&
		parameter !== null &&
		Object.values(parameter).some(holdsExpression)
	);
}

/**
 * How a parameter is read, with all expressions in it. A text is put together from its pieces, and each `{{ }}` has to
 * give a value: none may be missing, an object or a list, an invalid date, or a number that is not exact.
 *
 * @param parameter as the user typed it
 */
export function readingOf(parameter: unknown, place: Place, rule: TextRule): Reading {
	if (!holdsExpression(parameter)) return () => parameter;
	if (typeof parameter === 'string')
		return textReading(parameter.slice('='.length), place.shown, rule);
	if (Array.isArray(parameter)) {
		const readings = parameter.map((entry) => readingOf(entry, place, rule));
		return (item) => readings.map((reading) => reading(item));
	}
	const parts = new Map(place.parts?.(parameter as object));
	const readings = Object.entries(parameter as object).map(([name, inner]): [string, Reading] => {
		const part = place.parts === undefined ? place : parts.get(name);
		// What the form does not show is not read.
		return [name, part === undefined ? () => inner : readingOf(inner, part, rule)];
	});
	return (item) => Object.fromEntries(readings.map(([name, reading]) => [name, reading(item)]));
}

function textReading(expression: string, shown: string, rule: TextRule): Reading {
	const pieces = ExpressionParser.splitExpression(expression).map((chunk) =>
		chunk.type === 'text' ? chunk.text : pieceOf(chunk.text, shown),
	);
	const [before, first, ...others] = pieces;
	// An expression alone keeps its type.
	if (before === '' && typeof first === 'object' && others.length === 0)
		return (item) => wholeValue(item, first, rule);
	const textIn = (item: ExpressionItem): string =>
		pieces.reduce<string>(
			(text, piece) =>
				text + (typeof piece === 'string' ? piece : pieceText(item, piece, rule, text)),
			'',
		);
	const whole = ONLY_N8N.test(expression) ? evaluation(expression, shown) : undefined;
	return (item) => {
		const text = textIn(item);
		return whole === undefined ? text : whole(item);
	};
}

function pieceOf(code: string, field: string): Piece {
	const lookup = itemFieldOf(code);
	const expression = ExpressionParser.joinExpression([
		{ type: 'code', text: code, hasClosingBrackets: true },
	]);
	const shown = `${field}: {{ ${excerpt(code, MAX_PIECE_LENGTH)} }}`;
	const evaluated = evaluation(expression, shown);
	return { code, shown, reading: (item) => lookup?.(item.json) ?? evaluated(item) };
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
		throw new InputError(
			`${shown} fails: ${message}`,
			showsNothing(advice) ? WHAT_TO_CHECK : advice,
		);
	};
}

/** What is wrong with a field that must not be empty, if its expression has given nothing. */
export function nothingGiven(
	value: unknown,
	typed: unknown,
	{ shown }: Place,
): InputError | undefined {
	const code = typeof typed === 'string' && holdsExpression(typed) ? typed.slice('='.length) : '';
	if (!showsNothing(value) || showsNothing(code)) return undefined;
	return givesNothing(`${shown}: ${excerpt(code, MAX_PIECE_LENGTH)}`);
}

function givesNothing(shown: string): InputError {
	return new InputError(`${shown} gives nothing for this item`, WHAT_TO_CHECK);
}

/** What an expression gives that stands alone; the check of its field knows what it may be. */
function wholeValue(item: ExpressionItem, piece: Piece, { isJson = false }: TextRule): unknown {
	const value = piece.reading(item);
	const json = isJson && typeof value === 'string' ? parsedJson(value).value : undefined;
	for (const text of textsIn(json ?? value)) refuseMissingValue(text, piece, item);
	return value;
}

/** The text of an expression that stands among others. */
function pieceText(
	item: ExpressionItem,
	piece: Piece,
	{ mayHaveGaps = false, flawOfPiece }: TextRule,
	before: string,
): string {
	const value = piece.reading(item);
	if (showsNothing(value)) {
		if (mayHaveGaps && value !== undefined) return String(value ?? '');
		throw givesNothing(piece.shown);
	}
	const flaw = flawOf(value);
	if (flaw !== undefined) throw new InputError(`${piece.shown} gives ${flaw.what}`, flaw.advice);
	const text = textOf(value);
	refuseMissingValue(text, piece, item);
	const ofPiece = flawOfPiece?.(text, before, () => item.itemsRead(piece.code));
	if (ofPiece === undefined) return text;
	throw new InputError(`${piece.shown} gives '${excerpt(text)}', ${ofPiece.what}`, ofPiece.advice);
}

function refuseMissingValue(text: string, { code, shown }: Piece, item: ExpressionItem): void {
	if (!hasMissingValue(text, code, () => item.itemsRead(code))) return;
	throw new InputError(`${shown} gives '${excerpt(text)}', so a value is missing`, WHAT_TO_CHECK);
}

/**
 * Whether a text has a word for a missing value in it that neither its expression nor what the expression reads has:
 * then it was made.
 *
 * @param read what the expression may have taken its texts from
 */
function hasMissingValue(text: string, code: string, read: () => unknown): boolean {
	const words = missingIn(text);
	if (words.length === 0) return false;
	const written = textsIn(read()).filter((one) => !WRITTEN_FROM_NOTHING.test(one));
	const meant = new Set([code, ...written].flatMap(missingIn));
	return words.some((word) => !meant.has(word));
}

function missingIn(text: string): string[] {
	return (text.match(MISSING) ?? []).map((word) => word.toLowerCase());
}
