import { ExpressionParser, type IDataObject } from 'n8n-workflow';

import { InputError, wordsOfError } from '../service/failure';
import { excerpt, isEmpty } from '../service/values';
import { itemFieldOf, ONLY_N8N } from './itemField';
import type { Place } from './place';
import { flawOf, textOf } from './texts';

/** What an expression is evaluated for. */
export interface ExpressionItem {
	/** The item's JSON; undefined if its fields must not be looked up. */
	json: IDataObject | undefined;
	/** Has n8n evaluate an expression, given without its equals sign. */
	evaluate: (expression: string) => unknown;
}

/** How a text is put together from its pieces. */
export interface TextRule {
	/** Whether a `{{ }}` among others may give an empty text or null, and leave a gap on purpose. */
	mayHaveGaps?: boolean;
	/**
	 * What is wrong with the text that a `{{ }}` among others gives, such as `which …`, and what to do.
	 *
	 * @param before the text in front of it
	 * @param code what stands between the braces
	 */
	flawOfPiece?: (
		text: string,
		before: string,
		code: string,
	) => { what: string; advice: string } | undefined;
}

/** What a parameter is for an item. Throws an InputError. */
export type Reading = (item: ExpressionItem) => unknown;

/** One `{{ }}` of a text. */
interface Piece {
	code: string;
	/** What an error calls it: the field, and the piece as it was typed. */
	shown: string;
	/** Whether it makes a text of other values: one that is missing is then a word in it. */
	makesText: boolean;
	reading: Reading;
}

/** What JavaScript and n8n write in a text for a value that is missing, or that is no text. */
const NO_VALUE =
	/(?<![\p{L}\p{N}])(undefined|Undefined|UNDEFINED|null|Invalid (Date(Time)?|Duration|Interval)|INVALID DATE(TIME)?)(?![\p{L}\p{N}])|NaN(?![\p{L}\p{N}])|\[object \w+\]/u;

const MAKES_TEXT =
	/[+`]|\b(String|concat|join)\b|\.(toLocaleString|format)\(|\breplace(All)?\([^)]*,\s*[^\s'"]/;

/** In characters, as an error shows it. */
const MAX_PIECE_LENGTH = 60;

const WHAT_TO_CHECK = 'Check that the item has everything that this expression points at';

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
		return (item) => valueIn(item, first);
	const textIn = (item: ExpressionItem): string =>
		pieces.reduce<string>(
			(text, piece) =>
				text + (typeof piece === 'string' ? piece : pieceText(item, piece, rule, text)),
			'',
		);
	if (!ONLY_N8N.test(expression)) return textIn;
	return (item) => {
		textIn(item);
		return evaluated(item, expression, shown);
	};
}

function pieceOf(code: string, field: string): Piece {
	const lookup = itemFieldOf(code);
	const expression = ExpressionParser.joinExpression([
		{ type: 'code', text: code, hasClosingBrackets: true },
	]);
	const shown = `${field}: {{ ${excerpt(code, MAX_PIECE_LENGTH)} }}`;
	return {
		code,
		shown,
		makesText: MAKES_TEXT.test(code),
		reading: (item) => lookup?.(item.json) ?? evaluated(item, expression, shown),
	};
}

function evaluated({ evaluate }: ExpressionItem, expression: string, shown: string): unknown {
	let error: unknown;
	try {
		return evaluate(expression);
	} catch (thrown) {
		error = thrown;
	}
	const { message, advice } = wordsOfError(error);
	throw new InputError(`${shown} fails: ${message}`, isEmpty(advice) ? WHAT_TO_CHECK : advice);
}

/** What an expression gives that stands alone; the check of its field knows what it may be. */
function valueIn(item: ExpressionItem, piece: Piece): unknown {
	const value = piece.reading(item);
	const texts = typeof value === 'object' && value !== null ? Object.values(value) : [value];
	for (const text of texts) refuseNoValue(text, piece);
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
	if (isEmpty(value)) {
		if (mayHaveGaps && value !== undefined) return String(value ?? '');
		throw new InputError(`${piece.shown} gives nothing for this item`, WHAT_TO_CHECK);
	}
	refuseNoValue(value, piece);
	const flaw = flawOf(value);
	if (flaw !== undefined) throw new InputError(`${piece.shown} gives ${flaw.what}`, flaw.advice);
	const text = textOf(value);
	const ofPiece = flawOfPiece?.(text, before, piece.code);
	if (ofPiece === undefined) return text;
	throw new InputError(`${piece.shown} gives '${excerpt(text)}', ${ofPiece.what}`, ofPiece.advice);
}

/**
 * In a text that somebody wrote, such a word means itself: it counts if the expression has made it, or if it is all
 * there is and no word of any language, as null is. Nobody writes `[object Object]`.
 */
function refuseNoValue(value: unknown, { shown, makesText }: Piece): void {
	if (typeof value !== 'string') return;
	const [word] = NO_VALUE.exec(value) ?? [];
	const isMade = makesText || word?.startsWith('[');
	if (word === undefined || (!isMade && (word === 'null' || word !== value.trim()))) return;
	throw new InputError(`${shown} gives '${excerpt(value)}', so a value is missing`, WHAT_TO_CHECK);
}
