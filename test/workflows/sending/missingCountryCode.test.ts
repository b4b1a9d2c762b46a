import { PHONE_PLANS } from '../../../lib/phones/phonePlans';
import { recipientOf } from '../../../dev/sandbox/receivedRequest';
import { continuing, outputOf, useScene } from '../../support/scene';
import { sends } from '../sends';

const scene = useScene();

const template = sends.find(({ operation }) => operation === 'template.send')!;

/** Whether a number with its code is one of some country. */
const isSomeones = (number: string): boolean =>
	PHONE_PLANS.some(([, , code, , pattern]) => new RegExp(`^${code}${pattern}$`).test(number));

/** Digits that look like no real number, behind a beginning. */
const padded = (start: string, length: number): string =>
	(start + '5550101'.repeat(2)).slice(0, length);

/**
 * A national number of each country whose national numbers are taken, and what is dialed before it: one that belongs to a
 * stranger in another country if it gets a plus sign in front, if the country has such numbers.
 */
const NUMBERS = PHONE_PLANS.filter(([, name]) => name !== '').map(([iso, , , , pattern], index) => {
	const isOfPlan = new RegExp(`^${pattern}$`);
	const candidates = PHONE_PLANS.flatMap(([, , code]) =>
		[8, 9, 10, 11, 7, 6, 5, 12, 13].map((length) => padded(code, length)),
	).filter((number) => isOfPlan.test(number));
	const ofStrangers = candidates.filter(isSomeones);
	return { iso, phone: ofStrangers[index % ofStrangers.length] ?? candidates[0]! };
});

const AREA = String.raw`.replace(/\D/g, '')`;

/** Ways in which people put a number together, and the codes with which each gives a right number. */
const WAYS: Array<[customerPhone: string, codes?: string[]]> = [
	["={{ '+' + $json.code + $json.phone }}"],
	['={{ `+${$json.code}${$json.phone}` }}'],
	['=+{{ $json.code }}{{ $json.phone }}'],
	["=+{{ $json.code.replace('+', '') }}{{ $json.phone }}"],
	['=+{{ $json.code }} {{ $json.phone }}'],
	["={{ '+'.concat($json.code, $json.phone) }}"],
	["={{ ['+', $json.code, $json.phone].join('') }}"],
	["={{ ['+' + $json.code, $json.phone].join(' ') }}"],
	["={{ (({ code, phone }) => '+' + code + phone)($json) }}"],
	["={{ (() => { const c = $json; return '+' + c.code + c.phone })() }}"],
	['={{ (() => { const { customer: { code }, phone } = $json; return `+${code}${phone}` })() }}'],
	["={{ '+' + ($json.customer || {}).code + $json.phone }}"],
	["={{ '+' + { ...$json }.code + $json.phone }}"],
	["={{ '+' + $('Start').item.json.code + $json.phone }}"],
	["={{ '+' + Object.assign({}, $json).code + $json.phone }}"],
	[`={{ '+' + ($json.code + $json.phone)${AREA} }}`],
	[`={{ '+' + String($json.code)${AREA} + $json.phone }}`],
	[`={{ '+' + [$json.code, $json.phone].map((one) => String(one)${AREA}).join('') }}`],
	["={{ '+' + (`${$json.code} ${$json.phone}`.match(/\\d+/g) || []).join('') }}"],
	["={{ $json.mobile ? $json.mobile : ('+' + $json.code + $json.phone).replace(/[^+\\d]/g, '') }}"],
	["={{ $json.mobile || '+' + $json.code + $json.phone }}"],
	['={{ `+${$json.mobile || $json.code + $json.phone}` }}'],
	["={{ '+' + $json.code + $json.phone || $json.mobile }}"],
	["={{ $if($json.mobile, '+' + $json.mobile, '+' + $json.code + $json.phone) }}"],
	[`={{ '+' + ($json.code || '')${AREA} + $json.phone }}`],
	[`={{ '+' + ($json.code ?? '')${AREA} + $json.phone }}`],
	[
		"={{ (() => { try { return '+' + $json.code.replace(/[^0-9]/g, '') + $json.phone } catch { return '' } })() }}",
	],
	["={{ '00' + $json.code + $json.phone }}", ['1', '+1']],
	["={{ '00' + String($json.code).trim() + $json.phone }}", ['1', '+1']],
	["={{ ('+' + $json.code + ' ' + $json.phone).replace('+ ', '+') }}"],
	["={{ '+' + parseInt($json.code) + $json.phone }}"],
	["={{ '+' + Number($json.code) + $json.phone }}"],
	["={{ '+' + Math.round($json.code) + $json.phone }}"],
	["={{ '+' + String($json.code).replace(/^0+/, '') + $json.phone }}"],
	["={{ '+' + (parseInt($json.code) || '') + $json.phone }}"],
	[`={{ '+' + Number(($json.code + $json.phone)${AREA}) }}`],
	[`={{ '+' + ($json.code + $json.phone)${AREA}.slice(0, 15) }}`],
	[
		"={{ (p => /^\\+\\d{8,15}$/.test(p) ? p : '')('+' + ($json.code + $json.phone).replace(/\\D/g, '')) }}",
	],
	["={{ '+' + $json['Country\\'s code'] + $json.phone }}"],
];

const CODES = [
	'',
	null,
	undefined,
	' ',
	'-',
	'+',
	'00',
	'N/A',
	'US',
	'+ ',
	'(+)',
	0,
	'0',
	'+0',
	'000',
];

const item = (code: (typeof CODES)[number], phone: string) => ({
	...{ ...template.item('message', '').json, phone, mobile: '' },
	...(code === undefined ? { customer: {} } : { code, "Country's code": code, customer: { code } }),
});

/** Who gets a message of a run over these items. */
async function reached(customerPhone: string, items: Array<ReturnType<typeof item>>) {
	const parameters = { ...template.parameters(), customerPhone };
	const execution = await scene.run(parameters, items, continuing);
	const sent = outputOf(execution).map(({ error }) => error === undefined);
	return { sent, recipients: scene.sandbox.requests.map(recipientOf).sort() };
}

test('most countries have numbers that are those of strangers without their code', () => {
	expect(NUMBERS.length).toBeGreaterThan(220);
	expect(NUMBERS.filter(({ phone }) => isSomeones(phone)).length).toBeGreaterThan(150);
});

const ROWS = WAYS.map(([customerPhone, codes = ['1', '+1', '001']], way) => ({
	...{ customerPhone, codes, way },
}));

test.each(ROWS)(
	'$customerPhone without its code reaches nobody',
	async ({ customerPhone, way }) => {
		// Each country has another few of the codes in each way.
		const given = NUMBERS.flatMap(({ iso, phone }, index) =>
			[0, 4, 8].map((step) => ({
				iso,
				phone,
				code: CODES[(index + way + step) % CODES.length],
			})),
		);
		const { sent, recipients } = await reached(
			customerPhone,
			given.map(({ code, phone }) => item(code, phone)),
		);
		const taken = given.filter((_one, index) => sent[index]);
		expect({ of: taken.length, taken: taken.slice(0, 20) }).toEqual({ of: 0, taken: [] });
		expect(recipients).toEqual([]);
	},
);

test.each(ROWS)(
	'$customerPhone with its code reaches its customer',
	async ({ customerPhone, codes }) => {
		const phones = ['2025550101', '202 555 0102', '(202) 555-0103'];
		for (const code of codes) {
			scene.sandbox.reset();
			const given = phones.map((phone) => item(code, phone));
			const { sent, recipients } = await reached(customerPhone, given);
			expect({ code, sent, recipients }).toEqual({
				code,
				sent: [true, true, true],
				recipients: ['+12025550101', '+12025550102', '+12025550103'],
			});
		}
	},
);
