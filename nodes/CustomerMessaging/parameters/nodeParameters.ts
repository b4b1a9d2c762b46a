import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isTool } from '../primitives/tool';
import { listIn, objectIn } from '../primitives/json';
import {
	holdsExpression,
	nothingGiven,
	readingOf,
	type ExpressionItem,
	type Reading,
	type TextRule,
} from './expressions';
import { TextsOfItems } from './hole';
import { findPlace } from './place';

/** The texts of other nodes' items by run, as each node is looked at once in it, whatever reads the parameters. */
const TEXTS_OF_NODES = new WeakMap<IExecuteFunctions, Map<string, TextsOfItems>>();

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
	/** Whether a field's text was typed or is in an item as it stands, so that no expression has put it together. */
	isAsItStands(name: string, text: string): boolean;
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
			isAsItStands: (name, text) => {
				const typed = this.typed(name);
				if (!holdsExpression(typed)) return true;
				for (const { texts } of this.itemsRead(String(typed), index))
					if (texts.has(text)) return true;
				return false;
			},
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
	private *itemsRead(code: string, index: number): Generator<TextsOfItems> {
		const evaluated = (read: string): unknown => {
			try {
				return this.context.evaluateExpression(`{{ ${read} }}`, index);
			} catch {
				return undefined;
			}
		};
		yield new TextsOfItems([this.context.getInputData()[index]?.json]);
		if (this.isTool) yield new TextsOfItems([evaluated('$json')]);
		const known = TEXTS_OF_NODES.get(this.context) ?? new Map<string, TextsOfItems>();
		TEXTS_OF_NODES.set(this.context, known);
		for (const [, node] of code.matchAll(OTHER_ITEMS)) {
			const read = node === undefined ? '$input.all()' : `$(${node}).all()`;
			const texts =
				known.get(read) ??
				new TextsOfItems(listIn(evaluated(read)).map((item) => objectIn(item).json));
			known.set(read, texts);
			yield texts;
		}
	}
}
