import { countries } from '../../../dev/scripts/phonePlans';
import { COUNTRIES, countryCalled, planOf } from '../../../lib/phones';

test('every country is there once, in the order of their names', () => {
	const all = countries.map(({ iso }) => iso).filter((iso) => !['AR', 'GA'].includes(iso));
	expect(COUNTRIES.map(({ iso }) => iso).sort()).toEqual(all.sort());
	const names = COUNTRIES.map(({ inList }) => inList);
	expect([...names].sort((one, other) => one.localeCompare(other, 'en'))).toEqual(names);
	for (const { iso, inList } of COUNTRIES)
		expect(inList).toMatch(new RegExp(`^[\\p{L}\\p{M} '().-]+ \\(${iso}, \\+\\d+\\)$`, 'u'));
	for (const { iso } of COUNTRIES) expect(planOf(iso)![0]).toBe(iso);
});

test.each([
	['de', 'DE'],
	['united kingdom', 'GB'],
	['Spain (ES, +34)', 'ES'],
	// As shops and sheets write them.
	['UK', 'GB'],
	['United Kingdom (UK)', 'GB'],
	['United States (US)', 'US'],
	['usa', 'US'],
	['UAE', 'AE'],
	['Czech Republic', 'CZ'],
	['Česko (CZ)', 'CZ'],
])('%j is the country %s', (written, iso) => {
	expect(countryCalled(written)).toBe(iso);
});

test.each(['', 'EU', 'United States (USA)', '(ES) Spain', 'Europe (EU)', 'Catalonia', 'AR'])(
	'%j is no country whose national numbers are taken',
	(written) => {
		expect(countryCalled(written)).toBeUndefined();
	},
);
