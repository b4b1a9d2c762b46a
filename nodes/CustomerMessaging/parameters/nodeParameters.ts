import {
	ExpressionParser,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { InputError, wordsOfError } from '../primitives/failure';
import { isObject, objectIn, parsedJson } from '../primitives/json';
import { isTool } from '../primitives/tool';
import { excerpt, showsNothing } from '../primitives/visibleText';
import { differsByItem } from './agentValues';
import { hasCondition, isPath, listsIn, pathsGiven, pathsIn } from './code';
import { holeIn, isWordForNothing } from './hole';
import { itemFieldOf, ONLY_N8N } from './itemField';
import { flawOf, mayHaveLostDigits, textOf, textsIn, type Flaw } from './plainText';
import { holdsExpression, MAX_CODE_LENGTH, refuseUnfinishedExpressions, typedIn } from './typed';

const GIVES_NOTHING = 'gives nothing for this item';

const WHAT_TO_CHECK = 'Check that the item has everything that this expression points at';

const ABOUT_NOTHING = `${WHAT_TO_CHECK}. If it may be empty, say so, as in {{ $json.title || '' }}`;

const ABOUT_READS = `${WHAT_TO_CHECK}. If a value may be missing, say what to write then, as in {{ 'Dear ' + ($json.name || 'customer') }}`;

/** What n8n and Luxon say of a date that they cannot read. */
const NO_DATE = /invalid date|luxon/i;

const ABOUT_DATES =
	"Correct the date, or use an expression that reads dates of this form, such as {{ DateTime.fromFormat($json.date, 'd.M.yyyy').toFormat('d LLLL yyyy') }}";

const NOT_FOR_THIS_ITEM = 'differs between the items of the agent, and n8n takes it from the first';

const ABOUT_AGENT_ITEMS =
	"Put a 'Loop Over Items' node with 'Batch Size' 1 in front of the agent, and take the value with $json, as in {{ $json.phone }}";

const ABOUT_HOLES = `${WHAT_TO_CHECK}. If the item does say that, give it braces of its own, as in You wrote: {{ $json.note }}`;

/** A text that a `{{ }}` gives. */
export interface Piece {
	text: string;
	/** What stands in front of it in its field; undefined if it stands there alone. */
	before?: string;
	/** Whether its code may have put it together without a value that is missing. */
	isIncomplete: boolean;
}

interface Reading {
	field: INodeProperties;
	/** What is wrong with a piece, such as `is too long`; undefined if nothing is. */
	flawOfPiece?: (piece: Piece) => Flaw | undefined;
	/** Whether `true` and `false` are texts like any other. */
	mayBeBoolean?: boolean;
	/** Whether what is put together must be complete, even in front of a fallback. */
	needsEveryPart?: boolean;
	/** What counts as typed, such as a part of the field. */
	typed?: unknown;
}

/** The parameters of a node that runs, as they were typed. */
export class NodeParameters {
	private readonly typedByName: ReadonlyMap<string, unknown>;

	/** The texts in each list of all items that an expression reads, such as `$('Orders').all()`. */
	readonly listTexts = new Map<string, string[]>();

	/** The items of an agent's tool are the agent's input, which is not what `$json` stands for. */
	readonly isTool: boolean;

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

	refuseUnfinishedExpressions(): void {
		refuseUnfinishedExpressions(this.fields.map((field) => [field, this.typed(field)]));
	}
}

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

	/**
	 * Reads a field, or takes its default if it is an option that was not added. Every value that an expression reads has to
	 * be there, unless its code says what happens then. An expression that is the whole field keeps its type; any other has
	 * to give a plain value, or null or an empty text if its code says so.
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
			throw silent === undefined ? error : refusal(field, silent, GIVES_NOTHING);
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
		const expression = typed.slice('='.length);
		const chunks = ExpressionParser.splitExpression(expression);
		const [start, first, ...others] = chunks;
		if (start?.text === '' && first?.type === 'code' && others.length === 0)
			return this.wholeOfCode(first.text, reading);
		const whole = chunks.reduce(
			(before, { type, text }) =>
				before + (type === 'text' ? text : this.textOfCode(text, reading, before)),
			'',
		);
		if (!ONLY_N8N.test(expression)) return whole;
		return this.evaluated(expression, reading.field, excerpt(expression, MAX_CODE_LENGTH));
	}

	/** The value of a `{{ }}` that is the whole field. */
	private wholeOfCode(code: string, reading: Reading): unknown {
		const value = this.valueOfCode(code, reading);
		if (typeof value === 'string' && !showsNothing(value)) this.checkPiece(value, code, reading);
		return value;
	}

	/** The text of a `{{ }}` that is only part of a field. */
	private textOfCode(code: string, reading: Reading, before: string): string {
		const { field, mayBeBoolean } = reading;
		const value = this.valueOfCode(code, reading);
		const isMissing = value === undefined;
		if (isMissing || (showsNothing(value) && !hasCondition(code)))
			throw refusal(field, inBraces(code), GIVES_NOTHING, isMissing ? undefined : ABOUT_NOTHING);
		const flaw = flawOf(value ?? '', mayBeBoolean);
		if (flaw !== undefined) throw refusal(field, inBraces(code), `gives ${flaw.what}`, flaw.advice);
		const text = textOf(value ?? '');
		this.checkPiece(text, code, reading, before);
		return text;
	}

	private checkPiece(
		text: string,
		code: string,
		{ field, flawOfPiece }: Reading,
		before?: string,
	): void {
		if (flawOfPiece === undefined) return;
		const values = isPath(code) ? [] : this.reads(code).map(({ value }) => value);
		const isIncomplete = values.some((value) => flawOfRead(value)) && !values.includes(text);
		const flaw = flawOfPiece({ text, before, isIncomplete });
		if (flaw === undefined) return;
		const what = `gives '${excerpt(text)}', which ${flaw.what}`;
		throw refusal(field, inBraces(code), what, flaw.advice);
	}

	/** The value of a `{{ }}`, if it reads nothing that is missing, and has no hole. */
	private valueOfCode(code: string, reading: Reading): unknown {
		const { field } = reading;
		const mayBeBoolean = reading.mayBeBoolean ?? field.type === 'boolean';
		if (!isPath(code)) this.checkReads(code, { ...reading, mayBeBoolean });
		const value = this.ownField(code) ?? this.evaluated(joined(code), field, inBraces(code));
		const inJson = field.type === 'json' && typeof value === 'string' ? parsedJson(value) : {};
		const hole = holeIn(inJson.value ?? value, code, () => this.textsRead(code), mayBeBoolean);
		if (NO_DATE.test(hole ?? flawOf(value)?.what ?? '')) this.refuseUnreadDate(code, field);
		if (hole === undefined) return value;
		const what = `gives '${excerpt(hole)}', so a value is missing`;
		throw refusal(field, inBraces(code), what, isPath(code) ? undefined : ABOUT_HOLES);
	}

	/** Looks at each value that code reads as if it stood in braces of its own, unless the code says what happens without it. */
	private checkReads(code: string, reading: Reading): void {
		const { field, mayBeBoolean, flawOfPiece, needsEveryPart } = reading;
		const given = pathsGiven(code, (part) => this.valueAt(part), needsEveryPart);
		for (const { path, value } of this.reads(code)) {
			const text = typeof value === 'string' ? value : undefined;
			const flaw =
				flawOfRead(value, mayBeBoolean) ??
				(text === undefined ? undefined : flawOfPiece?.({ text, isIncomplete: false }));
			if (flaw === undefined || !(given.has(path) || mayHaveLostDigits(value))) continue;
			const what = `reads ${path}, which ${flaw.what}`;
			throw refusal(field, inBraces(code), what, flaw.advice);
		}
	}

	private evaluated(expression: string, field: INodeProperties, shown: string): unknown {
		if (this.parameters.isTool && differsByItem(this.context, expression))
			throw refusal(field, shown, NOT_FOR_THIS_ITEM, ABOUT_AGENT_ITEMS);
		try {
			return this.context.evaluateExpression(expression, this.index);
		} catch (error) {
			const { message, advice } = wordsOfError(error);
			if (NO_DATE.test(message)) this.refuseUnreadDate(expression, field, shown);
			throw refusal(field, shown, `fails: ${message}`, advice.trim() || undefined);
		}
	}

	private ownItem(): IDataObject | undefined {
		return this.context.getInputData()[this.index]?.json;
	}

	/** What code finds that only points at a field of the item. For an agent's tool, `$json` is not the node's own item. */
	private ownField(code: string): unknown {
		return itemFieldOf(code)?.(this.parameters.isTool ? undefined : this.ownItem());
	}

	/** The values that code points at, but not those that n8n refuses to evaluate, because n8n itself says why. */
	private reads(code: string): Array<{ path: string; value: unknown }> {
		return pathsIn(code).flatMap((path) => {
			try {
				return [{ path, value: this.valueAt(path) }];
			} catch {
				return [];
			}
		});
	}

	private valueAt(code: string): unknown {
		return this.ownField(code) ?? this.found(code);
	}

	private found(path: string): unknown {
		return this.context.evaluateExpression(joined(path), this.index);
	}

	private textsRead(code: string): string[] {
		const { isTool, listTexts } = this.parameters;
		const lists = listsIn(code).flatMap((list) => {
			const texts = listTexts.get(list) ?? textsIn(this.found(list));
			listTexts.set(list, texts);
			return texts;
		});
		const given = isTool ? [this.ownItem()] : [];
		return [...lists, ...textsIn([...given, ...this.reads(code).map(({ value }) => value)])];
	}

	/** Throws an InputError that names what code reads for a date, if it reads anything. */
	private refuseUnreadDate(code: string, field: INodeProperties, shown = inBraces(code)): void {
		const texts = this.reads(code)
			.filter(({ value }) => ['string', 'number'].includes(typeof value))
			.map(({ value }) => `'${excerpt(String(value))}'`)
			.filter((text) => !NO_DATE.test(text));
		const what = `cannot read ${texts.join(', ')} as a date`;
		if (texts.length > 0) throw refusal(field, shown, what, ABOUT_DATES);
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

/** Why a value that code reads is no value; undefined for one that is, for a list with entries, and for any object. */
function flawOfRead(value: unknown, mayBeBoolean = false): Flaw | undefined {
	if (showsNothing(value)) return { what: 'has no value', advice: ABOUT_READS };
	if (Array.isArray(value) && value.length === 0)
		return { what: 'is an empty list', advice: ABOUT_READS };
	if (typeof value === 'string' && isWordForNothing(value, mayBeBoolean))
		return { what: `is '${excerpt(value)}', a word for nothing`, advice: ABOUT_READS };
	const flaw = typeof value === 'object' ? undefined : flawOf(value, mayBeBoolean);
	return flaw && { what: `is ${flaw.what}`, advice: flaw.advice };
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
