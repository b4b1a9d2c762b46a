import { CODES_WITH_ZERO, PHONE_PLANS, type PhonePlan } from './phonePlans';

/** What people write between digits, the long dash of Japanese keyboards among it; a new line begins another number. */
const SEPARATORS = /[\t\p{Zs}\p{Pd}.\u2212\u30fc]+/gu;

/** An apostrophe, with which spreadsheets keep a number as text, and what makes a number a link. */
const IN_FRONT = /^['\u2019]?(?:tel:|whatsapp:)?/i;

/** Where a number is international without its plus sign: a link to a chat, and the ID of a WhatsApp account. */
const WHATSAPP_ADDRESS =
	/^(?:(?:https?:\/\/)?(?:www\.)?wa\.me\/\+?(\d+)\/?(?:\?.*)?|\+?(\d+)@(?:c\.us|s\.whatsapp\.net))$/i;

/** What most of the world dials for the plus sign. */
const INTERNATIONAL_PREFIX = /^\/?00\/?(?=[1-9])/;

const ZERO_IN_BRACKETS = /^\/?\+\/?(\d{1,3})\/0\//;

const NO_PLAN: PhonePlan = ['', '', '', '', []];

/**
 * A phone number without what people write between and around its digits, but a slash for brackets and slashes; anything
 * else is left where it is.
 */
export function plainNumber(written: string): string {
	return written
		.replace(/\P{No}+/gu, (text) => text.normalize('NFKC'))
		.replace(/\p{Nd}/gu, westernDigit)
		.replace(/\p{Cf}+/gu, '')
		.trim()
		.replace(IN_FRONT, '')
		.replace(WHATSAPP_ADDRESS, '+$1$2')
		.replace(SEPARATORS, '')
		.replace(/[()[\]/]+/g, '/')
		.replace(INTERNATIONAL_PREFIX, '+')
		.replace(ZERO_IN_BRACKETS, (all, code: string) => (losesZero(code) ? `+${code}` : all));
}

/** A digit of any script as one of 0 to 9: Unicode has the ten of a script in a row. */
function westernDigit(digit: string): string {
	const code = digit.codePointAt(0)!;
	let value = 0;
	while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
	return String(value % 10);
}

/**
 * Reads a plain number as a plus sign and digits; empty if it is none, or may begin with the country code already.
 *
 * @param country ISO code of the country whose national numbers are taken, too; empty for none
 */
export function internationalNumber(plain: string, country: string): string {
	const digits = plain.replaceAll('/', '');
	if (digits.startsWith('+')) return isWhole(digits) && !plain.includes('/0/') ? digits : '';
	const [, , code, prefix, [shortest = 0]] = planOf(country) ?? NO_PLAN;
	const bare = digits.replace(new RegExp(`^(?:${prefix})`), '');
	const mayHaveCode = digits.startsWith(code) && digits.length - code.length >= shortest;
	if (bare === digits && mayHaveCode) return '';
	return [bare, digits].map((national) => `+${code}${national}`).find(isWhole) ?? '';
}

/** Whether a number is already whole in front of a bracket or slash, so that another one, or an extension, follows. */
export function hasSeveral(plain: string, country: string): boolean {
	const ends = [...plain.matchAll(/\/(?=\d)/g)].map(({ index }) => index);
	return (
		/\d\D*[\n\r,;|&+]/.test(plain) ||
		ends.some((end) => internationalNumber(plain.slice(0, end), country) !== '')
	);
}

function isWhole(number: string): boolean {
	const [, , code, , lengths] = planOfNumber(number);
	const national = number.slice('+'.length + code.length);
	// No area code of +1 begins with 1: it is what is dialed there before a number, or before another country's.
	const isDialed = hasNationalZero(number) || (code === '1' && national.startsWith('1'));
	return /^\d+$/.test(national) && lengths.includes(national.length) && !isDialed;
}

export function hasNationalZero(number: string): boolean {
	const [, , code] = planOfNumber(number);
	return code !== '' && number.startsWith(`+${code}0`) && !CODES_WITH_ZERO.includes(code);
}

function losesZero(code: string): boolean {
	const [, , , prefix] = planOfNumber(`+${code}`);
	return new RegExp(`^(?:${prefix})$`).test('0') && !CODES_WITH_ZERO.includes(code);
}

/** The plan of a country whose national numbers are taken. */
export function planOf(country: string): PhonePlan | undefined {
	return PHONE_PLANS.find(([iso, name]) => iso === country && name !== '');
}

/** The plan whose country code an international number begins with: no code is the beginning of another one. */
export function planOfNumber(number: string): PhonePlan {
	return PHONE_PLANS.find(([, , code]) => number.startsWith(`+${code}`)) ?? NO_PLAN;
}
