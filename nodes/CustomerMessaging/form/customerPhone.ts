import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/failure';
import { isEmpty } from '../service/values';
import { recipientOf } from './testRecipient';

const customerPhoneField: INodeProperties = {
	displayName: 'Customer Phone',
	name: 'customerPhone',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +12025550123',
	description:
		"The customer's phone number in international format, with a plus sign and the country code. Spaces, dashes, dots and brackets are removed.",
};

const FORMAT =
	'Enter it in international format: a plus sign, the country code and the number, such as +12025550123';

/** The digits of an international number, country code included; E.164 allows 15. */
const FEWEST_DIGITS = 7;
const MOST_DIGITS = 15;

/** What people write between digits, and invisible characters from contact lists. */
const SEPARATORS = /[\s\p{Cf}().[\]\-\u2010-\u2015\u2212]+/gu;

/** The zero of a national number in brackets: removing only the brackets would leave it in the number. */
const ZERO_IN_BRACKETS = /[([][\s\p{Cf}]*0[\s\p{Cf}]*[)\]]/u;

/** The same zero after a country code; a space stands for whatever separates the digits. */
const ZERO_AFTER_COUNTRY_CODE = /^\+ ?([17]|[2-9]\d{1,2}) 0 /;

/** What most of the world dials for the plus sign. */
const INTERNATIONAL_PREFIX = /^00(?= ?[1-9])/;

/** The end of a number that became a decimal; with another dot or comma, its digits are in groups instead. */
const DECIMAL_ZEROS = /^[^.,]*[.,]0+$/;

/**
 * Checks a phone number (service: Send template), and reduces it to the plus sign, for which 00 may stand, and
 * digits. A country code is never guessed: a national number could belong to a stranger in another country. Throws an
 * InputError.
 *
 * @param fieldName what the form calls the value
 */
export function checkCustomerPhone(
	value: unknown,
	fieldName = customerPhoneField.displayName,
): string {
	const field = `'${fieldName}'`;
	if (typeof value === 'number') {
		throw new InputError(
			`${field} is the number ${value}, not text, so its plus sign is missing`,
			`Spreadsheets turn phone numbers into numbers. Format the column as text. ${FORMAT}`,
		);
	}
	if (isEmpty(value)) throw new InputError(`${field} is empty`, FORMAT);
	if (typeof value !== 'string') throw new InputError(`${field} is not text`, FORMAT);

	const shown = `${field} '${value.trim()}'`;
	if (/^\+?\d+([.,]\d+)?e\+?\d+$/i.test(value.trim())) {
		throw new InputError(
			`${shown} was shortened by a spreadsheet and has lost some of its digits`,
			`Format the column as text and enter the number again. ${FORMAT}`,
		);
	}
	if (DECIMAL_ZEROS.test(value.replace(/[\s\p{Cf}]+/gu, ''))) {
		throw new InputError(
			`${shown} was turned into a decimal number by a spreadsheet or a program`,
			`Format the column as text and enter the number again. ${FORMAT}`,
		);
	}
	const spaced = value.replace(SEPARATORS, ' ').trim().replace(INTERNATIONAL_PREFIX, '+');
	if (ZERO_IN_BRACKETS.test(value) || ZERO_AFTER_COUNTRY_CODE.test(spaced)) {
		throw new InputError(
			`${shown} contains the 0 that is dialed only within the country`,
			'Remove that 0 from the number',
		);
	}

	const number = spaced.replaceAll(' ', '');
	if (/\p{L}/u.test(number)) throw new InputError(`${shown} contains letters`, FORMAT);
	if (!number.startsWith('+'))
		throw new InputError(`${shown} has no plus sign and country code`, FORMAT);

	const digits = number.slice(1);
	if (!/^\d+$/.test(digits))
		throw new InputError(`${shown} contains something that is not a digit`, FORMAT);
	if (digits.startsWith('0'))
		throw new InputError(`${shown} has a country code that starts with 0, which none does`, FORMAT);
	if (digits.length < FEWEST_DIGITS) {
		throw new InputError(
			`${shown} is too short for an international number`,
			`It needs at least ${FEWEST_DIGITS} digits. ${FORMAT}`,
		);
	}
	if (digits.length > MOST_DIGITS) {
		throw new InputError(
			`${shown} is too long for an international number`,
			`It may have ${MOST_DIGITS} digits at most. ${FORMAT}`,
		);
	}
	return number;
}

export const customerPhone = recipientOf(customerPhoneField, checkCustomerPhone, [
	'phone number',
	'+12025550123',
]);
