import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/failure';
import { isEmpty } from '../service/values';
import {
	COUNTRIES_WITH_ZERO,
	internationalNumber,
	nameOfCountry,
	readDefaultCountry,
} from './defaultCountry';
import type { Recipient } from './recipient';
import { testRecipientField } from './testRecipient';

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

/**
 * A number in E.164: behind +1 and +7 always ten digits, so that one more is an extension or the prefix of another
 * country's dialing, and behind +1 no area code begins with 1; no other country has shorter ones than these.
 */
const E164 = /^\+(?:1[2-9]\d{9}|7\d{10}|[2-689]\d{6,14})$/;

/** What people write between digits, and invisible characters from contact lists; a new line begins another number. */
const SEPARATORS = /[\t\p{Zs}\p{Cf}().[\]\-\u2010-\u2015\u2212]+/gu;

/** As Germans and others write a national number: a slash behind the area code. */
const SLASH_BEHIND_AREA = /^(\(?0\d{1,5}\)?\s?)\/(?=\s?\d)/;

/** What most of the world dials for the plus sign. */
const INTERNATIONAL_PREFIX = /^00(?=[1-9])/;

const SPACES = /[\s\p{Cf}]+/gu;

/** What a spreadsheet makes of a number: 6.28E+11, or 12025550123.0. */
const FROM_SPREADSHEET = /^\+?\d+([.,]\d+)?e\+?\d+$|^[^.,]*[.,]0+$/i;

/** The country code at the beginning of an international number (ITU-T E.164): one, two or three digits. */
const COUNTRY_CODE = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

const ZERO_IN_BRACKETS = /[([][\s\p{Cf}]*0[\s\p{Cf}]*[)\]]/u;

/** Digits in brackets behind the number, such as a count or an extension. */
const ENDS_IN_BRACKETS = /\d\D*[([][^)\]]*\d[^)\]]*[)\]]\D*$/;

/**
 * Checks a phone number (service: Send template), and reduces it to the plus sign, for which 00 may stand, and
 * digits. A country code is never guessed: a national number could belong to a stranger in another country. Throws an
 * InputError.
 *
 * @param fieldName what the form calls the value
 * @param country ISO code of the country whose national numbers are taken, too; empty for none
 */
export function checkCustomerPhone(
	value: unknown,
	fieldName = customerPhoneField.displayName,
	country = '',
): string {
	if (isEmpty(value)) throw new InputError(`'${fieldName}' is empty`, FORMAT);
	if (typeof value !== 'string' && typeof value !== 'number')
		throw new InputError(`'${fieldName}' is not text`, FORMAT);
	const written = String(value).trim();
	const dialed = country === '' ? written : written.replace(SLASH_BEHIND_AREA, '$1');
	const typed = dialed.replace(SEPARATORS, '').replace(INTERNATIONAL_PREFIX, '+');
	const isWhole = typeof value !== 'number' || Number.isInteger(value);
	const nation = isWhole && /^\d+$/.test(typed) ? country : '';
	const number = nation === '' ? typed : internationalNumber(typed, nation);
	const problem = problemOf(value, written, number, nation, country !== '');
	if (problem === undefined) return number;
	const [what, advice] = problem;
	throw new InputError(`'${fieldName}' '${written}' ${what}`, advice);
}

/** @param nation ISO code of the country whose national number it is, if it is one */
function problemOf(
	value: string | number,
	written: string,
	number: string,
	nation: string,
	hasCountry: boolean,
): [what: string, advice: string] | undefined {
	const isNumber = typeof value === 'number' && nation === '';
	if (isNumber || FROM_SPREADSHEET.test(written.replace(SPACES, '')))
		return [
			'was turned into a number by a spreadsheet or a program',
			`Format the column as text, and enter the number again. ${FORMAT}`,
		];
	if (hasNationalZero(number))
		return [
			'has a 0 that is dialed only within the country',
			'Leave out the 0 behind the country code',
		];
	if (nation === '' && ZERO_IN_BRACKETS.test(written))
		return ['has a 0 in brackets', 'Write the number as it is dialed from abroad'];
	if (ENDS_IN_BRACKETS.test(written))
		return ['has something in brackets behind the number', 'Remove what stands in brackets'];
	if (nation !== '' && number === '')
		return [
			`has no plus sign, and is not a phone number of the 'Default Country', ${nameOfCountry(nation)}`,
			'Correct it or, if it begins with a country code, put a plus sign in front',
		];
	if (!number.startsWith('+'))
		return [
			'has no plus sign and country code',
			hasCountry ? FORMAT : `${FORMAT}, or choose a 'Default Country'`,
		];
	return E164.test(number) ? undefined : ['is not an international phone number', FORMAT];
}

function hasNationalZero(number: string): boolean {
	const [countryCode = ''] = COUNTRY_CODE.exec(number) ?? [];
	return (
		countryCode !== '' &&
		number[countryCode.length] === '0' &&
		!COUNTRIES_WITH_ZERO.includes(countryCode)
	);
}

export const customerPhone: Recipient = {
	field: customerPhoneField,
	testField: testRecipientField('phone number', '+12025550123'),
	check: (value, fieldName, item) => checkCustomerPhone(value, fieldName, readDefaultCountry(item)),
};
