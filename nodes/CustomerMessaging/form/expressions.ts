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

/** What a parameter is for an item. Throws an InputError. */
export type Reading = (item: ExpressionItem) => unknown;

/** One `{{ }}` of a text. */
interface Piece {
	/** What an error calls it: the field, and the piece as it was typed. */
	shown: string;
	/** Whether it makes a text of other values: one that is missing is then a word in it. */
	makesText: boolean;
	reading: Reading;
}

/** What JavaScript writes in a text for a value that is missing, or that is no text. */
const NO_VALUE =
	/(?<![\p{L}\p{N}])(undefined|null|NaN|Invalid Date(Time)?|INVALID DATE(TIME)?)(?![\p{L}\p{N}])|\[object \w+\]/u;

const MAKES_TEXT = /[+`]|\b(String|concat|join)\b|\.(toLocaleString|format)\(/;

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
 * @param mayHaveGaps whether a `{{ }}` among others may give an empty text or null
 */
export function readingOf(parameter: unknown, place: Place, mayHaveGaps: boolean): Reading {
	if (!holdsExpression(parameter)) return () => parameter;
	if (typeof parameter === 'string')
		return textReading(parameter.slice('='.length), place.shown, mayHaveGaps);
	if (Array.isArray(parameter)) {
		const readings = parameter.map((entry) => readingOf(entry, place, mayHaveGaps));
		return (item) => readings.map((reading) => reading(item));
	}
	const parts = new Map(place.parts?.(parameter as object));
	const readings = Object.entries(parameter as object).map(([name, inner]): [string, Reading] => {
		const part = place.parts === undefined ? place : parts.get(name);
		// What the form does not show is not read.
		return [name, part === undefined ? () => inner : readingOf(inner, part, mayHaveGaps)];
	});
	return (item) => Object.fromEntries(readings.map(([name, reading]) => [name, reading(item)]));
}

function textReading(expression: string, shown: string, mayHaveGaps: boolean): Reading {
	const pieces = ExpressionParser.splitExpression(expression).map((chunk) =>
		chunk.type === 'text' ? chunk.text : pieceOf(chunk.text, shown),
	);
	const [before, first, ...others] = pieces;
	// An expression alone keeps its type.
	if (before === '' && typeof first === 'object' && others.length === 0)
		return (item) => valueIn(item, first);
	const textIn = (item: ExpressionItem): string =>
		pieces
			.map((piece) => (typeof piece === 'string' ? piece : pieceText(item, piece, mayHaveGaps)))
			.join('');
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
function pieceText(item: ExpressionItem, piece: Piece, mayHaveGaps: boolean): string {
	const value = piece.reading(item);
	if (isEmpty(value)) {
		if (mayHaveGaps && value !== undefined) return String(value ?? '');
		throw new InputError(`${piece.shown} gives nothing for this item`, WHAT_TO_CHECK);
	}
	refuseNoValue(value, piece);
	const flaw = flawOf(value);
	if (flaw === undefined) return textOf(value);
	throw new InputError(`${piece.shown} gives ${flaw.what}`, flaw.advice);
}

/**
 * In a text that somebody wrote, such a word means itself: it counts if the expression has made it, or if it is all
 * there is and no word of any language, as null is.
 */
function refuseNoValue(value: unknown, { shown, makesText }: Piece): void {
	if (typeof value !== 'string') return;
	const [word] = NO_VALUE.exec(value) ?? [];
	if (word === undefined || (!makesText && (word === 'null' || word !== value.trim()))) return;
	throw new InputError(`${shown} gives '${excerpt(value)}', so a value is missing`, WHAT_TO_CHECK);
}
