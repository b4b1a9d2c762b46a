import { excerpt, showsNothing } from '../basics';
import type { EvaluatedCode } from './evaluatedCode';
import { dateText, flawOf, textsIn } from './plainText';
import type { Found } from './readData';

/** What n8n and Luxon say of a date that they cannot read. */
export const NO_DATE = /invalid date|luxon/i;

/** What guesses how a date is written, unless it is told. */
const TO_DATE_TIME = /\.toDateTime\(\s*\)/g;

/** The same for texts alone, and for those that begin with an ISO date. */
const ONLY_TEXT = ".replace(/^$/, '').toDateTime()";

const ONLY_ISO = ".replace(/^(?!\\s*\\d{4}-\\d\\d-\\d\\d)[^]*/, '-').toDateTime()";

const ABOUT_GUESSES =
	"Say how it is written, as in {{ DateTime.fromFormat($json.date, 'd/M/yyyy') }}";

const ISO_DATE = /^\s*\d{4}-\d{2}-\d{2}/;

const SOME_DAY = '2001-02-03';

/** A date as people write it, such as 05/12/2026: its parts, and what stands between them. */
const WRITTEN = /^\s*(\d{1,2}|\d{4}(?!-))([./-])(\d{1,2})\2(\d{1,2}|\d{4})\s*$/;

const CORRECT_IT = 'Correct the date, or use an expression that reads dates of this form';

/** Throws an InputError if a text that is no ISO date goes through `toDateTime()`, which guesses what it means. */
export function refuseGuessedDate(code: EvaluatedCode, value: unknown): void {
	if (!TO_DATE_TIME.test(code.code)) return;
	const givenFor = (text: string, places?: Found['places'], mark?: unknown): string =>
		JSON.stringify(code.given(places, mark, code.code.replace(TO_DATE_TIME, text))) ?? '';
	// What is no text cannot be replaced, and is not guessed.
	const isText = givenFor(ONLY_TEXT) === JSON.stringify(value);
	if (!isText || givenFor(ONLY_ISO) === JSON.stringify(value)) return;
	const isNoDate = (one: unknown): boolean => typeof one === 'string' && !ISO_DATE.test(one);
	const guessed = code
		.named('no date', isNoDate)
		.find(
			({ places }) => givenFor(ONLY_ISO, places, SOME_DAY) === givenFor('$&', places, SOME_DAY),
		);
	if (guessed === undefined) throw code.refusal('would guess how a date is written', ABOUT_GUESSES);
	throw code.refusal(`would guess how '${shown(guessed)}' is written`, aboutDate(guessed));
}

/** Throws an InputError that names what is read for a date, as far as the code shows it: with a day in its place, it gives a date. */
export function refuseUnreadDate(code: EvaluatedCode): void {
	const isRead = (value: unknown): boolean => !showsNothing(value) && !NO_DATE.test(String(value));
	const read = code.named('filled', isRead);
	const unread = read.find(({ places }) => {
		const given = code.given(places, SOME_DAY);
		return given !== undefined && !NO_DATE.test(flawOf(given)?.what ?? textsIn(given).join());
	});
	const found = unread ?? read[0];
	if (found !== undefined)
		throw code.refusal(`cannot read '${shown(found)}' as a date`, aboutDate(found));
}

function shown({ value }: Found): string {
	return excerpt(String(dateText(value) ?? value));
}

/** What to write for a date that cannot be read, or that could be read in two ways. */
function aboutDate({ value, path }: Found): string {
	if (dateText(value) !== undefined)
		return `${path} is a date already: write {{ ${path}.toDateTime().toFormat('d LLLL yyyy') }}`;
	const [, first = '', sign = '', , last = ''] = WRITTEN.exec(String(value)) ?? [];
	const withDayFirst = sign === '/' ? ['d M yyyy', 'M d yyyy'] : ['d M yyyy'];
	const orders = first.length === 4 ? ['yyyy M d'] : last.length === 4 ? withDayFirst : [];
	const [format, other] = orders.map((order) => order.replaceAll(' ', sign));
	if (format === undefined) return CORRECT_IT;
	const written = `Say how it is written: {{ DateTime.fromFormat(${path}, '${format}').toFormat('d LLLL yyyy') }}`;
	return other === undefined ? written : `${written} or, if the month comes first, '${other}'`;
}
