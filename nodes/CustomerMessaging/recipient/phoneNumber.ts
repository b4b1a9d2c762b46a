import { asSeen } from '../parameters/texts';
import { PHONE_PLANS, type PhonePlan } from './phonePlans';

/** What people write between digits, the long dash of Japanese keyboards among it; a new line begins another number. */
const SEPARATORS = /[\t\p{Zs}\p{Pd}.\u2212\u30fc]+/gu;

/** An apostrophe, with which spreadsheets keep a number as text, and what makes a number a link. */
const IN_FRONT = /^['\u2019]?(?:tel:|whatsapp:)?/i;

/** Where a number is international without its plus sign: a link to a chat, and the ID of a WhatsApp account. */
const WHATSAPP_ADDRESS =
	/^(?:(?:https?:\/\/)?(?:www\.)?wa\.me\/\+?(\d+)\/?(?:\?.*)?|\+?(\d+)@(?:c\.us|s\.whatsapp\.net))$/i;

/** A plus sign, or what most of the world dials for it; several if one is put in front of a code that has one. */
const INTERNATIONAL_PREFIX = /^\/?(?:\+|00(?=[/+]*[1-9]))[/+]*/;

/** With something between its zeros, it may be a 0 for a missing country code and the 0 of a national number. */
const PREFIX_BEHIND_PLUS = /^(\D*\+\D*)00(?=\D*[1-9])/;

/** WhatsApp's own ID of a mobile phone in Mexico has a 1 that numbers there have no more. */
const MEXICAN_WHATSAPP_ID = /^\+521[1-9]\d{9}$/;

/** A phone number without what people write between and around its digits, but a slash for brackets and slashes. */
export function plainNumber(written: string): string {
	return asSeen(written)
		.replace(/\P{No}+/gu, (text) => text.normalize('NFKC'))
		.replace(/\p{Nd}/gu, westernDigit)
		.replace(IN_FRONT, '')
		.replace(WHATSAPP_ADDRESS, '+$1$2')
		.replace(PREFIX_BEHIND_PLUS, '$1')
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

/** A plain number with a plus sign, and digits; empty if it is none, or may begin with the country's code already. */
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

/** A 0 of its own in brackets is one that no number has. */
function isWhole(plain: string): boolean {
	if (plain.includes('/0/')) return false;
	const number = plain.replaceAll('/', '');
	const isOf = ([, , code, , pattern]: PhonePlan): boolean =>
		number.startsWith(`+${code}`) && new RegExp(`^\\+${code}${pattern}$`).test(number);
	return MEXICAN_WHATSAPP_ID.test(number) || PHONE_PLANS.some(isOf);
}

/** Leaves out the 0 behind a country code whose numbers lose it. */
function withoutZero(plain: string): string {
	const losing = PHONE_PLANS.filter(([, , , prefix]) => new RegExp(`^(?:${prefix})$`).test('0'));
	const codes = losing.map(([, , code]) => code).join('|');
	return plain.replace(new RegExp(`^(\\+(?:${codes}))/?0/?`), '$1');
}

/** The plan of a country whose national numbers are taken. */
export function planOf(country: string): PhonePlan | undefined {
	return PHONE_PLANS.find(([iso, name]) => iso === country && name !== '');
}
