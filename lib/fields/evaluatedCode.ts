import { ExpressionParser, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { excerpt, InputError } from '../basics';
import type { Flaw } from './plainText';
import { replaced, type Found, type ReadData } from './readData';
import { MAX_CODE_LENGTH } from './typed';

export const WHAT_TO_CHECK = 'Check that the item has everything that this expression points at';

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
	/**
	 * Of a field that must be complete, whatever its code says, a text as it counts, such as the digits of a phone number;
	 * empty for what is no part of one.
	 */
	counts?: (text: string) => string;
	/** What counts as typed, such as a part of the field. */
	typed?: unknown;
}

/** An item, as an expression sees it. */
export interface ReadItem {
	context: IExecuteFunctions;
	index: number;
	parameters: { data: ReadData; readsOwnItems: boolean; isAsItIs: boolean };
}

/** The code of a `{{ }}` in a field, as n8n evaluates it for an item. */
export class EvaluatedCode {
	/** Whether the field must be complete, whatever its code says. */
	readonly isStrict: boolean;

	constructor(
		readonly code: string,
		protected readonly item: ReadItem,
		readonly reading: Reading,
	) {
		this.isStrict = reading.counts !== undefined;
	}

	/** What n8n gives for code with another value in some places; undefined if it refuses to. */
	given(places: Found['places'] = [], mark?: unknown, code = this.code): unknown {
		try {
			return replaced(places, mark, () =>
				this.item.context.evaluateExpression(joined(code), this.item.index),
			);
		} catch {
			return undefined;
		}
	}

	/** As `named` of `ReadData`, for this field. */
	named(what: string, isWanted: (value: unknown) => boolean): Found[] {
		const inField = `${what} in ${this.reading.field.name}`;
		return this.data.named(this.code, this.item.index, inField, isWanted, this.isStrict);
	}

	get data(): ReadData {
		return this.item.parameters.data;
	}

	refusal(what: string, advice = WHAT_TO_CHECK): InputError {
		const shown = excerpt(this.code, MAX_CODE_LENGTH);
		return new InputError(`'${this.reading.field.displayName}': {{ ${shown} }} ${what}`, advice);
	}
}

/** An expression of this code alone, without its equals sign. */
export function joined(code: string): string {
	return ExpressionParser.joinExpression([{ type: 'code', text: code, hasClosingBrackets: true }]);
}
