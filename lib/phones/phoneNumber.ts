import { asSeen } from '../basics';
import { PHONE_PLANS, type PhonePlan } from './phonePlans';

/** What people write between digits, including the long dash of Japanese keyboards; a new line begins another number. */
const SEPARATORS = /[\t\p{Zs}\p{Pd}.\u2212\u30fc]+/gu;

/** An apostrophe, with which spreadsheets keep a number as text, and what makes a number a link. */
const IN_FRONT = /^['\u2019]?(?:tel:|whatsapp:)?/i;

/** A link to a chat or the ID of a WhatsApp account: in these, a number is international without a plus sign. */
const WHATSAPP_ADDRESS =
	/^(?:(?:https?:\/\/)?(?:www\.)?wa\.me\/\+?(\d+)\/?(?:\?.*)?|\+?(\d+)@(?:c\.us|s\.whatsapp\.net))$/i;

/** A plus sign, or what most of the world dials for it; several if one is put in front of a code that has one. */
const INTERNATIONAL_PREFIX = /^\/?(?:\+|00(?=[/+]*[1-9]))[/+]*/;

/** A 00 after a plus sign. With something between them, its zeros may stand for a country code and begin a national number. */
const PREFIX_BEHIND_PLUS = /^(\D*\+\D*)00(?=\D*[1-9])/;

/** What a list may have in place of a missing country code, behind the plus sign: the number is then a national one. */
const PREFIX_WITHOUT_CODE = /^\D*(?:\+|00)\D*[\p{Pd}.\u2212\u30fc/].*$/su;

/** WhatsApp's own ID of a mobile phone in Mexico has a 1 that numbers there no longer have. */
const MEXICAN_WHATSAPP_ID = /^\+521[1-9]\d{9}$/;

/** A phone number without what people write between and around its digits, but with a slash for each bracket or slash. */
export function plainNumber(written: string): string {
	return asSeen(written)
		.replace(/\P{No}+/gu, (text) => text.normalize('NFKC'))
		.replace(/\p{Nd}/gu, westernDigit)
		.replace(IN_FRONT, '')
		.replace(WHATSAPP_ADDRESS, '+$1$2')
		.replace(PREFIX_BEHIND_PLUS, '$1')
		.replace(PREFIX_WITHOUT_CODE, '+')
		.replace(SEPARATORS, '')
		.replace(/[()[\]/]+/g, '/')
		.replace(INTERNATIONAL_PREFIX, '+');
}

/** A digit of any script as one of 0 to 9: Unicode has the ten of a script in a row. */
function westernDigit(digit: string): string {
	const code = digit.codePointAt(0)!;
	let value = 0;
	while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
	return String(value % 10);
}

/** Turns a plain number into a plus sign and digits; empty if it is no number, or may already begin with the country's code. */
export function internationalNumber(plain: string, country: string): string {
	const digits = plain.replaceAll('/', '');
	if (digits.startsWith('+')) {
		if (isWhole(plain)) return digits;
		const shorter = withoutZero(plain);
		return isWhole(shorter) ? shorter.replaceAll('/', '') : '';
	}
	const [, , code, prefix, pattern] = planOf(country) ?? ['', '', '', '', '(?!)'];
	const dialed = `(?:${prefix})?(${pattern})$`;
	const [, national] = new RegExp(`^${dialed}`).exec(digits) ?? [];
	const mayHaveCode = national === digits && new RegExp(`^${code}${dialed}`).test(digits);
	return national === undefined || mayHaveCode ? '' : `+${code}${national}`;
}

/** Whether a number is already whole in front of a bracket or slash, so that another one, or an extension, follows. */
export function hasSeveral(plain: string, country: string): boolean {
	const ends = [...plain.matchAll(/\/(?=\d)/g)].map(({ index }) => index);
	return (
		/\d\D*[\n\r,;|&+]/.test(plain) ||
		ends.some((end) => internationalNumber(plain.slice(0, end), country) !== '')
	);
}

/** Whether a number is complete; no complete number has a 0 of its own in brackets. */
function isWhole(plain: string): boolean {
	if (plain.includes('/0/')) return false;
	const number = plain.replaceAll('/', '');
	const isOf = ([, , code, , pattern]: PhonePlan): boolean =>
		number.startsWith(`+${code}`) && new RegExp(`^\\+${code}${pattern}$`).test(number);
	return MEXICAN_WHATSAPP_ID.test(number) || PHONE_PLANS.some(isOf);
}

/** Removes the 0 after a country code whose numbers drop it. */
function withoutZero(plain: string): string {
	const losing = PHONE_PLANS.filter(([, , , prefix]) => new RegExp(`^(?:${prefix})$`).test('0'));
	const codes = losing.map(([, , code]) => code).join('|');
	return plain.replace(new RegExp(`^(\\+(?:${codes}))/?0/?`), '$1');
}

/** The plan of a country whose national numbers are accepted. */
export function planOf(country: string): PhonePlan | undefined {
	return PHONE_PLANS.find(([iso, name]) => iso === country && name !== '');
}
