import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isTool } from '../reporting/tool';
import { objectIn } from '../service/json';
import {
	holdsExpression,
	nothingGiven,
	readingOf,
	type ExpressionItem,
	type Reading,
	type TextRule,
} from './expressions';
import { findPlace } from './place';

/** What an expression's code reads besides its own item: all items of the input, or those of a node by its name. */
const OTHER_ITEMS = /\$input\b|\$(?:\(|node\[|items\()\s*("[^"]+"|'[^']+'|`[^`]+`)/g;

interface ReadOptions extends TextRule {
	fallback?: unknown;
	/** Whether the field is a resource locator, of which the value is wanted. */
	extractValue?: boolean;
}

export interface ItemParameters {
	index: number;
	context: IExecuteFunctions;
	/** Whether a field's value may differ from item to item. */
	hasExpression(name: string): boolean;
	/** Reads a field, and checks it. Throws what the check throws, and an InputError for a text with a hole in it. */
	read<Value>(name: string, check: (value: unknown) => Value, options?: ReadOptions): Value;
}

/**
 * The node's parameters.
 *
 * One without an expression is read once for all items. In the others, an expression that only points at a field of the
 * item, as most do, is looked up there, because evaluating it takes n8n as long as sending the message.
 */
export class NodeParameters {
	/** How each parameter is read, by its name. */
	private readonly readings = new Map<string, Reading>();

	/** As an agent's tool, the node's items are the agent's input, which is not what `$json` stands for. */
	private readonly isTool: boolean;

	/** @param fields the operation's, by whose names errors call the parameters */
	constructor(
		readonly context: IExecuteFunctions,
		private readonly fields: INodeProperties[],
	) {
		this.isTool = isTool(context.getNode());
	}

	item(index: number): ItemParameters {
		const { context } = this;
		return {
			index,
			context,
			hasExpression: (name) => holdsExpression(this.typed(name)),
			read: (name, check, options) => {
				const value = this.readingOf(name, options)(this.itemAt(index));
				try {
					return check(value);
				} catch (error) {
					const typed = this.source(name, options);
					throw nothingGiven(value, typed, findPlace(this.fields, name)) ?? error;
				}
			},
		};
	}

	/** A field as the user typed it, of a resource locator only its value. */
	private source(name: string, { fallback, extractValue = false }: ReadOptions = {}): unknown {
		const typed = this.typed(name, fallback);
		const { value = typed } = extractValue ? objectIn(typed) : {};
		return value;
	}

	private readingOf(name: string, options: ReadOptions = {}): Reading {
		const known = this.readings.get(name);
		if (known !== undefined) return known;
		const reading = this.makeReading(name, options);
		this.readings.set(name, reading);
		return reading;
	}

	private makeReading(name: string, options: ReadOptions): Reading {
		const { fallback = '', extractValue = false } = options;
		const typed = this.source(name, options);
		if (holdsExpression(typed)) return readingOf(typed, findPlace(this.fields, name), options);
		const value: unknown = this.context.getNodeParameter(name, 0, fallback, { extractValue });
		return () => value;
	}

	/** A field as the user typed it, expressions included. */
	typed(name: string, fallback: unknown = ''): unknown {
		return this.context.getNodeParameter(name, 0, fallback, { rawExpressions: true });
	}

	private itemAt(index: number): ExpressionItem {
		const { context } = this;
		return {
			json: this.isTool ? undefined : context.getInputData()[index]?.json,
			evaluate: (expression) => context.evaluateExpression(expression, index),
			itemsRead: (code) => this.itemsRead(code, index),
		};
	}

	/** As an agent's tool, the node's own item is what the agent gave, and `$json` another one. */
	private itemsRead(code: string, index: number): unknown[] {
		const { context } = this;
		const items = [...code.matchAll(OTHER_ITEMS)].map(([, node]) =>
			node === undefined ? '$input.all()' : `$(${node}).all()`,
		);
		return [
			context.getInputData()[index],
			...['$json', ...items].map((read) => {
				try {
					return context.evaluateExpression(`{{ ${read} }}`, index);
				} catch {
					return undefined;
				}
			}),
		];
	}
}
