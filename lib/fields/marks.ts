import { hasWordForNothing, isWordForNothing, showsNothing } from '../basics';
import type { EvaluatedCode } from './evaluatedCode';
import { dateText, isDate, mayHaveLostDigits } from './plainText';
import type { Found } from './readData';
import { QUOTED } from './typed';

/**
 * Two marks that differ in each place: if what code gives differs with one and the other, the value shows where it does. One
 * letter is not padded, and many digits are not cut, rounded or removed.
 */
const LETTERS = ['K', 'W'] as const;

const DIGITS = ['31415926', '27182812'] as const;

/** What counts as nothing in a calculation, but not in a condition. */
const ZEROS = ['0', Number.MIN_VALUE] as const;

/** A moment in milliseconds, long after that of the digits, which are on the same day as that of nothing. */
const MOMENT = '1796428800000';

const DATE = /^\s*-?\d{4}-\d\d-/;

/** Another early day, for the one that a program gives for an empty date. */
const OTHER_DAY = '0002-02-03';

/** What code says for nothing, such as `''` in `|| ''`. */
const OWN_NOTHING = /(['"`])(?:\s|\\[nrt])*\1|'0+'|"0+"|(?<![\w.$'"])(?:0|null)(?![\w.'"])/g;

/** The texts in what code gives, by where they stand. */
type Texts = Map<string, string>;

/** Asks n8n what shows in the place of a missing value: a mark stands there for a moment, and the code is evaluated again. */
export class Marks {
	private readonly before: Texts;

	/** @param value what the code gives */
	constructor(
		private readonly read: EvaluatedCode,
		value: unknown,
	) {
		this.before = textsOf(value);
	}

	/** Whether a value that is missing would show if it were there, and the code does not say what happens without it. */
	isMissed(found: Found): boolean {
		const { isStrict } = this.read;
		const isFalsyHandled = !found.value && this.isSameWith(found, NaN);
		if (isFalsyHandled && !isStrict) return false;
		if (this.isEmptyDate(found.value)) return !this.isSameWith(found, OTHER_DAY);
		let isHidden = false;
		for (const [one, other] of this.marksFor(found.value)) {
			const marked = this.marked(found, one);
			const again = isSame(marked, this.before) ? marked : this.marked(found, other);
			if (isSame(marked, again)) continue;
			// Of a list without entries, code such as a sum begins with its own 0.
			const beside = Array.isArray(found.value) ? undefined : found;
			if (this.isMadeOfNothing(marked, again, found.value))
				return isStrict || !this.isMeant(beside, one);
			if (one === DIGITS[0]) isHidden = ![...marked.values()].join().includes(one);
			// Where letters come out, nothing is calculated: the code says what happens without the value.
			else if (!isStrict) return false;
		}
		// Such as a hash, which lacks a part as well.
		if (isStrict && isHidden) return !isFalsyHandled || this.isMeant();
		return this.isCalculated(found) && !this.isMeant(found, DIGITS[0]);
	}

	/**
	 * Whether the code gives nothing because it says so: with something else in place of its own nothing, it gives something else
	 * but, with a mark, the same as before.
	 */
	isMeant(found?: Found, mark?: unknown): boolean {
		const { code } = this.read;
		const otherwise = found && this.marked(found, mark);
		return [...code.matchAll(OWN_NOTHING)].some(({ 0: nothing, index }) => {
			const instead = nothing.includes('0') ? nothing.replace(/0+/, DIGITS[0]) : `'${LETTERS[0]}'`;
			const changed = code.slice(0, index) + instead + code.slice(index + nothing.length);
			return (
				!isSame(textsOf(this.read.given([], undefined, changed)), this.before) &&
				(otherwise === undefined || isSame(this.marked(found!, mark, changed), otherwise))
			);
		});
	}

	private marked({ places }: Found, mark: unknown, code = this.read.code): Texts {
		return textsOf(this.read.given(places, mark, code));
	}

	private isSameWith(found: Found, mark: unknown): boolean {
		return isSame(this.marked(found, mark), this.before);
	}

	/** Whether a value is a date that a program gives for none, of which the code does not speak. */
	private isEmptyDate(value: unknown): boolean {
		return DATE.test(String(value)) && !this.read.code.includes(String(value).slice(0, 4));
	}

	/** Whether the code calculates with nothing as with 0, and gives something else for a number. */
	private isCalculated(found: Found): boolean {
		const isNoNumber = [...this.marked(found, NaN)].some(
			([name, text]) =>
				(hasWordForNothing(text) || (text === '' && showsNothing(found.value))) &&
				!hasWordForNothing(this.before.get(name) ?? text),
		);
		return (
			isNoNumber &&
			ZEROS.some((zero) => this.isSameWith(found, zero)) &&
			[DIGITS[0], MOMENT].some((number) => !this.isSameWith(found, number))
		);
	}

	private marksFor(value: unknown): Array<readonly unknown[]> {
		// As long as a word that stands there, because code may pad it.
		const letters = LETTERS.map((one) => one.repeat(String(value ?? '').length || 1));
		const texts = this.read.isStrict ? [DIGITS, letters] : [letters, DIGITS];
		if (value === false) return [...texts, [0, null]];
		if (typeof value === 'string' || value === true || typeof value === 'number') return texts;
		// What is missing may be an object, and a list may have entries of both kinds.
		const { all: names } = this.read.data.namesIn(this.read.code);
		const objects = texts.map((marks) =>
			marks.map((mark) => Object.fromEntries(Array.from(names, (name) => [name, mark]))),
		);
		const all = [...texts, ...objects];
		return Array.isArray(value) ? all.map((marks) => marks.map((mark) => [mark])) : all;
	}

	/** Whether the code gave what it gives with marks, but nothing in the place of each mark. */
	private isMadeOfNothing(marked: Texts, again: Texts, value: unknown): boolean {
		const { counts } = this.read.reading;
		// What the code itself says there is something, such as 'none'.
		const own = (this.read.code.match(QUOTED) ?? []).map((quoted) => quoted.slice(1, -1));
		// What stands there may be the value itself, in any case.
		const itself = String(value).toLowerCase();
		const isNothing = (text: string): boolean =>
			text.toLowerCase() === itself ||
			/^0+$/.test(text) ||
			mayHaveLostDigits(value) ||
			isWordForNothing(text) ||
			showsNothing(text) ||
			(counts?.(text) === '' && !(/\p{L}/u.test(text) && own.includes(text)));
		const { before } = this;
		const hasItsTexts = (texts: Texts): boolean =>
			texts.size === marked.size && [...marked.keys()].every((name) => texts.has(name));
		const isFit = (name: string, asIt: (text: string) => string): boolean => {
			const [whole, one, other] = [before, marked, again].map((texts) => asIt(texts.get(name)!));
			return fits(whole!, unmarked(one!, other!), isNothing);
		};
		return (
			[before, again].every(hasItsTexts) &&
			[...marked].every(
				([name, text]) =>
					text === before.get(name) ||
					isFit(name, String) ||
					(counts !== undefined && isFit(name, counts)),
			)
		);
	}
}

function textsOf(value: unknown, name = '', texts: Texts = new Map()): Texts {
	// In an invalid date, Luxon keeps the time.
	if (typeof value !== 'object' || value === null || isDate(value))
		return texts.set(name, dateText(value) ?? String(value ?? ''));
	for (const [key, inner] of Object.entries(value)) textsOf(inner, `${name} ${key}`, texts);
	return texts;
}

function isSame(texts: Texts, others: Texts): boolean {
	return (
		texts.size === others.size && [...texts].every(([name, text]) => others.get(name) === text)
	);
}

/** The pieces of a text around its marks, given the same text with other marks. */
function unmarked(text: string, again: string): string[] {
	if (text.length !== again.length) {
		const [start, end] = common(text, again);
		return [text.slice(0, start), text.slice(text.length - end)];
	}
	const isSameAt = (at: number): boolean => text[at] === again[at];
	const pieces = [''];
	for (let at = 0; at < text.length; at++)
		if (isSameAt(at)) pieces[pieces.length - 1] += text[at]!;
		else if (at === 0 || isSameAt(at - 1)) pieces.push('');
	return pieces;
}

/** How many characters are the same at the beginning and at the end of two texts. */
function common(one: string, other: string): [start: number, end: number] {
	const longest = Math.min(one.length, other.length);
	let start = 0;
	while (start < longest && one[start] === other[start]) start++;
	let end = 0;
	while (end < longest - start && one.at(-1 - end) === other.at(-1 - end)) end++;
	return [start, end];
}

/** Whether a text has these pieces, one after the other, and nothing between them. */
function fits(text: string, pieces: string[], isNothing: (between: string) => boolean): boolean {
	if (pieces.length === 1) return text === pieces[0];
	const last = pieces.at(-1)!;
	let at = pieces[0]!.length;
	if (!text.startsWith(pieces[0]!) || !text.endsWith(last)) return false;
	for (const piece of pieces.slice(1, -1)) {
		const next = text.indexOf(piece, at);
		if (next < 0 || !isNothing(text.slice(at, next))) return false;
		at = next + piece.length;
	}
	const end = text.length - last.length;
	return end >= at && isNothing(text.slice(at, end));
}
