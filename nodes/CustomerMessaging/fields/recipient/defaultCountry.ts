import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../service/failure';
import type { ItemParameters } from '../../values/nodeParameters';
import { planOf } from './phoneNumber';
import { PHONE_PLANS } from './phonePlans';

export const defaultCountryOption: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	options: [
		{ name: 'None', value: '' },
		...PHONE_PLANS.filter(([, name]) => name !== '').map(([iso, name, countryCode]) => ({
			name: `${name} (+${countryCode})`,
			value: iso,
		})),
	],
	default: '',
	description:
		"Country of the phone numbers without a plus sign or 00 in front, such as 0170 1234567. For customers of several countries, use an expression that gives the code of each one's country, such as ES. Wrong for numbers without their area codes, or with country codes but no plus signs.",
};

/**
 * Reads the country of a number that has no country code; empty for none. Throws an InputError.
 *
 * @param isOfAllItems whether the number is the same for all items, so that it has no item's country
 */
export function readDefaultCountry(item: ItemParameters, isOfAllItems = false): string {
	const { displayName } = defaultCountryOption;
	const name = `options.${defaultCountryOption.name}`;
	const isExpression = item.hasExpression(name);
	if (isExpression && isOfAllItems) return '';
	return item.read(name, (value) => {
		const country = String(value ?? '')
			.trim()
			.toUpperCase();
		if (country === '' ? !isExpression : planOf(country) !== undefined) return country;
		throw new InputError(
			`'${displayName}' under 'Options' is '${String(value)}', which is not one of its countries`,
			'Use the two letters of a country, such as ES, or give the number a plus sign and the country code',
		);
	});
}
