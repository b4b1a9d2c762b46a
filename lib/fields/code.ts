import type { INodeProperties } from 'n8n-workflow';
import {
	excerpt,
	hasWordForNothing,
	type InputError,
	isWordForNothing,
	parsedJson,
	showsNothing,
	textIn,
	withoutWordsForNothing,
	wordsOfError,
} from '../basics';
import { differsByItem } from './agentValues';
import { NO_DATE, refuseGuessedDate, refuseUnreadDate } from './dates';
import { EvaluatedCode, joined, WHAT_TO_CHECK, type ReadItem } from './evaluatedCode';
import { isPath, itemFieldOf } from './itemField';
import { Marks } from './marks';
import { WAY_OUT } from './missingValue';
import { dateText, flawOf, textOf, textsIn, type Flaw } from './plainText';
import { replaced, type Found } from './readData';
import { QUOTED } from './typed';

const GIVES_NOTHING = 'gives nothing for this item';

const NOTHING_IS_MISSING = 'gives nothing, although all that it reads is there';

const ABOUT_NOTHING = `${WHAT_TO_CHECK}. If it may be empty, say so, as in {{ $json.title || '' }}`;

const ABOUT_READS = `${WHAT_TO_CHECK}. If a value may be missing, say what to write then, as in {{ 'Dear ' + ($json.name || 'customer') }}`;

const ABOUT_PARTS = `${WHAT_TO_CHECK}: this field needs all its parts`;

const ABOUT_FAILING =
	'Look at the expression in the editor: it probably uses a function that this kind of value, or n8n, does not have';

const ABOUT_ENVIRONMENT =
	"n8n blocks $env. Enter the value itself, or set it in an 'Edit Fields' node";

const NOT_FOR_THIS_ITEM = 'differs between the items of the agent, and n8n takes it from the first';

const ABOUT_AGENT_ITEMS =
	"Put the agent into the loop of a 'Loop Over Items' node with 'Batch Size' 1, and take the value with $json, as in {{ $json.phone }}";

const ABOUT_HOLES = `${WHAT_TO_CHECK}. If the item does say that, give it braces of its own, as in You wrote: {{ $json.note }}`;

/** The code of a `{{ }}` in a field, and what it gives for an item. */
export class Code extends EvaluatedCode {
	private readonly isPath = isPath(this.code);

	/** Whether a value that is missing is used as it is. */
	private readonly isAsItIs = !this.isStrict && this.item.parameters.isAsItIs;

	/** The text of code that is only part of a field. @param before what stands in front of it */
	text(before: string): string {
		const value = this.value();
		if (!this.isAsItIs && showsNothing(value)) {
			if (value === undefined) throw this.whyNothing();
			if (!this.asks(value, this.missing(), (marks) => marks.isMeant()))
				throw this.refusal(GIVES_NOTHING, ABOUT_NOTHING);
		}
		const flaw = flawOf(value ?? '', this.reading.mayBeBoolean);
		if (flaw !== undefined) throw this.refusal(`gives ${flaw.what}`, flaw.advice);
		const text = textOf(value ?? '');
		if (this.isPath && this.reading.counts?.(text) === '')
			throw this.refusal(`gives '${excerpt(text)}', which says nothing here`);
		const problem = this.reading.flawOfPiece?.({ text, before });
		if (problem !== undefined)
			throw this.refusal(`gives '${excerpt(text)}', which ${problem.what}`, problem.advice);
		return text;
	}

	/** Why code gives nothing: n8n gives nothing for code that fails. */
	whyNothing(): InputError {
		if (this.isPath) return this.refusal(GIVES_NOTHING);
		const missed = this.missing().find(({ path }) => path.startsWith('$'));
		if (missed !== undefined) return this.refusalOf(missed);
		for (const { value, path, places } of this.named('read', () => true))
			for (const [words, other] of ofOtherKinds(value, path))
				if (this.given(places, other) !== undefined)
					return this.refusal(NOTHING_IS_MISSING, `${path} is ${words}`);
		return this.refusal(NOTHING_IS_MISSING, ABOUT_FAILING);
	}

	/** What the code gives, if nothing is missing that it would show. */
	value(): unknown {
		const unchanged = this.ownField() ?? this.evaluated();
		if (this.isAsItIs) return asItIs(unchanged, this.reading.field);
		const missing = this.isPath ? [] : this.missing();
		return this.asks(unchanged, missing, (marks, value) => {
			const missed = missing.find((one) => marks.isMissed(one));
			if (missed) throw this.refusalOf(missed);
			refuseGuessedDate(this, value);
			this.refuseHole(value, missing);
			return value;
		});
	}

	/** Throws an InputError if a word for nothing stands in what the code gives, and in nothing that it reads or writes. */
	private refuseHole(value: unknown, missing: Found[]): void {
		const inJson = this.reading.field.type === 'json' && parsedJson(textIn(value)).value;
		const hole = this.holeIn(textsIn(typeof inJson === 'object' ? (inJson ?? value) : value));
		const isNoDate = NO_DATE.test(hole ?? flawOf(value)?.what ?? '');
		if (!this.isPath && (hole !== undefined || isNoDate)) {
			const missed = missing.find(({ path }) => path.startsWith('$'));
			if (missed !== undefined) throw this.refusalOf(missed);
			if (isNoDate) refuseUnreadDate(this);
		}
		if (hole === undefined) return;
		const advice = this.isPath ? WHAT_TO_CHECK + (this.isStrict ? '' : WAY_OUT) : ABOUT_HOLES;
		throw this.refusal(`gives '${excerpt(hole)}', so a value is missing`, advice);
	}

	/** What the code names and is missing, whether it would show or not. */
	private missing(): Found[] {
		return [
			...this.named('missing', (value) => this.flawOf(value) !== undefined),
			...this.data.lacking(this.code, this.item.index, this.isStrict),
		];
	}

	/** Asks what shows if texts in which nobody sees anything are empty ones or, if `??` may say what then, null. */
	private asks<Answer>(
		unchanged: unknown,
		missing: Found[],
		ask: (marks: Marks, value: unknown) => Answer,
	): Answer {
		const blanks = missing
			.filter(({ value }) => typeof value === 'string' && showsNothing(value))
			.flatMap(({ places }) => places);
		const withBlanks = (nothing: unknown): string =>
			JSON.stringify(this.given(blanks, nothing)) ?? '';
		const isNull =
			blanks.length > 0 && this.code.includes('??') && withBlanks(null) === withBlanks('');
		return replaced(blanks, isNull ? null : '', () => {
			const value = blanks.length === 0 ? unchanged : this.given();
			return ask(new Marks(this, value), value);
		});
	}

	/** A text with a word for nothing that is in nothing that the code reads or writes. */
	private holeIn(texts: string[]): string | undefined {
		if (this.isPath) return texts.find((text) => isWordForNothing(text, this.mayBeBoolean));
		const hole = texts.find(hasWordForNothing);
		if (hole === undefined) return undefined;
		// A word that was meant is gone if there are other letters in what is read and written.
		const isHole = (value: unknown): boolean => hasWordForNothing(textIn(value));
		const holes = this.data.anywhere(this.code, this.item.index, isHole);
		const places = holes.flatMap((one) => one.places);
		const code = this.code.replace(QUOTED, withoutWordsForNothing);
		const otherwise = this.given(places, withoutWordsForNothing, code);
		return textsIn(otherwise ?? hole).some(hasWordForNothing) ? hole : undefined;
	}

	private evaluated(): unknown {
		return evaluated(this.item, joined(this.code), (what, advice) => {
			if (NO_DATE.test(what)) refuseUnreadDate(this);
			return this.refusal(what, advice);
		});
	}

	/** What code finds that only points at a field of the node's own item. */
	private ownField(): unknown {
		const { context, parameters, index } = this.item;
		const own = parameters.readsOwnItems ? context.getInputData()[index]?.json : undefined;
		return itemFieldOf(this.code)?.(own);
	}

	private get mayBeBoolean(): boolean {
		return this.reading.mayBeBoolean ?? this.reading.field.type === 'boolean';
	}

	/** Why a value that the code reads says nothing; undefined for one that does, and for any object or list with entries. */
	private flawOf(value: unknown): Flaw | undefined {
		const advice = this.isStrict ? ABOUT_PARTS : ABOUT_READS;
		if (showsNothing(value)) return { what: 'has no value', advice };
		if (Array.isArray(value) && value.length === 0) return { what: 'is an empty list', advice };
		if (typeof value === 'string') {
			const what = `is '${excerpt(value)}', `;
			if (isWordForNothing(value, this.mayBeBoolean))
				return {
					what: `${what}a word for nothing`,
					advice: this.isStrict ? advice : advice + WAY_OUT,
				};
			const isNoPart = this.reading.counts?.(value) === '';
			return isNoPart ? { what: `${what}which says nothing here`, advice } : undefined;
		}
		const flaw = typeof value === 'object' ? undefined : flawOf(value, this.mayBeBoolean);
		return flaw && { what: `is ${flaw.what}`, advice: flaw.advice };
	}

	private refusalOf({ path, value }: Found): InputError {
		const { what, advice } = this.flawOf(value)!;
		return this.refusal(`reads ${path}, which ${what}`, advice);
	}
}

/** What n8n gives for an expression, without its equals sign. @param refusal makes the error if it fails */
export function evaluated(
	{ context, index, parameters }: ReadItem,
	expression: string,
	refusal: (what: string, advice?: string) => Error,
): unknown {
	if (!parameters.readsOwnItems && differsByItem(context, expression))
		throw refusal(NOT_FOR_THIS_ITEM, ABOUT_AGENT_ITEMS);
	try {
		return context.evaluateExpression(expression, index);
	} catch (error) {
		const { message, advice } = wordsOfError(error);
		const isBlocked = message.includes('env vars');
		throw refusal(`fails: ${message}`, isBlocked ? ABOUT_ENVIRONMENT : advice.trim() || undefined);
	}
}

/** A value as a text, whatever it says. */
function asItIs(value: unknown, { type }: INodeProperties): unknown {
	if (typeof value === 'boolean') return type === 'boolean' ? value : String(value);
	return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

/** What might be meant by a value that code cannot use, with the words for it. */
function ofOtherKinds(value: unknown, path: string): Array<[words: string, other: unknown]> {
	const date = dateText(value);
	if (date !== undefined)
		return [[`a date, ${date}: for a text, write ${path}.toISOString()`, date]];
	if (typeof value === 'number')
		return [[`a number, ${value}: for a text, write String(${path})`, String(value)]];
	if (typeof value !== 'string') return [];
	const text = `a text, '${excerpt(value)}'`;
	return [
		[`${text}: for a number, write Number(${path})`, Number(value)],
		[`${text}: for a list, write ${path}.split(',')`, value.split(',')],
	];
}
