import { ExpressionParser, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { excerpt, InputError, wordsOfError } from '../basics';
import { namesIn, type Names } from './names';
import type { Flaw } from './plainText';
import { replaced, type Found, type Mark, type ReadData } from './readData';
import { MAX_CODE_LENGTH } from './typed';

/** A text that a `{{ }}` gives, and what stands in front of it in its field. */
export interface Piece {
	text: string;
	before: string;
}

/** How a field is read. */
export interface Reading {
	field: INodeProperties;
	/** What is wrong with a piece, such as `is too long`; undefined if nothing is. */
	flawOfPiece?: (piece: Piece) => Flaw | undefined;
	/** Whether `true` and `false` are texts like any other. */
	mayBeBoolean?: boolean;
	/** Of a field that must be complete, a text as it counts, such as the digits of a phone number; empty for no part of one. */
	counts?: (text: string) => string;
	/** Whether the value must not come from another item, because a person is reached by it. */
	isOfItem?: boolean;
	/** What counts as typed, such as a part of the field. */
	typed?: unknown;
}

/** An item, as an expression sees it. */
export interface ReadItem {
	context: IExecuteFunctions;
	index: number;
	parameters: { data: ReadData; readsOwnItems: boolean; isAsItIs: boolean };
}

const ABOUT_LIMITS =
	"Do this work in a 'Code' node in front, and point the expression at what it gives";

/** A moment in milliseconds. */
export const MOMENT = 1_796_428_800_000;

/** What gives something else each time, and what stands in its place while results are compared. */
const CLOCK_AND_CHANCE: Array<[RegExp, string]> = [
	[/\$now\b|\bDateTime\s*\.\s*(?:now|local|utc)\(\s*\)/g, `DateTime.fromMillis(${MOMENT})`],
	[/\bnew\s+Date\(\s*\)/g, `new Date(${MOMENT})`],
	[/\bDate\s*\.\s*now\(\s*\)/g, String(MOMENT)],
	[/\bMath\s*\.\s*random\(\s*\)/g, '0.5'],
	[/\.\s*randomItem\(\s*\)/g, '[0]'],
];

/** The code of a `{{ }}` in a field, as n8n evaluates it for an item. */
export class EvaluatedCode {
	/** Whether the field must be complete, whatever its code says. */
	readonly isStrict: boolean;

	readonly data: ReadData;

	readonly names: Names;

	constructor(
		readonly code: string,
		readonly item: ReadItem,
		readonly reading: Reading,
	) {
		this.isStrict = reading.counts !== undefined;
		this.data = item.parameters.data;
		this.names = this.data.once(`names ${code}`, () => namesIn(code));
	}

	/** What n8n gives for code, with marks in some places and on a clock that stands still; undefined if it refuses to. */
	given(places: Found['places'] = [], mark?: Mark, code = this.code): unknown {
		const still = stoodStill(code);
		try {
			return replaced(places, mark, () =>
				this.item.context.evaluateExpression(joined(still), this.item.index),
			);
		} catch (error) {
			// n8n's own words for the limits of an evaluation.
			if (/timed out|memory limit/.test(wordsOfError(error).message))
				throw this.refusal('could not be checked: n8n ran out of time or memory', ABOUT_LIMITS);
			return undefined;
		}
	}

	/** A mark for the place of a field: if the code reads fields of it, an object in which they have the mark. */
	markAt(key: string, mark: unknown, depth = 0): unknown {
		const fields = depth < 4 ? [...(this.names.behind.get(key) ?? [])] : [];
		const inner = fields.map((field) => [field, this.markAt(field, mark, depth + 1)]);
		return fields.length === 0 ? mark : Object.fromEntries(inner);
	}

	refusal(what: string, advice: string): InputError {
		const shown = excerpt(this.code, MAX_CODE_LENGTH);
		return new InputError(`'${this.reading.field.displayName}': {{ ${shown} }} ${what}`, advice);
	}
}

/** Code in which neither the clock nor chance changes what it gives. */
export function stoodStill(code: string): string {
	return CLOCK_AND_CHANCE.reduce((still, [from, to]) => still.replace(from, to), code);
}

/** An expression of this code alone, without its equals sign. */
export function joined(code: string): string {
	return ExpressionParser.joinExpression([{ type: 'code', text: code, hasClosingBrackets: true }]);
}
