import {
	ExpressionParser,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';

import { InputError, wordsOfError } from '../primitives/failure';
import { excerpt, isObject, listIn, objectIn, showsNothing } from '../primitives/json';
import { isTool } from '../primitives/tool';
import { hasHole, TextsOfItems } from './hole';
import { itemFieldOf, ONLY_N8N } from './itemField';
import { flawOf, parsedJson, textOf, textsIn, type Flaw } from './texts';
import { holdsExpression, MAX_CODE_LENGTH, refuseUnfinishedExpressions, typedIn } from './typed';

/** What code reads besides its own item: of the input or a node by its name, the paired item or any. */
const OTHER_ITEMS =
	/(?:\$input\b|\$(?:\(|node\[|items\()\s*("[^"]+"|'[^']+'|`[^`]+`)(?:\s*[)\]])?)(\s*\??\.\s*item\b)?/g;

const GIVES_NOTHING = 'gives nothing for this item';

const WHAT_TO_CHECK = 'Check that the item has everything that this expression points at';

/** What is wrong with the text that a `{{ }}` among others gives, such as `which …`; undefined if nothing is. */
type FlawOfPiece = (text: string) => Flaw | undefined;

/** The parameters of a node that runs, as they were typed. */
export class NodeParameters {
	private readonly typedByName: ReadonlyMap<string, unknown>;

	/** As an agent's tool, the node's items are the agent's input, which is not what `$json` stands for. */
	readonly isTool: boolean;

	/** The texts of other nodes' items by what evaluates to them, as each node is looked at once. */
	readonly textsOfNodes = new Map<string, TextsOfItems>();

	/** @param fields the operation's */
	constructor(
		readonly context: IExecuteFunctions,
		private readonly fields: INodeProperties[],
	) {
		this.isTool = isTool(context.getNode());
		this.typedByName = new Map(fields.flatMap((field) => typedIn(field, this.stored(field))));
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

	/** Throws an InputError if an expression was typed only in part. */
	refuseUnfinishedExpressions(): void {
		refuseUnfinishedExpressions(this.fields.map((field) => [field, this.typed(field)]));
	}
}

/** The parameters of a node for one of its items. */
export class ItemParameters {
	readonly context: IExecuteFunctions;

	constructor(
		readonly parameters: NodeParameters,
		readonly index: number,
	) {
		this.context = parameters.context;
	}

	/** Whether a field's value may differ from item to item. */
	hasExpression(field: INodeProperties): boolean {
		return holdsExpression(this.parameters.typed(field));
	}

	/** Whether a field's text was typed or is in an item as it stands, so that no expression has put it together. */
	isAsItStands(field: INodeProperties, text: string): boolean {
		if (!this.hasExpression(field)) return true;
		for (const { texts } of this.itemsRead(String(this.parameters.typed(field))))
			if (texts.has(text)) return true;
		return false;
	}

	/**
	 * Reads a field, or takes its default if it is an option that was not added. An expression alone keeps its type.
	 * Among others, each `{{ }}` has to give a plain value, or null or an empty text if the field `mayHaveGaps`. Throws
	 * what the check throws, and an InputError for a hole.
	 */
	read<Value>(
		field: INodeProperties,
		check: (value: unknown) => Value,
		flawOfPiece?: FlawOfPiece,
	): Value {
		const typed = this.parameters.typed(field);
		const value = typed === undefined ? field.default : this.valueIn(typed, field, flawOfPiece);
		try {
			return check(value);
		} catch (error) {
			const silent = silentExpression(typed, value);
			throw silent === undefined ? error : refusal(field, silent, GIVES_NOTHING);
		}
	}

	private valueIn(typed: unknown, field: INodeProperties, flawOfPiece?: FlawOfPiece): unknown {
		if (!holdsExpression(typed)) return typed;
		const part = (inner: unknown): unknown => this.valueIn(inner, field, flawOfPiece);
		if (Array.isArray(typed)) return typed.map(part);
		if (typeof typed !== 'string')
			return Object.fromEntries(
				Object.entries(objectIn(typed)).map(([name, inner]) => [name, part(inner)]),
			);
		const expression = typed.slice('='.length);
		const chunks = ExpressionParser.splitExpression(expression);
		const [before, code, ...others] = chunks;
		if (before?.text === '' && code?.type === 'code' && others.length === 0)
			return this.valueOfCode(code.text, field);
		const texts = chunks.map(({ type, text }) =>
			type === 'text' ? text : this.textOfCode(text, field, flawOfPiece),
		);
		if (!ONLY_N8N.test(expression)) return texts.join('');
		return this.evaluated(expression, field, excerpt(expression, MAX_CODE_LENGTH));
	}

	/** What a `{{ }}` gives among others. */
	private textOfCode(code: string, field: INodeProperties, flawOfPiece?: FlawOfPiece): string {
		const value = this.valueOfCode(code, field);
		const mayBeGap = field.typeOptions?.mayHaveGaps === true && value !== undefined;
		if (mayBeGap && showsNothing(value)) return String(value ?? '');
		if (showsNothing(value)) throw refusal(field, inBraces(code), GIVES_NOTHING);
		const flaw = flawOf(value);
		if (flaw !== undefined) throw refusal(field, inBraces(code), `gives ${flaw.what}`, flaw.advice);
		const text = textOf(value);
		const { what, advice } = flawOfPiece?.(text) ?? {};
		if (what === undefined) return text;
		throw refusal(field, inBraces(code), `gives '${excerpt(text)}', ${what}`, advice);
	}

	/** What a `{{ }}` gives alone. */
	private valueOfCode(code: string, field: INodeProperties): unknown {
		const json = this.parameters.isTool ? undefined : this.ownItem();
		const value = itemFieldOf(code)?.(json) ?? this.evaluated(joined(code), field, inBraces(code));
		const inJson = field.type === 'json' && typeof value === 'string' ? parsedJson(value) : {};
		for (const text of textsIn(inJson.value ?? value))
			if (hasHole(text, code, this.itemsRead(code)))
				throw refusal(field, inBraces(code), `gives '${excerpt(text)}', so a value is missing`);
		return value;
	}

	private evaluated(expression: string, field: INodeProperties, shown: string): unknown {
		try {
			return this.context.evaluateExpression(expression, this.index);
		} catch (error) {
			const { message, advice } = wordsOfError(error);
			throw refusal(field, shown, `fails: ${message}`, advice.trim() || undefined);
		}
	}

	private ownItem(): IDataObject | undefined {
		return this.context.getInputData()[this.index]?.json;
	}

	/** As an agent's tool, the node's own item is what the agent gave, and `$json` another one. */
	private *itemsRead(code: string): Generator<TextsOfItems> {
		const evaluated = (read: string): unknown => {
			try {
				return this.context.evaluateExpression(`{{ ${read} }}`, this.index);
			} catch {
				return undefined;
			}
		};
		yield new TextsOfItems([this.ownItem()]);
		if (this.parameters.isTool) yield new TextsOfItems([evaluated('$json')]);
		const known = this.parameters.textsOfNodes;
		for (const [, node, isPaired] of code.matchAll(OTHER_ITEMS)) {
			const from = node === undefined ? '$input' : `$(${node})`;
			if (isPaired !== undefined) {
				yield new TextsOfItems([evaluated(`${from}.item.json`)]);
				continue;
			}
			const read = `${from}.all()`;
			const texts =
				known.get(read) ??
				new TextsOfItems(listIn(evaluated(read)).map((item) => objectIn(item).json));
			known.set(read, texts);
			yield texts;
		}
	}
}

/** @param shown the expression, as an error shows it */
function refusal(
	{ displayName }: INodeProperties,
	shown: string,
	what: string,
	advice = WHAT_TO_CHECK,
): InputError {
	return new InputError(`'${displayName}': ${shown} ${what}`, advice);
}

/** An expression of this code alone, without its equals sign. */
function joined(code: string): string {
	return ExpressionParser.joinExpression([{ type: 'code', text: code, hasClosingBrackets: true }]);
}

function inBraces(code: string): string {
	return `{{ ${excerpt(code, MAX_CODE_LENGTH)} }}`;
}

/** The first expression that gave nothing for a whole field, or for a field in it. */
function silentExpression(typed: unknown, value: unknown): string | undefined {
	if (isObject(typed))
		return Object.entries(typed)
			.map(([name, inner]) => silentExpression(inner, objectIn(value)[name]))
			.find((one) => one !== undefined);
	const isExpression = typeof typed === 'string' && /^=.*\S/s.test(typed);
	return isExpression && showsNothing(value)
		? excerpt(typed.slice('='.length), MAX_CODE_LENGTH)
		: undefined;
}
