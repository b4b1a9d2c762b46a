import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../service/failure';
import { showsNothing } from '../../service/json';
import { readDefaultCountry } from './defaultCountry';
import {
	hasNationalZero,
	hasSeveral,
	internationalNumber,
	plainNumber,
	planOf,
	planOfNumber,
} from './phoneNumber';
import { testRecipientField, type Recipient } from './recipient';

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

const FORMAT =
	'Enter it in international format: a plus sign, the country code and the number, such as +12025550123';

/** What a spreadsheet makes of a number: 6.28E+11, or 12025550123.0. */
const FROM_SPREADSHEET = /^\D*\d+([.,]\d+)?e\+?\d+\D*$|^[^.,]*[.,]0+\D*$/i;

const MADE = [
	'was turned into a number by a spreadsheet or a program',
	`Format the column as text, and enter the number again. ${FORMAT}`,
];

/** As a person types a number, not as a sheet leaves it. */
const HAS_SEPARATOR = /\p{Nd}\P{Nd}+\p{Nd}/u;

/**
 * Checks a phone number (service: Send template), and reduces it to a plus sign and digits. A country code is never
 * guessed: a national number could belong to a stranger in another country. Throws an InputError.
 *
 * @param fieldName what the form calls the value
 * @param defaultCountry gives the ISO code of the country whose national numbers are taken, too; empty for none
 */
export function checkCustomerPhone(
	value: unknown,
	fieldName = customerPhoneField.displayName,
	defaultCountry: () => string = () => '',
): string {
	if (showsNothing(value)) throw new InputError(`'${fieldName}' is empty`, FORMAT);
	if (typeof value !== 'string' && typeof value !== 'number')
		throw new InputError(`'${fieldName}' is not text`, FORMAT);
	const written = String(value).trim();
	const plain = plainNumber(written);
	const isNational = /^[\d/]+$/.test(typeof value === 'number' ? written : plain);
	const country = isNational ? defaultCountry() : '';
	const isMade = (typeof value === 'number' && country === '') || FROM_SPREADSHEET.test(written);
	const [what, advice = FORMAT] = isMade ? MADE : problemOf(written, plain, country);
	if (what === undefined) return internationalNumber(plain, country);
	throw new InputError(`'${fieldName}' '${written}' ${what}`, advice);
}

/** What is wrong with a number and, where FORMAT does not say it, what to do; nothing if it is right. */
function problemOf(written: string, plain: string, country: string): string[] {
	if (/\p{L}/u.test(plain)) return ['has letters in it'];
	if (hasSeveral(plain, country)) return ['has more than one number in it', 'Leave only one'];
	const digits = plain.replaceAll('/', '');
	if (hasNationalZero(digits))
		return [
			'has a 0 that is dialed only within the country',
			'Leave out the 0 behind the country code',
		];
	const [, name, , prefix] = planOf(country) ?? [];
	if (prefix === '0' && !digits.startsWith('0') && HAS_SEPARATOR.test(written))
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
	if (!digits.startsWith('+'))
		return [
			'has no plus sign and country code',
			`${FORMAT}, or choose a 'Default Country' under 'Options'`,
		];
	const [, , code] = planOfNumber(digits);
	return code !== '' && /^\+\d+$/.test(digits) && !plain.includes('/0/')
		? [`has too few or too many digits for the country code +${code}`]
		: ['is not an international phone number'];
}

export const customerPhone: Recipient = {
	field: customerPhoneField,
	testField: testRecipientField('phone number', '+12025550123'),
	check: (value, fieldName, item, isOfAllItems) =>
		checkCustomerPhone(value, fieldName, () => readDefaultCountry(item, isOfAllItems)),
};
