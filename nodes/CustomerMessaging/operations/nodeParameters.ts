import type { IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../delivery/tool';
import { holdsExpression, itemLookupOf, type ItemLookup } from './itemField';

type ParameterOptions = { extractValue?: boolean };

/** A reading that is kept: its value, or the error that it threw. */
type Reading = { value: unknown } | { error: unknown };

/**
 * The node's form as the operations read it, item by item.
 *
 * A field without an expression is the same for every item: it is read and checked once, however
 * many items there are. One that only points at fields of the item, as most expressions do, is
 * looked up there: evaluating a single expression takes n8n as long as sending the message.
 */
export class NodeParameters {
	private readonly readings = new Map<string, Reading>();

	private readonly fixed = new Map<string, boolean>();

	private readonly lookups = new Map<string, ItemLookup | undefined>();

	constructor(readonly context: IExecuteFunctions) {}

	/**
	 * Reads one field for an item and checks it. A field always has the same check, as what it came
	 * to is kept under the field's name.
	 *
	 * Takes the parameter's name, the item, the check that turns the raw value into the one that
	 * is used, and how n8n is to read it. Returns what the check returns; throws what it throws.
	 */
	read<Value>(
		name: string,
		itemIndex: number,
		check: (value: unknown) => Value,
		options: ParameterOptions & { fallback?: unknown } = {},
	): Value {
		const { fallback = '', ...parameterOptions } = options;
		const readNow = (index: number): Value =>
			check(this.context.getNodeParameter(name, index, fallback, parameterOptions) as unknown);
		if (!this.isFixed(name, fallback)) {
			const value = this.readFromItem(name, itemIndex);
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

	/** A field as the user typed it, with its expressions as such. */
	typed(name: string, fallback: unknown = ''): unknown {
		return this.context.getNodeParameter(name, 0, fallback, { rawExpressions: true });
	}

	/** Whether the user has added an option to a collection, whatever its value. */
	isGiven(collection: string, option: string): boolean {
		return Object.hasOwn((this.typed(collection, {}) ?? {}) as object, option);
	}

	/** Whether a field holds no expression anywhere, so that every item has the same value. */
	isFixed(name: string, fallback: unknown = ''): boolean {
		let fixed = this.fixed.get(name);
		if (fixed === undefined) {
			const typed = this.typed(name, fallback);
			fixed = !holdsExpression(typed);
			this.fixed.set(name, fixed);
			// As an agent's tool, the node's items are what the agent gave, not what `$json` stands for.
			this.lookups.set(name, isTool(this.context.getNode()) ? undefined : itemLookupOf(typed));
		}
		return fixed;
	}

	/** The value where all expressions only point at fields of the item; undefined otherwise. */
	private readFromItem(name: string, itemIndex: number): unknown {
		return this.lookups.get(name)?.(this.context.getInputData()[itemIndex]?.json);
	}
}

function readingOf(read: () => unknown): Reading {
	try {
		return { value: read() };
	} catch (error) {
		return { error };
	}
}
