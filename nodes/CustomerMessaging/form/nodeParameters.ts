import { ExpressionParser, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../reporting/tool';
import { holdsExpression, itemLookupOf, type ItemLookup } from './itemField';

type ParameterOptions = { extractValue?: boolean };

/** A result that is kept: the value, or the error that was thrown. */
type Reading = { value: unknown } | { error: unknown };

/** One `{{ }}` of a text. */
interface InnerExpression {
	expression: string;
	lookup: ItemLookup | undefined;
}

export interface ItemParameters {
	index: number;
	context: IExecuteFunctions;
	/**
	 * Reads a field, and checks it. The result of a field without expressions is kept under the field's name, so it must
	 * always have the same check. Throws what the check throws.
	 */
	read<Value>(
		name: string,
		check: (value: unknown) => Value,
		options?: ParameterOptions & { fallback?: unknown },
	): Value;
	/** What each `{{ }}` in a text gives; none if the field is not a text with expressions in it. */
	expressionsIn(name: string): unknown[];
}

/**
 * The node's parameters.
 *
 * One without an expression is read and checked once for all items. One that only points at fields of the item, as
 * most expressions do, is looked up there, because evaluating a single expression takes n8n as long as sending the
 * message.
 */
export class NodeParameters {
	private readonly readings = new Map<string, Reading>();

	private readonly fixed = new Map<string, boolean>();

	private readonly lookups = new Map<string, ItemLookup | undefined>();

	private readonly expressions = new Map<string, InnerExpression[]>();

	constructor(readonly context: IExecuteFunctions) {}

	item(index: number): ItemParameters {
		const { context } = this;
		return {
			index,
			context,
			read: (name, check, options) => this.read(name, index, check, options),
			expressionsIn: (name) => this.expressionsIn(name, index),
		};
	}

	private read<Value>(
		name: string,
		itemIndex: number,
		check: (value: unknown) => Value,
		options: ParameterOptions & { fallback?: unknown } = {},
	): Value {
		const { fallback = '', ...parameterOptions } = options;
		const readNow = (index: number): Value =>
			check(this.context.getNodeParameter(name, index, fallback, parameterOptions) as unknown);
		if (!this.isFixed(name, fallback)) {
			const value = this.lookups.get(name)?.(this.jsonOf(itemIndex));
			return value === undefined ? readNow(itemIndex) : check(value);
		}

		let reading = this.readings.get(name);
		if (reading === undefined) {
			reading = readingOf(() => readNow(0));
			this.readings.set(name, reading);
		}
		if ('error' in reading) throw reading.error;
		return reading.value as Value;
	}

	private expressionsIn(name: string, itemIndex: number): unknown[] {
		let expressions = this.expressions.get(name);
		if (expressions === undefined) {
			expressions = this.splitExpressions(name);
			this.expressions.set(name, expressions);
		}
		return expressions.map(
			({ expression, lookup }) =>
				lookup?.(this.jsonOf(itemIndex)) ?? this.context.evaluateExpression(expression, itemIndex),
		);
	}

	private splitExpressions(name: string): InnerExpression[] {
		const typed = this.typed(name);
		if (typeof typed !== 'string' || !typed.startsWith('=')) return [];
		return ExpressionParser.splitExpression(typed.slice('='.length)).flatMap((chunk) => {
			if (chunk.type !== 'code') return [];
			const expression = `{{${chunk.text}}}`;
			return [{ expression, lookup: this.lookupOf(`=${expression}`) }];
		});
	}

	/** A field as the user typed it, expressions included. */
	typed(name: string, fallback: unknown = ''): unknown {
		return this.context.getNodeParameter(name, 0, fallback, { rawExpressions: true });
	}

	/** Whether a field contains no expression, so that every item has the same value. */
	isFixed(name: string, fallback: unknown = ''): boolean {
		let fixed = this.fixed.get(name);
		if (fixed === undefined) {
			const typed = this.typed(name, fallback);
			fixed = !holdsExpression(typed);
			this.fixed.set(name, fixed);
			this.lookups.set(name, this.lookupOf(typed));
		}
		return fixed;
	}

	private lookupOf(typed: unknown): ItemLookup | undefined {
		// As an agent's tool, the node's items are the agent's input, which is not what `$json` stands for.
		return isTool(this.context.getNode()) ? undefined : itemLookupOf(typed);
	}

	private jsonOf(itemIndex: number): IDataObject | undefined {
		return this.context.getInputData()[itemIndex]?.json;
	}
}

function readingOf(read: () => unknown): Reading {
	try {
		return { value: read() };
	} catch (error) {
		return { error };
	}
}
