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
import { EvaluatedCode, joined } from './evaluatedCode';
import { isPath, itemFieldOf } from './itemField';
import { Marks } from './marks';
import { WAY_OUT } from './missingValue';
import { refuseOtherItems } from './otherItems';
import { flawOf, textOf, textsIn, type Flaw } from './plainText';
import { replaced, type Found } from './readData';
import { QUOTED } from './typed';

const WHAT_TO_CHECK = 'Check that the item has everything that this expression points at';

const GIVES_NOTHING = 'gives nothing for this item';

const OR_SAY = 'If it may be missing, say what to write then, as in';

const ABOUT_READS = `${WHAT_TO_CHECK}. ${OR_SAY} {{ 'Dear ' + ($json.name || 'customer') }}`;

const ABOUT_PARTS = `${WHAT_TO_CHECK}: this field needs all its parts`;

const ABOUT_HOLES = `${WHAT_TO_CHECK}. If the item does say that, give it braces of its own, as in You wrote: {{ $json.note }}`;

const ABOUT_DATES = 'Check that the date is there, and written as this expression reads it';

const ABOUT_AGENT_ITEMS =
	"Put the agent into the loop of a 'Loop Over Items' node with 'Batch Size' 1, and take the value with $json, as in {{ $json.phone }}";

/** The code of a `{{ }}` in a field, and what it gives for an item. */
export class Code extends EvaluatedCode {
	private readonly isPath = isPath(this.code);

	private readonly mayBeBoolean =
		this.reading.mayBeBoolean ?? this.reading.field.type === 'boolean';

	/** The text of code that is only part of a field. @param before what stands in front of it */
	text(before: string): string {
		const isJson = this.reading.field.type === 'json';
		const value = this.value(isJson ? "$json.name || 'customer'" : "$json.title || ''") ?? '';
		const flaw = flawOf(value, this.reading.mayBeBoolean, this.isStrict);
		if (flaw !== undefined) throw this.refusal(`gives ${flaw.what}`, flaw.advice);
		const text = textOf(value);
		if (this.isPath && this.reading.counts?.(text) === '')
			throw this.refusal(`gives '${excerpt(text)}', which says nothing here`, ABOUT_PARTS);
		const problem = this.reading.flawOfPiece?.({ text, before });
		if (problem === undefined) return text;
		throw this.refusal(`gives '${excerpt(text)}', which ${problem.what}`, problem.advice);
	}

	/**
	 * What the code gives, if nothing is missing that it would show.
	 * @param nothingIs how code would say that it may give nothing; without it, the field's own check decides
	 */
	value(nothingIs?: string): unknown {
		if (this.reading.isOfItem) refuseOtherItems(this);
		const unchanged = this.ownField() ?? this.evaluated();
		if (!this.isStrict && this.item.parameters.isAsItIs)
			return asItIs(unchanged, this.reading.field);
		const missing = this.isPath ? [] : this.missing();
		const asksForNull = this.code.includes('??');
		const isBlank = ({ value }: Found): boolean =>
			typeof value === 'string' && showsNothing(value) && (value !== '' || asksForNull);
		const blanks = missing.filter(isBlank).flatMap(({ places }) => places);
		const withBlanks = (nothing: unknown) => JSON.stringify(this.given(blanks, () => nothing));
		// For the code, a text in which nobody sees anything is an empty one or, if `??` may say what then, null.
		const isNull = asksForNull && blanks.length > 0 && withBlanks(null) === withBlanks('');
		return replaced(
			blanks,
			() => (isNull ? null : ''),
			() => this.checked(blanks.length > 0 ? this.evaluated() : unchanged, missing, nothingIs),
		);
	}

	/** Throws an InputError if the code shows that a value is missing or, if `nothingIs` is given, gives nothing. */
	private checked(value: unknown, missing: Found[], nothingIs?: string): unknown {
		const isNothing = nothingIs !== undefined && showsNothing(value);
		const marks = missing.length > 0 || isNothing ? new Marks(this, value) : undefined;
		const gap = missing.find((found) => marks!.leavesGap(found));
		if (gap !== undefined) throw this.refusalOf(gap);
		this.refuseHole(value, missing);
		if (isNothing && !marks!.saysNothing()) throw this.refusalOfNothing(nothingIs, missing);
		return value;
	}

	/** Why code gives nothing for a field that needs a value: n8n gives nothing for code that fails. */
	refusalOfNothing(orElse = "$json.name || 'customer'", missing = this.missing()): InputError {
		const orSay = this.isStrict ? '' : `. ${OR_SAY} {{ ${orElse} }}`;
		if (this.isPath) return this.refusal(GIVES_NOTHING, WHAT_TO_CHECK + orSay);
		const culprit = this.culpritOf(missing, (given) => !showsNothing(given));
		if (culprit !== undefined) return this.refusalOf(culprit);
		return this.refusal(GIVES_NOTHING, `Look at it in the editor, with this item${orSay}`);
	}

	/** Throws an InputError if a word for nothing stands in what the code gives, and in nothing that it reads or writes. */
	private refuseHole(value: unknown, missing: Found[]): void {
		const hole = this.holeIn(value);
		if (hole === undefined) return;
		const culprit = this.culpritOf(missing, (given) => this.holeIn(given) === undefined);
		if (culprit !== undefined) throw this.refusalOf(culprit);
		const what = `gives '${excerpt(hole)}'`;
		if (/invalid date/i.test(hole)) throw this.refusal(what, ABOUT_DATES);
		const advice = this.isPath ? WHAT_TO_CHECK + (this.isStrict ? '' : WAY_OUT) : ABOUT_HOLES;
		throw this.refusal(`${what}, so a value is missing`, advice);
	}

	/** The value that is missing where the code gives nothing, or a word for it: with something in its place, all is well. */
	private culpritOf(missing: Found[], isWell: (value: unknown) => boolean): Found | undefined {
		return missing.find(({ places }) =>
			['K', 31, '2001-02-03'].some((mark) =>
				isWell(this.given(places, (key) => this.markAt(key, mark))),
			),
		);
	}

	/** The missing values that the code names, whether they would show or not. */
	private missing(): Found[] {
		return this.data.named(this, (value) => this.flawOf(value) !== undefined);
	}

	/** A text with a word for nothing that is in nothing that the code reads or writes. */
	private holeIn(value: unknown): string | undefined {
		const inJson = this.reading.field.type === 'json' && parsedJson(textIn(value)).value;
		const texts = textsIn(typeof inJson === 'object' ? (inJson ?? value) : value);
		if (this.isPath) return texts.find((text) => isWordForNothing(text, this.mayBeBoolean));
		const hole = Number.isNaN(value) ? 'NaN' : texts.find(hasWordForNothing);
		if (hole === undefined || Number.isNaN(value)) return hole;
		// A word that was meant is gone if there are other letters in what is read and written.
		const isOther = (one: unknown): boolean => withoutWordsForNothing(textIn(one)) !== textIn(one);
		const places = this.data.anywhere(this, isOther).flatMap((one) => one.places);
		const code = this.code.replace(QUOTED, withoutWordsForNothing);
		const mark = (_key: string, one: unknown) => withoutWordsForNothing(textIn(one));
		// If the changed code fails, it proves nothing.
		const otherwise = this.given(places, mark, code) ?? this.given(places, mark) ?? hole;
		return textsIn(otherwise).some(hasWordForNothing) ? hole : undefined;
	}

	/** What n8n gives. Throws an InputError with its words if it refuses to. */
	private evaluated(): unknown {
		const { context, index, parameters } = this.item;
		const expression = joined(this.code);
		if (!parameters.readsOwnItems && differsByItem(context, expression))
			throw this.refusal(
				'differs between the items of the agent, and n8n takes it from the first',
				ABOUT_AGENT_ITEMS,
			);
		try {
			return context.evaluateExpression(expression, index);
		} catch (error) {
			const { message, advice } = wordsOfError(error);
			throw this.refusal(`fails: ${message}`, advice.trim() || WHAT_TO_CHECK);
		}
	}

	/** What code finds that only points at a field of the node's own item. */
	private ownField(): unknown {
		const { context, parameters, index } = this.item;
		const own = parameters.readsOwnItems ? context.getInputData()[index]?.json : undefined;
		return itemFieldOf(this.code)?.(own);
	}

	/** Why a value that the code reads says nothing; undefined for one that does, and for any object or list with entries. */
	private flawOf(value: unknown): Flaw | undefined {
		const advice = this.isStrict ? ABOUT_PARTS : ABOUT_READS;
		if (showsNothing(value)) return { what: 'has no value', advice };
		if (Array.isArray(value) && value.length === 0) return { what: 'is an empty list', advice };
		if (typeof value === 'object') return undefined;
		const flaw = flawOf(value, this.mayBeBoolean, this.isStrict);
		if (flaw !== undefined) return { ...flaw, what: `is ${flaw.what}` };
		const text = String(value);
		const isWord = isWordForNothing(text, this.mayBeBoolean);
		const what = `is '${excerpt(text)}', ${isWord ? 'a word for nothing' : 'which says nothing here'}`;
		if (isWord) return { what, advice: this.isStrict ? advice : advice + WAY_OUT };
		return this.reading.counts?.(text) === '' ? { what, advice } : undefined;
	}

	private refusalOf({ path, value }: Found): InputError {
		const { what, advice } = this.flawOf(value)!;
		return this.refusal(`reads ${path}, which ${what}`, advice);
	}
}

/** A value as a text, whatever it says. */
function asItIs(value: unknown, { type }: INodeProperties): unknown {
	if (typeof value === 'boolean') return type === 'boolean' ? value : String(value);
	return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
