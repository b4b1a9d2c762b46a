import { ExpressionParser, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { isObject, objectIn, readsOwnItems, showsNothing } from '../basics';
import { Code } from './code';
import type { Reading } from './evaluatedCode';
import { missingValueOption, SEND_AS_IT_IS } from './missingValue';
import { ReadData } from './readData';
import { holdsExpression, refuseUnfinishedExpressions, typedIn } from './typed';

/** The parameters of a node that runs, as they were typed. */
export class NodeParameters {
	private readonly typedByName: ReadonlyMap<string, unknown>;

	readonly data: ReadData;

	/** Whether a value that is missing is used as it is. */
	readonly isAsItIs: boolean;

	readonly readsOwnItems: boolean;

	/** @param fields the operation's */
	constructor(
		readonly context: IExecuteFunctions,
		private readonly fields: INodeProperties[],
	) {
		this.readsOwnItems = readsOwnItems(context.getNode());
		this.data = new ReadData(context);
		this.typedByName = new Map(fields.flatMap((field) => typedIn(field, this.stored(field))));
		this.isAsItIs = this.typed(missingValueOption) === SEND_AS_IT_IS;
	}

	item(index: number): ItemParameters {
		return new ItemParameters(this, index);
	}

	/** What was typed in a field, expressions included; undefined for an option that was not added. */
	typed(field: INodeProperties): unknown {
		return this.typedByName.get(field.name);
	}

	/** A field as the workflow keeps it, with its labels. */
	stored({ name, default: byDefault }: INodeProperties): unknown {
		return this.context.getNodeParameter(name, 0, byDefault, { rawExpressions: true });
	}

	refuseUnfinishedExpressions(): void {
		refuseUnfinishedExpressions(this.fields.map((field) => [field, this.typed(field)]));
	}
}

export class ItemParameters {
	constructor(
		readonly parameters: NodeParameters,
		readonly index: number,
	) {}

	get context(): IExecuteFunctions {
		return this.parameters.context;
	}

	/** Whether a field's value may differ from item to item. */
	hasExpression(field: INodeProperties): boolean {
		return holdsExpression(this.parameters.typed(field));
	}

	/**
	 * Reads a field, or takes its default if it is an option that was not added. Every value that an expression would show has
	 * to be there, unless its code says what happens without it. An expression that is the whole field keeps its type; any other
	 * has to give a plain value, or nothing if its code says so.
	 */
	read<Value>(
		field: INodeProperties,
		check: (value: unknown) => Value,
		more?: Omit<Reading, 'field'>,
	): Value {
		const typed = more?.typed ?? this.parameters.typed(field);
		const value = typed === undefined ? field.default : this.valueIn(typed, { field, ...more });
		try {
			return check(value);
		} catch (error) {
			const silent = silentExpression(typed, value);
			throw silent === undefined
				? error
				: new Code(silent, this, { field, ...more }).refusalOfNothing();
		}
	}

	private valueIn(typed: unknown, reading: Reading): unknown {
		if (!holdsExpression(typed)) return typed;
		const part = (inner: unknown): unknown => this.valueIn(inner, reading);
		if (Array.isArray(typed)) return typed.map(part);
		if (typeof typed !== 'string')
			return Object.fromEntries(
				Object.entries(objectIn(typed)).map(([name, inner]) => [name, part(inner)]),
			);
		const chunks = ExpressionParser.splitExpression(typed.slice('='.length));
		const [start, first, ...others] = chunks;
		if (start?.text === '' && first?.type === 'code' && others.length === 0)
			return new Code(first.text, this, reading).value();
		return chunks.reduce(
			(before, { type, text }) =>
				before + (type === 'text' ? text : new Code(text, this, reading).text(before)),
			'',
		);
	}
}

/** The code of the first expression that gave nothing for a whole field, or for a field in it. */
function silentExpression(typed: unknown, value: unknown): string | undefined {
	if (isObject(typed))
		return Object.entries(typed)
			.map(([name, inner]) => silentExpression(inner, objectIn(value)[name]))
			.find((one) => one !== undefined);
	if (typeof typed !== 'string' || !/^=.*\S/s.test(typed) || !showsNothing(value)) return undefined;
	const chunks = ExpressionParser.splitExpression(typed.slice('='.length));
	return (chunks.find(({ type }) => type === 'code') ?? chunks[0])?.text;
}
