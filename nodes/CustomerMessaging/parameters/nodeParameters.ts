import { ExpressionParser, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { InputError, wordsOfError } from '../primitives/failure';
import { isObject, objectIn, parsedJson } from '../primitives/json';
import { isTool } from '../primitives/tool';
import { excerpt, showsNothing } from '../primitives/visibleText';
import { differsByItem } from './agentValues';
import { aboutDate, GUESSES, ISO_DATE, NO_DATE, SOME_DAY } from './dates';
import { isPath, itemFieldOf, ONLY_N8N } from './itemField';
import { Marks, replaced } from './marks';
import { missingValueOption, SEND_AS_IT_IS, WAY_OUT } from './missingValue';
import { dateText, flawOf, textOf, textsIn, type Flaw } from './plainText';
import { ReadData, type Found } from './readData';
import {
	holdsExpression,
	MAX_CODE_LENGTH,
	QUOTED,
	refuseUnfinishedExpressions,
	typedIn,
} from './typed';
import { countsInText, hasHole, isWordForNothing, withoutWordsForNothing } from './wordsForNothing';

const GIVES_NOTHING = 'gives nothing for this item';

const WHAT_TO_CHECK = 'Check that the item has everything that this expression points at';

const ABOUT_NOTHING = `${WHAT_TO_CHECK}. If it may be empty, say so, as in {{ $json.title || '' }}`;

const ABOUT_READS = `${WHAT_TO_CHECK}. If a value may be missing, say what to write then, as in {{ 'Dear ' + ($json.name || 'customer') }}`;

const NOTHING_IS_MISSING = 'gives nothing, although all that it reads is there';

const ABOUT_FAILING =
	'Look at the expression in the editor: it probably uses a function that this kind of value, or n8n, does not have';

/** What n8n says of `$env`, unless the person who runs it allows that. */
const BLOCKED = /env vars/;

const READS_ENVIRONMENT = 'reads $env, which n8n blocks';

const ABOUT_ENVIRONMENT = "Enter the value itself, or take it from an 'Edit Fields' node";

const NOT_FOR_THIS_ITEM = 'differs between the items of the agent, and n8n takes it from the first';

const ABOUT_AGENT_ITEMS =
	"Put a 'Loop Over Items' node with 'Batch Size' 1 in front of the agent, and take the value with $json, as in {{ $json.phone }}";

const ABOUT_HOLES = `${WHAT_TO_CHECK}. If the item does say that, give it braces of its own, as in You wrote: {{ $json.note }}`;

/** A text that a `{{ }}` gives. */
export interface Piece {
	text: string;
	/** What stands in front of it in its field; undefined if it stands there alone. */
	before?: string;
}

interface Reading {
	field: INodeProperties;
	/** What is wrong with a piece, such as `is too long`; undefined if nothing is. */
	flawOfPiece?: (piece: Piece) => Flaw | undefined;
	/** Whether `true` and `false` are texts like any other. */
	mayBeBoolean?: boolean;
	/**
	 * Of a field that must be complete, whatever its code says, a text as it counts, such as the digits of a phone number;
	 * empty for what says nothing.
	 */
	counts?: (text: string) => string;
	/** What counts as typed, such as a part of the field. */
	typed?: unknown;
}

/** The parameters of a node that runs, as they were typed. */
export class NodeParameters {
	private readonly typedByName: ReadonlyMap<string, unknown>;

	readonly data: ReadData;

	/** Whether a value that is missing is sent as it is. */
	readonly isAsItIs: boolean;

	/** The items of an agent's tool are the agent's input, which is not what `$json` stands for. */
	readonly isTool: boolean;

	/** @param fields the operation's */
	constructor(
		readonly context: IExecuteFunctions,
		private readonly fields: INodeProperties[],
	) {
		this.isTool = isTool(context.getNode());
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
			throw silent === undefined ? error : this.refusalOfNothing(silent, { field, ...more });
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
		if (typeof value === 'string' && !showsNothing(value)) checkPiece(value, code, reading);
		return value;
	}

	/** The text of a `{{ }}` that is only part of a field. */
	private textOfCode(code: string, reading: Reading, before: string): string {
		const { field, mayBeBoolean, counts } = reading;
		const value = this.valueOfCode(code, reading);
		const isAsItIs = this.isAsItIs(counts);
		if (value === undefined && !isAsItIs) throw this.refusalOfNothing(code, reading);
		if (
			showsNothing(value) &&
			!isAsItIs &&
			!this.asked(code, value, reading, (marks) => marks.saysNothing())
		)
			throw refusal(field, inBraces(code), GIVES_NOTHING, ABOUT_NOTHING);
		const flaw = flawOf(value ?? '', mayBeBoolean);
		if (flaw !== undefined) throw refusal(field, inBraces(code), `gives ${flaw.what}`, flaw.advice);
		const text = textOf(value ?? '');
		if (isPath(code) && counts?.(text) === '')
			throw refusal(field, inBraces(code), `gives '${excerpt(text)}', which says nothing here`);
		checkPiece(text, code, reading, before);
		return text;
	}

	/** The value of a `{{ }}`, if it shows everything that it would show if nothing were missing. */
	private valueOfCode(code: string, reading: Reading): unknown {
		const { field } = reading;
		const mayBeBoolean = reading.mayBeBoolean ?? field.type === 'boolean';
		const value = this.ownField(code) ?? this.evaluated(joined(code), field, inBraces(code));
		if (this.isAsItIs(reading.counts)) return asItIs(value, field);
		if (!isPath(code)) this.refuseMissing(code, value, { ...reading, mayBeBoolean });
		this.refuseGuessedDate(code, field);
		const inJson = field.type === 'json' && typeof value === 'string' ? parsedJson(value) : {};
		const hole = this.holeIn(
			textsIn(typeof inJson.value === 'object' ? (inJson.value ?? value) : value),
			code,
			mayBeBoolean,
		);
		const isNoDate = NO_DATE.test(hole ?? flawOf(value)?.what ?? '');
		if (hole === undefined && !isNoDate) return value;
		const missed = this.missing(code, reading).find(({ path }) => path.startsWith('$'));
		if (missed !== undefined && !isPath(code)) throw this.refusalOfMissing(code, missed, reading);
		if (isNoDate && !isPath(code)) this.refuseUnreadDate(code, field);
		if (hole === undefined) return value;
		const what = `gives '${excerpt(hole)}', so a value is missing`;
		throw refusal(
			field,
			inBraces(code),
			what,
			isPath(code) ? WHAT_TO_CHECK + (reading.counts === undefined ? WAY_OUT : '') : ABOUT_HOLES,
		);
	}

	/** Throws an InputError that names a value that is missing, but would show if it were there. */
	private refuseMissing(code: string, value: unknown, reading: Reading): void {
		const missing = this.missing(code, reading);
		if (missing.length === 0) return;
		const missed = this.asked(code, value, reading, (marks) =>
			missing.find((one) => marks.isMissed(one)),
		);
		if (missed !== undefined) throw this.refusalOfMissing(code, missed, reading);
	}

	/** What code names and is missing, whether it would show or not. */
	private missing(code: string, { mayBeBoolean, counts }: Reading): Found[] {
		const { data } = this.parameters;
		const isMissing = (one: unknown): boolean =>
			flawOfRead(one, mayBeBoolean, counts) !== undefined;
		return [
			...data.named(code, this.index, isMissing),
			...data.lacking(code, this.index, counts !== undefined),
		];
	}

	private refusalOfMissing(code: string, { path, value }: Found, reading: Reading): InputError {
		const { what, advice } = flawOfRead(value, reading.mayBeBoolean, reading.counts)!;
		return refusal(reading.field, inBraces(code), `reads ${path}, which ${what}`, advice);
	}

	/** Asks what shows, and takes texts in which nobody sees anything for empty ones. */
	private asked<Answer>(
		code: string,
		value: unknown,
		{ counts }: Reading,
		ask: (marks: Marks) => Answer,
	): Answer {
		const { data } = this.parameters;
		const isBlank = (one: unknown): boolean =>
			typeof one === 'string' && one !== '' && showsNothing(one);
		const blanks = data.named(code, this.index, isBlank).flatMap(({ places }) => places);
		const evaluate = (changed: string): unknown => this.given(changed);
		return replaced(
			blanks,
			() => '',
			() => {
				const before = blanks.length === 0 ? value : evaluate(code);
				return ask(
					new Marks(
						{
							code,
							evaluate,
							counts: counts ?? countsInText,
							isStrict: counts !== undefined,
							names: data.namesIn(code),
						},
						before,
					),
				);
			},
		);
	}

	/** Whether nothing is refused in a field, because the user has said so. */
	private isAsItIs(counts?: Reading['counts']): boolean {
		return counts === undefined && this.parameters.isAsItIs;
	}

	/** A text with a word for nothing that is in nothing that the code reads or writes. */
	private holeIn(texts: string[], code: string, mayBeBoolean: boolean): string | undefined {
		if (isPath(code)) return texts.find((text) => isWordForNothing(text, mayBeBoolean));
		const hole = texts.find(hasHole);
		if (hole === undefined) return undefined;
		// A word that was meant is gone if there are other letters in what is read and written.
		const places = this.parameters.data
			.anywhere(code, this.index, (value) => typeof value === 'string' && hasHole(value))
			.flatMap((one) => one.places);
		const otherwise = replaced(places, withoutWordsForNothing, () =>
			this.given(code.replace(QUOTED, withoutWordsForNothing)),
		);
		return textsIn(otherwise ?? hole).some(hasHole) ? hole : undefined;
	}

	/** What n8n gives for code; undefined if it refuses to. */
	private given(code: string): unknown {
		try {
			return this.context.evaluateExpression(joined(code), this.index);
		} catch {
			return undefined;
		}
	}

	private evaluated(expression: string, field: INodeProperties, shown: string): unknown {
		if (this.parameters.isTool && differsByItem(this.context, expression))
			throw refusal(field, shown, NOT_FOR_THIS_ITEM, ABOUT_AGENT_ITEMS);
		try {
			return this.context.evaluateExpression(expression, this.index);
		} catch (error) {
			const { message, advice } = wordsOfError(error);
			if (NO_DATE.test(message)) this.refuseUnreadDate(expression, field);
			if (BLOCKED.test(message)) throw refusal(field, shown, READS_ENVIRONMENT, ABOUT_ENVIRONMENT);
			throw refusal(field, shown, `fails: ${message}`, advice.trim() || undefined);
		}
	}

	/** What code finds that only points at a field of the item. For an agent's tool, `$json` is not the node's own item. */
	private ownField(code: string): unknown {
		const { isTool } = this.parameters;
		return itemFieldOf(code)?.(isTool ? undefined : this.context.getInputData()[this.index]?.json);
	}

	/** Says why an expression gives nothing: n8n gives nothing for code that fails. */
	private refusalOfNothing(code: string, reading: Reading): InputError {
		const { field } = reading;
		const shown = inBraces(code);
		if (isPath(code)) return refusal(field, shown, GIVES_NOTHING);
		const missed = this.missing(code, reading).find((one) => one.path.startsWith('$'));
		if (missed !== undefined) return this.refusalOfMissing(code, missed, reading);
		for (const { value, path, places } of this.parameters.data.named(code, this.index))
			for (const [words, other] of ofOtherKinds(value, path))
				if (
					replaced(
						places,
						() => other,
						() => this.given(code),
					) !== undefined
				)
					return refusal(field, shown, NOTHING_IS_MISSING, `${path} is ${words}`);
		return refusal(field, shown, NOTHING_IS_MISSING, ABOUT_FAILING);
	}

	/** Throws an InputError that names what code reads for a date, if it reads anything. */
	private refuseUnreadDate(code: string, field: INodeProperties): void {
		const read = this.parameters.data
			.named(code, this.index)
			.filter(({ value }) => typeof value !== 'boolean' && !showsNothing(value));
		// With a day in its place, the code gives a date.
		const unread = read.find(({ places }) => {
			const given = replaced(
				places,
				() => SOME_DAY,
				() => this.given(code),
			);
			return given !== undefined && !NO_DATE.test(flawOf(given)?.what ?? textsIn(given).join());
		});
		if (unread !== undefined) throw refusalOfDate(field, code, 'cannot read', unread);
	}

	/** Throws an InputError for a text that is no ISO date, but goes through `toDateTime()`, which guesses what it means. */
	private refuseGuessedDate(code: string, field: INodeProperties): void {
		if (!GUESSES.test(code)) return;
		const guessed = this.parameters.data
			.named(code, this.index, (value) => typeof value === 'string' && !ISO_DATE.test(value))
			.find(
				({ places }) =>
					replaced(
						places,
						() => '-',
						() => this.given(code),
					) === undefined,
			);
		if (guessed !== undefined) throw refusalOfDate(field, code, 'would guess how to read', guessed);
	}
}

function refusalOfDate(
	field: INodeProperties,
	code: string,
	what: string,
	found: Found,
): InputError {
	const shown = `'${excerpt(String(dateText(found.value) ?? found.value))}'`;
	return refusal(field, inBraces(code), `${what} ${shown} as a date`, aboutDate(found));
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

function checkPiece(text: string, code: string, reading: Reading, before?: string): void {
	const flaw = reading.flawOfPiece?.({ text, before });
	if (flaw === undefined) return;
	const what = `gives '${excerpt(text)}', which ${flaw.what}`;
	throw refusal(reading.field, inBraces(code), what, flaw.advice);
}

/** Why a value that code reads says nothing; undefined for one that does, and for any object or list with entries. */
function flawOfRead(
	value: unknown,
	mayBeBoolean = false,
	counts?: Reading['counts'],
): Flaw | undefined {
	if (showsNothing(value)) return { what: 'has no value', advice: ABOUT_READS };
	if (Array.isArray(value) && value.length === 0)
		return { what: 'is an empty list', advice: ABOUT_READS };
	if (typeof value === 'string' && isWordForNothing(value, mayBeBoolean))
		return {
			what: `is '${excerpt(value)}', a word for nothing`,
			advice: counts === undefined ? ABOUT_READS + WAY_OUT : ABOUT_READS,
		};
	if (typeof value === 'string' && counts?.(value) === '')
		return { what: `is '${excerpt(value)}', which says nothing here`, advice: WHAT_TO_CHECK };
	const flaw = typeof value === 'object' ? undefined : flawOf(value, mayBeBoolean);
	return flaw && { what: `is ${flaw.what}`, advice: flaw.advice };
}

/** A value as a text, whatever it says. */
function asItIs(value: unknown, { type }: INodeProperties): unknown {
	const isWord = typeof value === 'boolean' ? type !== 'boolean' : Number.isNaN(value);
	return isWord || Math.abs(Number(value)) === Infinity ? String(value) : value;
}

/** What might be meant by a value that code cannot use, with the words for it. */
function ofOtherKinds(value: unknown, path: string): Array<[words: string, other: unknown]> {
	if (typeof value === 'number')
		return [[`a number, ${value}: for a text, write String(${path})`, String(value)]];
	const date = dateText(value);
	if (date !== undefined)
		return [[`a date, ${date}: for a text, write ${path}.toISOString()`, date]];
	if (typeof value !== 'string') return [];
	const shown = `a text, '${excerpt(value)}':`;
	return [
		[`${shown} for a number, write Number(${path})`, Number(value)],
		[`${shown} for a list, write ${path}.split(',')`, value.split(',')],
	];
}

/** An expression of this code alone, without its equals sign. */
function joined(code: string): string {
	return ExpressionParser.joinExpression([{ type: 'code', text: code, hasClosingBrackets: true }]);
}

function inBraces(code: string): string {
	return `{{ ${excerpt(code, MAX_CODE_LENGTH)} }}`;
}

/** The code of the first expression that gave nothing for a whole field, or for a field in it. */
function silentExpression(typed: unknown, value: unknown): string | undefined {
	if (isObject(typed))
		return Object.entries(typed)
			.map(([name, inner]) => silentExpression(inner, objectIn(value)[name]))
			.find((one) => one !== undefined);
	const isExpression = typeof typed === 'string' && /^=.*\S/s.test(typed);
	if (!isExpression || !showsNothing(value)) return undefined;
	return (
		ExpressionParser.splitExpression(typed.slice('='.length)).find(({ type }) => type === 'code')
			?.text ?? ''
	);
}
