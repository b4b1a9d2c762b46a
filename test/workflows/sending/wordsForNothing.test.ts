import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS } from '../../support/operations';
import { continuing, outputOf, useScene } from '../../support/scene';
import { asJson } from '../../support/variables';
import { becameOf } from '../retrying/statuses';

const scene = useScene();

/** Runs an expression over values, and gives those that were sent. */
async function sentOf(typed: string, values: unknown[]) {
	scene.sandbox.reset();
	const parameters = { ...OPERATIONS['message.sendText'], customerId: '5001', text: typed };
	const items = values.map((value) => ({ value }) as IDataObject);
	const became = becameOf(await scene.run(parameters, items, continuing));
	return values.filter((_value, index) => became[index] === 'sent');
}

/** Dates that systems keep for none: .NET and Business Central, MySQL, Excel, Dynamics; with and without a time. */
const EMPTY_DATES = [
	...['0001-01-01', '0001-01-01T00:00:00', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
	...['0000-00-00', '0000-00-00 00:00:00', '0001-01-01 00:00:00', '0001-01-01T00:00:00+00:00'],
	...['1899-12-30', '1899-12-30T00:00:00.000Z', '1899-12-30 00:00:00'],
	...['1900-01-01T12:00:00Z', '1900-01-01', '1900-01-01T00:00:00'],
];

const DATES = [
	...['1970-01-01', '1970-01-01T00:00:00.000Z', '2026-12-05', '1901-01-01', '1899-12-31'],
	...['2001-01-01', '2000-01-01T00:00:00Z', '1900-01-02', '2026-12-05T00:00:00.000Z'],
];

/** What sheets write for a formula that failed, by language. */
const SHEET_ERRORS: Record<string, string[]> = {
	English: ['#N/A', '#VALUE!', '#REF!', '#DIV/0!', '#NAME?', '#NUM!', '#NULL!', '#ERROR!', '#n/a'],
	newer: ['#SPILL!', '#CALC!', '#BUSY!', '#BLOCKED!', '#CONNECT!', '#FIELD!', '#GETTING_DATA'],
	other: ['#N/A N/A', 'Err:502', 'Err:508', 'Loading...'],
	German: ['#NV', '#WERT!', '#BEZUG!', '#ZAHL!'],
	French: ['#VALEUR!', '#NOM?', '#NOMBRE!'],
	Spanish: ['#N/D', '#¡VALOR!', '#¡REF!', '#¿NOMBRE?', '#¡NUM!', '#¡DIV/0!'],
	Portuguese: ['#VALOR!', '#NOME?', '#N/D'],
	Italian: ['#RIF!', '#VALORE!', '#NOME?', '#N/D'],
	Dutch: ['#N/B', '#WAARDE!', '#VERW!', '#NAAM?'],
};

const TEXTS = [
	...['#1001', '#SALE!', '#vip', '#NEWS', '#YOLO!', '#WOW?', 'Loading dock', 'Loading'],
	...['#7', '# 5', 'Error 502', 'N/A-7', '#BlackFriday', 'We say #N/A', 'None of them'],
	...['NV', '#NVIDIA'],
];

const AROUND = [
	'={{ $json.value }}',
	'=We say: {{ $json.value }}.',
	"={{ 'We say: ' + $json.value }}",
	'={{ `We say: ${$json.value}!` }}',
	"={{ (() => { const d = $json; return 'Wir sagen: ' + d.value })() }}",
	"={{ [$json].map(({ value }) => 'Nous disons ' + value).join() }}",
	"={{ 'Hola ' + $('Start').all()[$itemIndex].json.value }}",
];

test.each(AROUND)('%s is refused with an empty date, and sent with a date', async (typed) => {
	expect(await sentOf(typed, EMPTY_DATES)).toEqual([]);
	expect(await sentOf(typed, DATES)).toEqual(DATES);
});

test.each(AROUND)("%s is refused with a sheet's error, and sent with a hashtag", async (typed) => {
	expect(await sentOf(typed, Object.values(SHEET_ERRORS).flat())).toEqual([]);
	expect(await sentOf(typed, TEXTS)).toEqual(TEXTS);
});

test.each([
	"={{ DateTime.fromISO($json.value).toFormat('d LLLL yyyy') }}",
	"=On {{ DateTime.fromISO($json.value, { setZone: true }).toFormat('d LLLL yyyy') }}.",
	"={{ 'Am ' + DateTime.fromISO($json.value).setLocale('de').toFormat('d. LLLL') }}",
	"={{ 'Le ' + $json.value.toDateTime().toFormat('dd/LL/yyyy') }}",
	"={{ (() => { const d = $json; return 'El ' + DateTime.fromISO(d.value).toFormat('d.M.yyyy') })() }}",
	"={{ 'On ' + new Date($json.value).toISOString().slice(0, 10) }}",
	"={{ $json.value.split('T')[0] }}",
	"={{ 'On ' + $json.value.slice(0, 10) }}",
])('%s is refused with an empty date', async (typed) => {
	expect(await sentOf(typed, EMPTY_DATES)).toEqual([]);
	const isSent = await sentOf(typed, ['1970-01-01', '2026-12-05']);
	expect(isSent).toEqual(['1970-01-01', '2026-12-05']);
});

/** Sends 'Dear {{1}}, today is your day 🥳 Your gift: {{2}} 🎁👩‍👩‍👧'. */
const birthday = (variables: unknown): IDataObject => ({
	...{ ...OPERATIONS['template.send'], templateId: '111', customerPhone: '+12025550101' },
	...asJson(variables),
});

test.each([
	'={ "1": "We come on {{ $json.value }}.", "2": "a cake" }',
	'={ "1": "{{ $json.value }}", "2": "a cake" }',
	'={ "1": "We come on {{ (() => { const d = $json; return d.value })() }}.", "2": "a cake" }',
	'={{ { "1": "We come on " + $json.value, "2": "a cake" } }}',
	"={{ JSON.stringify({ 1: 'We come on ' + $json.value, 2: 'a cake' }) }}",
])('%s is looked at as a field is', async (variables) => {
	const words = ['false', 'true', 'null', 'undefined', '#N/A', '#NV', '0001-01-01', '', ' '];
	const given = [...words, 'Friday', 'false alarm day'];
	const execution = await scene.run(
		birthday(variables),
		given.map((value) => ({ value })),
		continuing,
	);
	const sent = given.filter((_value, index) => outputOf(execution)[index]!.error === undefined);
	expect(sent).toEqual(['Friday', 'false alarm day']);
});

const PEOPLE: Array<[code: string, gaps: IDataObject[]]> = [
	["{ 1: 'Ms ' + $json.name, 2: $json.gift || 'a cake' }", [{ name: '' }]],
	[
		"(() => { const d = $json; return { 1: d.name, 2: 'a ' + d.gift } })()",
		[{ name: '' }, { gift: '' }],
	],
	["({ ...{ 2: 'a cake' }, 1: 'Frau ' + $json.name })", [{ name: '' }]],
	[
		'(({ name, gift }) => ({ 1: `Mme ${name}`, 2: `un ${gift}` }))($json)',
		[{ name: '' }, { gift: '' }],
	],
	[
		"Object.fromEntries([['1', 'Sra. ' + $json.name], ['2', $json.gift]])",
		[{ name: '' }, { gift: '' }],
	],
	[
		"JSON.stringify({ 1: 'Sr. ' + $json.name, 2: $json.gift ? 'um ' + $json.gift : 'um bolo' })",
		[{ name: '' }],
	],
	[
		"{ 1: $json.first ? $json.first : 'Pani ' + $json.name, 2: ['en', $json.gift].join(' ') }",
		[{ name: '' }, { gift: '' }],
	],
];

test.each(PEOPLE)('in {{ %s }}, each value has to be there', async (code, gaps) => {
	const whole = { name: 'Lee', gift: 'book', first: '' };
	const nothing = ['', null, ' '];
	const items = gaps.flatMap((gap) =>
		nothing.map((value) => ({ ...whole, [Object.keys(gap)[0]!]: value })),
	);
	const given = [...items, whole];
	const execution = await scene.run(birthday(`={{ ${code} }}`), given, continuing);
	const became = becameOf(execution);
	expect(became).toEqual([...items.map(() => 'failed'), 'sent']);
	expect(scene.sandbox.accepted).toHaveLength(1);
});
