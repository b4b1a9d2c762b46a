import { dateText } from './plainText';
import type { Found } from './readData';

/** What n8n and Luxon say of a date that they cannot read. */
export const NO_DATE = /invalid date|luxon/i;

/** What guesses how a date is written, unless it is told. */
export const TO_DATE_TIME = /\.toDateTime\(\s*\)/g;

/** The same for texts alone, and for those that begin with an ISO date. */
export const ONLY_TEXT = ".replace(/^$/, '').toDateTime()";

export const ONLY_ISO = ".replace(/^(?!\\s*\\d{4}-\\d\\d-\\d\\d)[^]*/, '-').toDateTime()";

export const ABOUT_GUESSES =
	"Say how it is written, as in {{ DateTime.fromFormat($json.date, 'd/M/yyyy') }}";

export const ISO_DATE = /^\s*\d{4}-\d{2}-\d{2}/;

export const SOME_DAY = '2001-02-03';

/** A date as people write it, such as 05/12/2026: its parts, and what stands between them. */
const WRITTEN = /^\s*(\d{1,2}|\d{4}(?!-))([./-])(\d{1,2})\2(\d{1,2}|\d{4})\s*$/;

const CORRECT_IT = 'Correct the date, or use an expression that reads dates of this form';

/** What to write for a date that cannot be read, or that could be read in two ways. */
export function aboutDate({ value, path }: Found): string {
	if (dateText(value) !== undefined)
		return `${path} is a date already: write {{ ${path}.toDateTime().toFormat('d LLLL yyyy') }}`;
	const [, first = '', sign = '', , last = ''] = WRITTEN.exec(String(value)) ?? [];
	const withDayFirst = sign === '/' ? ['d M yyyy', 'M d yyyy'] : ['d M yyyy'];
	const orders = first.length === 4 ? ['yyyy M d'] : last.length === 4 ? withDayFirst : [];
	const formats = orders.map((order) => order.replaceAll(' ', sign));
	const [format, other] = formats;
	if (format === undefined) return CORRECT_IT;
	const written = `Say how it is written: {{ DateTime.fromFormat(${path}, '${format}').toFormat('d LLLL yyyy') }}`;
	return other === undefined ? written : `${written} or, if the month comes first, '${other}'`;
}
