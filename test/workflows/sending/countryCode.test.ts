import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';

import { continuing, useScene } from '../../support/scene';
import { becameOf } from '../retrying/statuses';
import { sends } from '../sends';

const scene = useScene();

const template = sends.find(({ operation }) => operation === 'template.send')!;

/** A mobile number of each country, without its code. */
const NUMBERS = getCountries().flatMap((country) => {
	const number = getExampleNumber(country, examples)?.nationalNumber;
	return number === undefined
		? []
		: [{ code: getCountryCallingCode(country), phone: String(number) }];
});

/** Ways in which people put a number together. */
const WAYS = [
	"={{ '+' + $json.code + $json.phone }}",
	"=+{{ $json.code.replace('+', '') }}{{ $json.phone }}",
	'=+{{ $json.code }}{{ $json.phone }}',
	'={{ `+${$json.code} ${$json.phone}` }}',
	"={{ ['+', $json.code, $json.phone].join('') }}",
	"={{ '+'.concat($json.code, $json.phone) }}",
	"={{ '+' + ($json.code + $json.phone).replace(/\\D/g, '') }}",
	"={{ '00' + String($json.code).trim() + $json.phone }}",
	// A condition about another value says nothing of the code.
	"={{ $json.mobile || '+' + $json.code + $json.phone }}",
	"={{ $json.mobile ? $json.mobile : '+' + $json.code + $json.phone }}",
	'={{ `+${$json.mobile || $json.code + $json.phone}` }}',
	"={{ '+' + $json.code + $json.phone || $json.mobile }}",
];

const MISSING = ['', ' ', null, undefined];

test.each(WAYS)('%s sends a number with its code, and to nobody without', async (customerPhone) => {
	expect(NUMBERS.length).toBeGreaterThan(200);
	const parameters = { ...template.parameters(), customerPhone };
	const run = async (numbers: Array<{ code: unknown; phone: string }>) => {
		const items = numbers.map((number, index) => ({
			...template.item(`message-${index}`, '').json,
			...(number as { code: string; phone: string }),
		}));
		return becameOf(await scene.run(parameters, items, continuing));
	};
	const without = NUMBERS.map(({ phone }, index) => ({ code: MISSING[index % 4], phone }));
	expect(new Set(await run(without))).toEqual(new Set(['failed']));
	expect(scene.sandbox.requests).toEqual([]);

	const some = NUMBERS.filter((_number, index) => index % 20 === 0);
	expect(await run(some)).toContain('sent');
	expect(scene.sandbox.accepted.length).toBeGreaterThan(some.length / 2);
});
