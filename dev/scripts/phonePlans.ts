import { writeFileSync } from 'node:fs';
import path from 'node:path';

import * as fc from 'fast-check';
import { parsePhoneNumberWithError } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';
import prettier from 'prettier';

import type { PhonePlan } from '../../lib/phones/phonePlans';

/** Where our table differs from libphonenumber's metadata, and why. */
const EXCEPTIONS: Record<string, { name?: string; prefix?: string; lengths?: number[] }> = {
	// Called from abroad, its numbers change inside: a 9 before the area code of a mobile phone, and no 15 behind it.
	AR: { name: '' },
	// Called from abroad, some of its numbers keep their 0, and others lose it.
	GA: { name: '' },
	// Behind its 0 comes the digit of a carrier.
	CO: { prefix: '' },
	// Two prefixes are in use.
	BY: { prefix: '(?:0|80?)?' },
	LT: { prefix: '[08]?' },
	// What has fewer digits are services, or numbers that hardly anybody has; in Italy, some fixed lines have eleven.
	CN: { lengths: [10, 11] },
	IT: { lengths: [9, 10, 11] },
	PL: { lengths: [9] },
	SK: { lengths: [9] },
	// Names that say more, or no more than is needed.
	CD: { name: 'Congo (Democratic Republic)' },
	CG: { name: 'Congo (Republic)' },
	HK: { name: 'Hong Kong' },
	MM: { name: 'Myanmar' },
	MO: { name: 'Macao' },
};

/** In digits: longer fixed lines are rare, and have room for a number of another country. */
const LONGEST_FIXED_LINE = 10;

/** In digits: where there are area codes, a shorter number lacks its own. */
const SHORTEST_WITH_AREA_CODE = 7;

/** A kind of number: its pattern, and its lengths, each only where it differs from those of all kinds. */
type Kind = [pattern: string, lengths?: number[]] | 0 | undefined;

/** Of the positions in libphonenumber's metadata, what is needed here. */
export const countries = Object.entries(metadata.countries).map(([iso, entry]) => {
	const all = entry as unknown[];
	const kind = (position: number): { pattern: string; lengths: number[] } => {
		const [pattern, lengths = all[3]] = (all[11] as Kind[])[position] || [undefined, []];
		return { pattern: pattern || String(all[2]), lengths: lengths as number[] };
	};
	const prefix = String(all[5] || '');
	return { iso, code: String(all[0]), prefix, fixed: kind(0), mobile: kind(1) };
});

type Country = (typeof countries)[number];

const regions = new Intl.DisplayNames('en', { type: 'region' });

/** All plans, sorted by name; the first have none, and cannot be a *Default Country*. */
export function phonePlans(): PhonePlan[] {
	const others = metadata.nonGeographic as Record<string, unknown[]>;
	const plans = [
		...countries.map(planOf),
		...Object.entries(others).map(([code, all]): PhonePlan => [
			'',
			'',
			code,
			'',
			patternOf(code, all[3] as number[]),
		]),
	];
	return plans.sort(([, one], [, other]) => one.localeCompare(other, 'en'));
}

function planOf(country: Country): PhonePlan {
	const { iso, code } = country;
	const { name = nameOf(iso), prefix = prefixOf(country) } = EXCEPTIONS[iso] ?? {};
	return [iso, name, code, prefix, patternOf(code, lengthsOf(code))];
}

function nameOf(iso: string): string {
	return regions
		.of(iso)!
		.replace(/^St\. /, 'Saint ')
		.replace(' & ', ' and ')
		.replace('’', "'");
}

/** With a question mark where people leave it out of some numbers, or where it is not the 0 of most of the world. */
function prefixOf(country: Country): string {
	const { code, prefix } = country;
	if (prefix === '') return '';
	const isAlwaysWritten = samplesOf(country)
		.filter(({ length }) => lengthsOf(code).includes(length))
		.map((number) => parsePhoneNumberWithError(`+${code}${number}`))
		.every((number) => /^\W*0/.test(number.formatNational({ nationalPrefix: false })));
	if (prefix === '0' && isAlwaysWritten) return prefix;
	return prefix.length === 1 ? `${prefix}?` : `(?:${prefix})?`;
}

/** What numbers of these lengths match. No area code of +1 begins with 1: it is what is dialed there before a number. */
function patternOf(code: string, lengths: number[]): string {
	const first = code === '1' ? '[2-9]' : codesWithZero.has(code) ? '\\d' : '[1-9]';
	const rest = lengths.map((length) => `\\d{${length - 1}}`).join('|');
	return first + (lengths.length === 1 ? rest : `(?:${rest})`);
}

/** Countries with the same code share their numbers. */
function lengthsOf(code: string): number[] {
	const sharing = countries.filter((country) => country.code === code);
	const exception = sharing.map(({ iso }) => EXCEPTIONS[iso]?.lengths).find(Boolean);
	const lengths = sharing.flatMap(({ prefix, fixed, mobile }) => {
		const shortest = prefix === '' ? 0 : SHORTEST_WITH_AREA_CODE;
		const ofLines = fixed.lengths.filter((one) => one >= shortest && one <= LONGEST_FIXED_LINE);
		return [...mobile.lengths, ...ofLines];
	});
	return exception ?? [...new Set(lengths)].sort((one, other) => one - other);
}

const samples = new Map<string, string[]>();

/** Numbers of fixed lines and mobile phones, the same ones each time, without what is dialed before them. */
export function samplesOf({ iso, fixed, mobile }: Country): string[] {
	const known = samples.get(iso);
	if (known !== undefined) return known;
	const numbers = [fixed, mobile].flatMap(({ pattern, lengths }) =>
		lengths.length === 0
			? []
			: fc.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), { seed: 1, numRuns: 120 }),
	);
	samples.set(iso, numbers);
	return numbers;
}

/** The country codes behind which a number may begin with 0; behind all others, it is dialed only within the country. */
const codesWithZero = new Set(
	countries
		.filter((country) => samplesOf(country).some((number) => number.startsWith('0')))
		.map(({ code }) => code),
);

async function write(): Promise<void> {
	const file = path.join(__dirname, '../../lib/phones/phonePlans.ts');
	const code = `/** Written by \`npm run phones\` from the metadata of libphonenumber (see NOTICE), as libphonenumber-js has it. */

/**
 * A country's phone numbers: its ISO code; its name, where its national numbers are taken; its country code; what is dialed
 * before a number within the country, and the number without both, as patterns.
 */
export type PhonePlan = [
	iso: string,
	name: string,
	countryCode: string,
	prefix: string,
	number: string,
];

export const PHONE_PLANS: PhonePlan[] = ${JSON.stringify(phonePlans())};
`;
	const options = await prettier.resolveConfig(file);
	writeFileSync(file, await prettier.format(code, { ...options, parser: 'typescript' }));
}

if (require.main === module) void write();
