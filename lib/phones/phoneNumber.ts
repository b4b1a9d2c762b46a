import { asSeen } from '../basics';
import { planOf } from './countries';
import { PHONE_PLANS, type PhonePlan } from './phonePlans';

/** What people write between digits, including the long dash of Japanese keyboards; a new line begins another number. */
const SEPARATORS = String.raw`\t\p{Zs}\p{Pd}.\u2212\u30fc`;

/**
 * How people and programs write numbers, and what becomes of that. Each row reads what those above it have left, from the
 * outside in: what is around a number; how it begins, where a dash or a space says something; what is between its digits.
 */
const SPELLINGS: Array<[spelling: RegExp, becomes: string]> = [
	// '+12025550123, as spreadsheets keep a text; tel:+12025550123 and whatsapp:+12025550123, which are links
	[/^['\u2019]?(?:tel:|whatsapp:)?/i, ''],
	// wa.me/12025550123, a link to a chat: international without a plus sign
	[/^(?:https?:\/\/)?(?:www\.)?wa\.me\/\+?(\d+)\/?(?:\?.*)?$/i, '+$1'],
	// api.whatsapp.com/send?phone=12025550123, an older one
	[/^(?:https?:\/\/)?api\.whatsapp\.com\/send\/?\?(?:.*&)?phone=(?:\+|%2B)?(\d+)(?:&.*)?$/i, '+$1'],
	// 12025550123@c.us, the ID of a WhatsApp account: the same
	[/^\+?(\d+)@(?:c\.us|s\.whatsapp\.net)$/i, '+$1'],

	// +-2025550123 or 00/2025550123: what a list has in place of a missing country code, so the number is a national one
	[/^[^\d+]*(?:\+(?:\D*00)?|00)\D*[\p{Pd}.\u2212\u30fc/].*$/su, '+'],
	// +(202) 555-0123 or +202-555-0123: no country writes its code like that, so the number is a national one
	[/^\+\s*(?:\([1-9]\d\d\)|\d{3}[-.]\d{3}[-.]\d{4}$).*$/s, '+'],
	// +0012025550123; but the zeros of +0 012025550123 may stand for a country code, and begin a national number
	[/^([^\d+]*\+\D*)00(?=\D*[1-9])/, '$1'],

	// 202-555.01 23
	[new RegExp(`[${SEPARATORS}]+`, 'gu'), ''],
	// (202)5550123 and [202]5550123: what was written there may be a number of its own
	[/[()[\]/]+/g, '/'],
	// 0012025550123, which most of the world dials for a plus sign, and ++12025550123 or (+1)2025550123
	[/^\/?(?:\+|00(?=[/+]*[1-9]))[/+]*/, '+'],
];

/** What surely has no country code, as it was written: digits, without 00 in front, and what people write between them. */
export const NATIONAL_NUMBER = new RegExp(`^(?!\\D*0\\D*0)[\\d${SEPARATORS}()[\\]/]+$`, 'u');

/** WhatsApp's own ID of a mobile phone in Mexico has a 1 that numbers there no longer have. */
const MEXICAN_WHATSAPP_ID = /^\+521[1-9]\d{9}$/;

const NO_PLAN: PhonePlan = ['', '', '', '', '(?!)'];

/** A phone number without what people write between and around its digits, but with a slash for each bracket or slash. */
export function plainNumber(written: string): string {
	const text = asSeen(written)
		.replace(/\P{No}+/gu, (signs) => signs.normalize('NFKC'))
		.replace(/\p{Nd}/gu, westernDigit);
	return SPELLINGS.reduce((plain, [spelling, becomes]) => plain.replace(spelling, becomes), text);
}

/** A digit of any script as one of 0 to 9: Unicode has the ten of a script in a row. */
function westernDigit(digit: string): string {
	const code = digit.codePointAt(0)!;
	let value = 0;
	while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
	return String(value % 10);
}

/** Turns a plain number into a plus sign and digits; empty if it is none or several, or may already begin with the country's code. */
export function internationalNumber(plain: string, country: string): string {
	return hasSeveral(plain, country) ? '' : wholeNumber(plain, country);
}

/** Whether a number is already whole in front of a bracket or slash, so that another one, or an extension, follows. */
export function hasSeveral(plain: string, country: string): boolean {
	if (/\d\D*[\n\r,;|&+]/.test(plain)) return true;
	const ends = Array.from(plain.matchAll(/\/(?=\d)/g), ({ index }) => index);
	return ends.some((end) => wholeNumber(plain.slice(0, end), country) !== '');
}

function wholeNumber(plain: string, country: string): string {
	if (plain.startsWith('+')) return withCode(plain);
	const digits = plain.replaceAll('/', '');
	const [, , code, prefix, pattern] = planOf(country) ?? NO_PLAN;
	const dialed = `(?:${prefix})?(${pattern})$`;
	const [, national] = new RegExp(`^${dialed}`).exec(digits) ?? [];
	const mayHaveCode = national === digits && new RegExp(`^${code}${dialed}`).test(digits);
	return national === undefined || mayHaveCode ? '' : `+${code}${national}`;
}

/** Leaves out the 0 behind a country code whose numbers drop it, unless the number is whole with it, as some in Rwanda are. */
function withCode(plain: string): string {
	// No number has a 0 of its own in brackets.
	const written = plain.replaceAll('/0/', 'o').replaceAll('/', '');
	if (MEXICAN_WHATSAPP_ID.test(written)) return written;
	const [, , code, prefix, pattern] =
		PHONE_PLANS.find(([, , one]) => written.startsWith(`+${one}`)) ?? NO_PLAN;
	const isDropped = plain.startsWith(`+${code}`) && new RegExp(`^(?:${prefix})$`).test('0');
	const whole = new RegExp(`^(\\+${code})${isDropped ? '[o0]??' : ''}(${pattern})$`);
	return whole.test(written) ? written.replace(whole, '$1$2') : '';
}
