import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/failure';
import type { ItemParameters } from './nodeParameters';

/**
 * A country's phone numbers: its name, its ISO code, its country code, the prefix that is dialed only within the country
 * (a pattern; none, or one that stays, is empty), and how many digits a number has without both, at least and at most.
 */
type NumberingPlan = [
	name: string,
	iso: string,
	countryCode: string,
	prefix: string,
	fewest: number,
	most?: number,
];

/**
 * Prefixes and lengths are those of the list "Dialling procedures" (annex to ITU Operational Bulletin 994) and of the
 * national numbering plans that countries have sent to the ITU since (ITU-T E.129); a test compares them with
 * libphonenumber's. Left out are Argentina and Gabon, whose numbers change inside when they are called from abroad.
 */
const PLANS: NumberingPlan[] = [
	['Afghanistan', 'AF', '93', '0', 9],
	['Albania', 'AL', '355', '0', 8, 9],
	['Algeria', 'DZ', '213', '0', 8, 9],
	['Andorra', 'AD', '376', '', 6, 9],
	['Angola', 'AO', '244', '', 9],
	['Antigua and Barbuda', 'AG', '1', '1', 10],
	['Armenia', 'AM', '374', '0', 8],
	['Aruba', 'AW', '297', '', 7],
	['Australia', 'AU', '61', '0', 9],
	['Austria', 'AT', '43', '0', 7, 13],
	['Azerbaijan', 'AZ', '994', '0', 9],
	['Bahamas', 'BS', '1', '1', 10],
	['Bahrain', 'BH', '973', '', 8],
	['Bangladesh', 'BD', '880', '0', 8, 10],
	['Barbados', 'BB', '1', '1', 10],
	['Belarus', 'BY', '375', '8?0?', 9],
	['Belgium', 'BE', '32', '0', 8, 9],
	['Belize', 'BZ', '501', '', 7],
	['Benin', 'BJ', '229', '', 10],
	['Bermuda', 'BM', '1', '1', 10],
	['Bhutan', 'BT', '975', '', 7, 8],
	['Bolivia', 'BO', '591', '0', 8],
	['Bosnia and Herzegovina', 'BA', '387', '0', 8, 9],
	['Botswana', 'BW', '267', '', 7, 8],
	['Brazil', 'BR', '55', '0', 10, 11],
	['Brunei', 'BN', '673', '', 7],
	['Bulgaria', 'BG', '359', '0', 7, 9],
	['Burkina Faso', 'BF', '226', '', 8],
	['Burundi', 'BI', '257', '', 8],
	['Cambodia', 'KH', '855', '0', 8, 9],
	['Cameroon', 'CM', '237', '', 9],
	['Canada', 'CA', '1', '1', 10],
	['Cape Verde', 'CV', '238', '', 7],
	['Cayman Islands', 'KY', '1', '1', 10],
	['Central African Republic', 'CF', '236', '', 8],
	['Chad', 'TD', '235', '', 8],
	['Chile', 'CL', '56', '', 9],
	['China', 'CN', '86', '0', 10, 11],
	['Colombia', 'CO', '57', '', 10],
	['Comoros', 'KM', '269', '', 7],
	['Congo (Democratic Republic)', 'CD', '243', '0', 9],
	['Congo (Republic)', 'CG', '242', '', 9],
	['Costa Rica', 'CR', '506', '', 8],
	["Côte d'Ivoire", 'CI', '225', '', 10],
	['Croatia', 'HR', '385', '0', 8, 9],
	['Cuba', 'CU', '53', '0', 8],
	['Curaçao', 'CW', '599', '', 7, 8],
	['Cyprus', 'CY', '357', '', 8],
	['Czechia', 'CZ', '420', '', 9],
	['Denmark', 'DK', '45', '', 8],
	['Djibouti', 'DJ', '253', '', 8],
	['Dominica', 'DM', '1', '1', 10],
	['Dominican Republic', 'DO', '1', '1', 10],
	['Ecuador', 'EC', '593', '0', 8, 9],
	['Egypt', 'EG', '20', '0', 8, 10],
	['El Salvador', 'SV', '503', '', 8],
	['Equatorial Guinea', 'GQ', '240', '', 9],
	['Eritrea', 'ER', '291', '0', 7],
	['Estonia', 'EE', '372', '', 7, 8],
	['Eswatini', 'SZ', '268', '', 8],
	['Ethiopia', 'ET', '251', '0', 9],
	['Faroe Islands', 'FO', '298', '', 6],
	['Fiji', 'FJ', '679', '', 7],
	['Finland', 'FI', '358', '0', 6, 10],
	['France', 'FR', '33', '0', 9],
	['French Guiana', 'GF', '594', '0', 9],
	['French Polynesia', 'PF', '689', '', 8],
	['Gambia', 'GM', '220', '', 7],
	['Georgia', 'GE', '995', '0', 9],
	['Germany', 'DE', '49', '0', 7, 11],
	['Ghana', 'GH', '233', '0', 9],
	['Gibraltar', 'GI', '350', '', 8],
	['Greece', 'GR', '30', '', 10],
	['Greenland', 'GL', '299', '', 6],
	['Grenada', 'GD', '1', '1', 10],
	['Guadeloupe', 'GP', '590', '0', 9],
	['Guam', 'GU', '1', '1', 10],
	['Guatemala', 'GT', '502', '', 8],
	['Guinea', 'GN', '224', '', 9],
	['Guinea-Bissau', 'GW', '245', '', 9],
	['Guyana', 'GY', '592', '', 7],
	['Haiti', 'HT', '509', '', 8],
	['Honduras', 'HN', '504', '', 8],
	['Hong Kong', 'HK', '852', '', 8],
	['Hungary', 'HU', '36', '06', 8, 9],
	['Iceland', 'IS', '354', '', 7],
	['India', 'IN', '91', '0', 10],
	['Indonesia', 'ID', '62', '0', 8, 12],
	['Iran', 'IR', '98', '0', 10],
	['Iraq', 'IQ', '964', '0', 8, 10],
	['Ireland', 'IE', '353', '0', 8, 9],
	['Israel', 'IL', '972', '0', 8, 9],
	['Italy', 'IT', '39', '', 9, 11],
	['Jamaica', 'JM', '1', '1', 10],
	['Japan', 'JP', '81', '0', 9, 10],
	['Jordan', 'JO', '962', '0', 8, 9],
	['Kazakhstan', 'KZ', '7', '8', 10],
	['Kenya', 'KE', '254', '0', 9],
	['Kosovo', 'XK', '383', '0', 8],
	['Kuwait', 'KW', '965', '', 8],
	['Kyrgyzstan', 'KG', '996', '0', 9],
	['Laos', 'LA', '856', '0', 8, 10],
	['Latvia', 'LV', '371', '', 8],
	['Lebanon', 'LB', '961', '0', 7, 8],
	['Lesotho', 'LS', '266', '', 8],
	['Liberia', 'LR', '231', '0', 8, 9],
	['Libya', 'LY', '218', '0', 9],
	['Liechtenstein', 'LI', '423', '0', 7, 9],
	['Lithuania', 'LT', '370', '[08]', 8],
	['Luxembourg', 'LU', '352', '', 6, 9],
	['Macao', 'MO', '853', '', 8],
	['Madagascar', 'MG', '261', '0', 9],
	['Malawi', 'MW', '265', '0', 7, 9],
	['Malaysia', 'MY', '60', '0', 8, 10],
	['Maldives', 'MV', '960', '', 7],
	['Mali', 'ML', '223', '', 8],
	['Malta', 'MT', '356', '', 8],
	['Martinique', 'MQ', '596', '0', 9],
	['Mauritania', 'MR', '222', '', 8],
	['Mauritius', 'MU', '230', '', 7, 8],
	['Mexico', 'MX', '52', '', 10],
	['Moldova', 'MD', '373', '0', 8],
	['Monaco', 'MC', '377', '0', 8, 9],
	['Mongolia', 'MN', '976', '0', 8],
	['Montenegro', 'ME', '382', '0', 8],
	['Morocco', 'MA', '212', '0', 9],
	['Mozambique', 'MZ', '258', '', 8, 9],
	['Myanmar', 'MM', '95', '0', 7, 10],
	['Namibia', 'NA', '264', '0', 8, 9],
	['Nepal', 'NP', '977', '0', 8, 10],
	['Netherlands', 'NL', '31', '0', 9],
	['New Caledonia', 'NC', '687', '', 6],
	['New Zealand', 'NZ', '64', '0', 8, 10],
	['Nicaragua', 'NI', '505', '', 8],
	['Niger', 'NE', '227', '', 8],
	['Nigeria', 'NG', '234', '0', 10],
	['North Macedonia', 'MK', '389', '0', 8],
	['Norway', 'NO', '47', '', 8],
	['Oman', 'OM', '968', '', 8],
	['Pakistan', 'PK', '92', '0', 9, 10],
	['Palestinian Territories', 'PS', '970', '0', 8, 9],
	['Panama', 'PA', '507', '', 7, 8],
	['Papua New Guinea', 'PG', '675', '', 7, 8],
	['Paraguay', 'PY', '595', '0', 7, 9],
	['Peru', 'PE', '51', '0', 8, 9],
	['Philippines', 'PH', '63', '0', 8, 10],
	['Poland', 'PL', '48', '', 9],
	['Portugal', 'PT', '351', '', 9],
	['Puerto Rico', 'PR', '1', '1', 10],
	['Qatar', 'QA', '974', '', 8],
	['Réunion', 'RE', '262', '0', 9],
	['Romania', 'RO', '40', '0', 9],
	['Russia', 'RU', '7', '8', 10],
	['Rwanda', 'RW', '250', '0', 9],
	['Saint Kitts and Nevis', 'KN', '1', '1', 10],
	['Saint Lucia', 'LC', '1', '1', 10],
	['Saint Vincent and Grenadines', 'VC', '1', '1', 10],
	['Samoa', 'WS', '685', '', 7],
	['San Marino', 'SM', '378', '', 8, 10],
	['São Tomé and Príncipe', 'ST', '239', '', 7],
	['Saudi Arabia', 'SA', '966', '0', 9],
	['Senegal', 'SN', '221', '', 9],
	['Serbia', 'RS', '381', '0', 8, 10],
	['Seychelles', 'SC', '248', '', 7],
	['Sierra Leone', 'SL', '232', '0', 8],
	['Singapore', 'SG', '65', '', 8],
	['Slovakia', 'SK', '421', '0', 9],
	['Slovenia', 'SI', '386', '0', 8],
	['Solomon Islands', 'SB', '677', '', 7],
	['Somalia', 'SO', '252', '0', 7, 9],
	['South Africa', 'ZA', '27', '0', 9],
	['South Korea', 'KR', '82', '0', 8, 10],
	['South Sudan', 'SS', '211', '0', 9],
	['Spain', 'ES', '34', '', 9],
	['Sri Lanka', 'LK', '94', '0', 9],
	['Sudan', 'SD', '249', '0', 9],
	['Suriname', 'SR', '597', '', 6, 7],
	['Sweden', 'SE', '46', '0', 7, 9],
	['Switzerland', 'CH', '41', '0', 9],
	['Syria', 'SY', '963', '0', 8, 9],
	['Taiwan', 'TW', '886', '0', 8, 9],
	['Tajikistan', 'TJ', '992', '', 9],
	['Tanzania', 'TZ', '255', '0', 9],
	['Thailand', 'TH', '66', '0', 8, 9],
	['Timor-Leste', 'TL', '670', '', 7, 8],
	['Togo', 'TG', '228', '', 8],
	['Tonga', 'TO', '676', '', 7],
	['Trinidad and Tobago', 'TT', '1', '1', 10],
	['Tunisia', 'TN', '216', '', 8],
	['Türkiye', 'TR', '90', '0', 10],
	['Turkmenistan', 'TM', '993', '8', 8],
	['U.S. Virgin Islands', 'VI', '1', '1', 10],
	['Uganda', 'UG', '256', '0', 9],
	['Ukraine', 'UA', '380', '0', 9],
	['United Arab Emirates', 'AE', '971', '0', 8, 9],
	['United Kingdom', 'GB', '44', '0', 9, 10],
	['United States', 'US', '1', '1', 10],
	['Uruguay', 'UY', '598', '0', 8],
	['Uzbekistan', 'UZ', '998', '', 9],
	['Vanuatu', 'VU', '678', '', 7],
	['Venezuela', 'VE', '58', '0', 10],
	['Vietnam', 'VN', '84', '0', 9, 10],
	['Yemen', 'YE', '967', '0', 7, 9],
	['Zambia', 'ZM', '260', '0', 9],
	['Zimbabwe', 'ZW', '263', '0', 9],
];

/** Country codes behind which numbers may begin with 0; behind all others, it is dialed only within the country. */
export const COUNTRIES_WITH_ZERO = [
	...['+39', '+225', '+226', '+229', '+241', '+242', '+250', '+378', '+992'],
];

export const defaultCountryOption: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'None', value: '' },
		...PLANS.map(([name, iso, countryCode]) => ({ name: `${name} (+${countryCode})`, value: iso })),
	],
	default: '',
	description:
		'Country of the phone numbers without a plus sign or 00 in front, such as 0170 1234567. Wrong for lists with customers from several countries, with numbers without their area codes, or with country codes but no plus signs.',
};

/** Reads the country of the numbers that have no country code; empty for none. Throws an InputError. */
export function readDefaultCountry(item: ItemParameters): string {
	const { name, displayName } = defaultCountryOption;
	return item.read(`options.${name}`, (value) => {
		if (value === '' || PLANS.some(([, iso]) => iso === value)) return value as string;
		throw new InputError(
			`'${displayName}' under 'Options' is '${String(value)}', which is not one of its countries`,
			'Choose a country from the list, or remove the option',
		);
	});
}

/**
 * Makes a national number international.
 *
 * @param digits as dialed within the country, with the prefix or without it
 * @param country ISO code
 * @returns an empty text if the country has no such number, or if the number may begin with the country code already
 */
export function internationalNumber(digits: string, country: string): string {
	const [, , code, prefix, fewest, most = fewest] = planOf(country);
	const countryCode = `+${code}`;
	const number = digits.replace(new RegExp(`^(?:${prefix})`), '');
	const hasZero = number.startsWith('0') && !COUNTRIES_WITH_ZERO.includes(countryCode);
	const mayBeInternational =
		number === digits && number.startsWith(code) && number.length - code.length >= fewest;
	const fits = number.length >= fewest && number.length <= most;
	return fits && !hasZero && !mayBeInternational ? countryCode + number : '';
}

export function nameOfCountry(country: string): string {
	return planOf(country)[0];
}

function planOf(country: string): NumberingPlan {
	return PLANS.find(([, iso]) => iso === country)!;
}
