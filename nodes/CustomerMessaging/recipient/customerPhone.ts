import type { INodeProperties } from 'n8n-workflow';
import { asSeen, InputError, readsOwnItems } from '../../../lib/basics';
import { filledLine, type ItemParameters } from '../../../lib/fields';
import {
	COUNTRIES,
	countryCalled,
	hasSeveral,
	internationalNumber,
	plainNumber,
	planOf,
} from '../../../lib/phones';
import type { RecipientField } from './recipient';

const customerPhoneField: INodeProperties = {
	displayName: 'Customer Phone',
	name: 'customerPhone',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +12025550123',
	description:
		"The customer's phone number, with a plus sign and the country code. For numbers without them, add 'Default Country' under 'Options'.",
};

export const defaultCountryOption: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	options: [
		{ name: 'None', value: '' },
		...COUNTRIES.map(({ iso, inList }) => ({ name: inList, value: iso })),
	],
	default: '',
	description:
		'Country of numbers without a plus sign or 00, such as 0170 1234567. Do not use it if numbers lack their area code, or have a country code but no plus sign. An expression may give ES or Spain.',
};

const FORMAT =
	'Enter it in international format: a plus sign, the country code and the number, such as +12025550123';

/** For a field in which a user can write an expression. */
const WITHOUT_CODE =
	"Choose a 'Default Country' under 'Options', which leaves numbers with a plus sign as they are. Only if all numbers have their country code, put a plus sign in front, as in +{{ $json.phone }}";

/** What a spreadsheet makes of a number: 6.28E+11, or 12025550123.0. */
const FROM_SPREADSHEET = /^\D*\d+([.,]\d+)?e\+?\d+\D*$|^[^.,]*[.,]0+\D*$/i;

/** WhatsApp's own ID of a customer: a country with a dot in front, or @lid behind. */
const WHATSAPP_ID =
	/^(?:whatsapp:)?[A-Z]{2}\.(?:ENT\.)?(?=[A-Za-z]*\d)[\dA-Za-z]+$|^\+?\d[\d:]*@[Ll][Ii][Dd]$/;

/** As a person types a number, not as a sheet leaves it. */
const HAS_SEPARATOR = /\p{Nd}\P{Nd}+\p{Nd}/u;

/**
 * Checks a phone number (service: Send template), and reduces it to a plus sign and digits. A country code is never
 * guessed: a national number could belong to a stranger in another country. Throws an InputError.
 * @param defaultCountry gives the ISO code of the country whose national numbers are accepted; empty for none
 * @param withoutCode what to do about a number that has no country code
 */
export function checkCustomerPhone(
	value: unknown,
	fieldName = customerPhoneField.displayName,
	defaultCountry: () => string = () => '',
	withoutCode = WITHOUT_CODE,
): string {
	const written = filledLine(value, `'${fieldName}'`).trim();
	const plain = typeof value === 'number' ? written : plainNumber(written);
	const country = /^[\d/]+$/.test(plain) ? defaultCountry() : '';
	const [what, advice = FORMAT] = problemOf(value, written, plain, country, withoutCode);
	if (what === undefined) return internationalNumber(plain, country);
	throw new InputError(`'${fieldName}' '${written}' ${what}`, advice);
}

/** What is wrong with a number and, if FORMAT does not say it, what to do; nothing if it is right. */
function problemOf(
	value: unknown,
	written: string,
	plain: string,
	country: string,
	withoutCode: string,
): string[] {
	if ((typeof value === 'number' && country === '') || FROM_SPREADSHEET.test(written))
		return [
			'was turned into a number by a spreadsheet or a program',
			Number.isSafeInteger(value)
				? `${withoutCode}. If it has lost digits, format the column as text, and enter the number again`
				: `Format the column as text, and enter the number again. ${FORMAT}`,
		];
	if (WHATSAPP_ID.test(asSeen(written)))
		return [
			"is WhatsApp's ID of a customer who hides the phone number",
			"Write to their customer ID instead, with the resource 'Message'",
		];
	if (/\p{L}/u.test(plain)) return ['has letters in it'];
	if (hasSeveral(plain, country)) return ['has more than one number in it', 'Leave only one'];
	const [, name, , prefix] = planOf(country) ?? [];
	if (prefix === '0' && !/^\/?0/.test(plain) && HAS_SEPARATOR.test(written))
		return [
			`has no 0 in front, so it may not be a phone number of the 'Default Country', ${name}`,
			'Put the 0 in front or, for another country, a plus sign and the country code',
		];
	if (internationalNumber(plain, country) !== '') return [];
	if (name !== undefined)
		return [
			`has no plus sign, and is not a phone number of the 'Default Country', ${name}`,
			'Correct it or, if it begins with a country code, put a plus sign in front',
		];
	if (!plain.startsWith('+')) return ['has no plus sign and country code', withoutCode];
	if (plain === '+')
		return [
			'has a plus sign, but no country code',
			"Choose a 'Default Country' under 'Options' and leave out the plus sign, or put the country code behind it",
		];
	return [
		'is not an international phone number: it has no country code, or behind the code are too few or too many digits, or a 0 that is dialed only within the country',
	];
}

/** Reads the country of a number that has no country code; empty for none. */
function readDefaultCountry(item: ItemParameters, isOfAllItems = false): string {
	const isExpression = item.hasExpression(defaultCountryOption);
	// A number that is the same for all items cannot take the country of one of them.
	if (isExpression && isOfAllItems) return '';
	return item.read(defaultCountryOption, (value) => {
		const written = asSeen(String(value));
		const country = written === '' && !isExpression ? '' : countryCalled(written);
		if (country !== undefined) return country;
		throw new InputError(
			`'Default Country' under 'Options' is '${String(value)}', which is not one of its countries`,
			'Use the two letters or the name of a country, such as ES or Spain, or give the number a plus sign and the country code',
		);
	});
}

export const customerPhone: RecipientField = {
	field: customerPhoneField,
	what: 'phone number',
	check: (value, fieldName, item, isOfAllItems) =>
		checkCustomerPhone(
			value,
			fieldName,
			() => readDefaultCountry(item, isOfAllItems),
			// A test's recipient is no expression, and an AI agent's model writes none.
			isOfAllItems || !readsOwnItems(item.context.getNode()) ? FORMAT : undefined,
		),
	// Without a digit, or with 0 alone, a text is no part of a number; 0000 may be its end.
	counts: (text) => text.replace(/[^\p{Nd}+]/gu, '').replace(/^\+*(?:0\+*){0,3}$/, ''),
};
