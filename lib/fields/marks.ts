import { hasWordForNothing } from '../basics';
import { MOMENT, stoodStill, type EvaluatedCode } from './evaluatedCode';
import type { Found, Mark } from './readData';

/**
 * Marks in pairs that differ in each sign: if what code gives differs with one and the other, the value shows where it does.
 * A letter is not padded, two digits are neither cut nor rounded, and of forty letters any part is there.
 */
const MARKS = [
	['K', 'W'],
	['31', '72'],
	['K'.repeat(40), 'W'.repeat(40)],
] as const;

type Marking = [one: Mark, other: Mark, text?: string];

const [, [DIGITS], [LETTERS]] = MARKS;

/** A calculation takes these for 0, and a condition for true. */
const ZEROS = ['0', Number.MIN_VALUE];

/** Another early day, for the one that a program gives for an empty date, of which code may speak. */
const OTHER_DAY = '0002-02-03';

/** What code writes for nothing, such as `''` in `|| ''`, but not the `''` of `.replace(/-/g, '')`, or the 0 of `.slice(0, 5)`. */
const OWN_NOTHING =
	/(?<!\.(?:replace|replaceAll|split|join|slice|substring|toFixed)\((?:\s*\/(?:\\.|[^/\\])+\/\w*\s*,|[^()]*,)?\s*)(?:(['"`])(?:\s|\\[nrt])*\1|'0+'|"0+"|(?<![\w.$'"[])(?:0|null)(?![\w.'"]))/g;

/** Asks n8n what a person would read if a value were there: a mark stands in its place, and the code is evaluated again. */
export class Marks {
	/** What the code gives without a mark. */
	private readonly before: string;

	constructor(
		private readonly read: EvaluatedCode,
		value: unknown,
	) {
		this.before = this.textOf(stoodStill(read.code) === read.code ? value : read.given());
	}

	/** Whether a missing value would show if it were there, and the code does not say what happens without it. */
	leavesGap(found: Found): boolean {
		const { value } = found;
		const [, year] = /^\s*-?(\d{4})-\d\d-/.exec(String(value)) ?? [];
		if (year !== undefined && !this.read.code.includes(year))
			return !this.isSame(found, () => OTHER_DAY);
		// Code that asks if there is a value gives the same for anything that JavaScript takes for false.
		const asNaN = this.marked(found, () => NaN);
		const isAskedFor = !value && asNaN === this.before && this.isSame(found, () => 0);
		if (isAskedFor && !this.read.isStrict) return false;
		// Code such as `[].reduce(…, 0)` gives its own 0 for an empty list, and more with an entry.
		const beside = Array.isArray(value) ? undefined : found;
		let isHashed = false;
		for (const [one, other, mark] of this.marksFor(value)) {
			const marked = this.marked(found, one);
			if (marked === this.before) continue;
			const again = this.marked(found, other);
			if (again === marked) continue;
			if (this.isMadeOfNothing(found, marked, again))
				return this.read.isStrict || !this.saysNothing(beside, one);
			// If letters come out, nothing is calculated: the code says what happens without the value.
			if (!this.read.isStrict && mark !== DIGITS) return false;
			isHashed = mark === LETTERS && !marked.includes(mark);
		}
		// The hash of a missing value is a gap, unless the code asks for the value, and writes something else without it.
		if (isHashed) return !isAskedFor || this.saysNothing();
		return this.isCalculated(found, asNaN) && !this.saysNothing(beside, () => DIGITS);
	}

	/**
	 * Whether the code itself says nothing: with something else in the place of its own nothing, it gives something else but, if
	 * a mark stands in a value's place, the same as before.
	 */
	saysNothing(found?: Found, mark?: Mark): boolean {
		const { code } = this.read;
		return [...code.matchAll(OWN_NOTHING)].some(({ 0: nothing, index }) => {
			const instead = nothing.includes('0') ? nothing.replace(/0+/, DIGITS) : `'${LETTERS}'`;
			const changed = code.slice(0, index) + instead + code.slice(index + nothing.length);
			return (
				this.textOf(this.read.given([], undefined, changed)) !== this.before &&
				(found === undefined || this.marked(found, mark!, changed) === this.marked(found, mark!))
			);
		});
	}

	/** Whether the code calculates with nothing as with 0, and gives something else for a number. */
	private isCalculated(found: Found, asNaN: string): boolean {
		const isBroken = (text: string): boolean => hasWordForNothing(text) || text === '""';
		const isOther = (number: unknown): boolean => {
			const text = this.marked(found, () => number);
			return text !== this.before && !isBroken(text);
		};
		return (
			isBroken(asNaN) &&
			!isBroken(this.before) &&
			ZEROS.some((zero) => this.isSame(found, () => zero)) &&
			[DIGITS, String(MOMENT), MOMENT].some(isOther)
		);
	}

	/** Whether the code gave the same text as with marks, but with nothing in their places. */
	private isMadeOfNothing(found: Found, marked: string, again: string): boolean {
		const { value } = found;
		const pieces = piecesAround(marked, again);
		const [start, end] = [pieces[0]!, pieces.at(-1)!];
		const isFilledWith = (nothing: string): boolean =>
			pieces.join(nothing).toLowerCase() === this.before.toLowerCase();
		const word = Array.isArray(value) ? '' : String(value);
		// What counts of it in the middle of a text, in a field that must be complete.
		const counted = this.textOf(`1${word}1`).slice(2, -2);
		// padStart() puts one more 0 in the place of the mark, and Number() makes 0 of an empty text.
		const padded = this.read.isStrict || start.endsWith('0') ? ['0', '00'] : [];
		if (['', ' ', word, counted, ...padded].some(isFilledWith)) return true;
		// Of undefined and null, a part may be left.
		const part = this.before.slice(start.length, -end.length).toLowerCase();
		const isPart = value == null && part !== '' && word.includes(part) && isFilledWith(part);
		return isPart && this.isSame(found, () => word);
	}

	private isSame(found: Found, mark: Mark): boolean {
		return this.marked(found, mark) === this.before;
	}

	private marked({ places }: Found, mark: Mark, code?: string): string {
		return this.textOf(this.read.given(places, mark, code));
	}

	private marksFor(value: unknown): Marking[] {
		const { all } = this.read.names;
		const entry = (mark: string) => Object.fromEntries(Array.from(all, (name) => [name, mark]));
		const shapes: Array<(mark: string) => Mark> = Array.isArray(value)
			? [(mark) => () => [mark], (mark) => () => [entry(mark)]]
			: [(mark) => (key) => this.read.markAt(key, mark)];
		const marks = MARKS.flatMap(([one, other]) =>
			shapes.map((shape): Marking => [shape(one), shape(other), one]),
		);
		return value === false ? [...marks, [() => 0, () => null]] : marks;
	}

	/** What code gives as one text, in JSON; of a field that must be complete, only what counts. */
	private textOf(value: unknown): string {
		const { counts = String } = this.read.reading;
		return JSON.stringify(value ?? '', (_key, inner: unknown) =>
			typeof inner === 'object' && inner !== null ? inner : counts(String(inner ?? '')),
		);
	}
}

/** The pieces of a text around its marks, given the same text with other marks. */
function piecesAround(text: string, again: string): string[] {
	const isSameAt = (at: number): boolean => text[at] === again[at];
	if (text.length !== again.length) {
		let [start, end] = [0, 0];
		while (isSameAt(start)) start++;
		while (text.at(-1 - end) === again.at(-1 - end) && end < text.length - start) end++;
		return [text.slice(0, start), text.slice(text.length - end)];
	}
	const pieces = [''];
	for (let at = 0; at < text.length; at++)
		if (isSameAt(at)) pieces[pieces.length - 1] += text[at]!;
		else if (at === 0 || isSameAt(at - 1)) pieces.push('');
	return pieces;
}
