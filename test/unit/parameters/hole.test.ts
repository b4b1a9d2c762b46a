import { DateTime, Duration, Interval } from 'luxon';

import { holeIn } from '../../../nodes/CustomerMessaging/parameters/hole';

/** Whether there is a hole in what this code gives, if it reads these texts. */
const isHole = (text: string, code: string, ...textsRead: string[]): boolean =>
	holeIn(text, code, () => textsRead) !== undefined;

/** Texts have the letters of a word for nothing in them. */
const NAMES = [
	...'John Nancy Adnan Nantes Pesanan Nan Null NULL Nullmeridian annullieren Infiniti'.split(' '),
	...['iPod nano', 'indefinite', 'Object of desire', 'valid dates', '0xNaNa', 'Hernán'],
	// As an earlier node made it, or a list of such.
	...['undefined', ' null ', 'NaN', '-Infinity', 'Invalid Date', 'Invalid DateTime'],
	'[object Object]',
];

/** An expression as it was typed, and what it gives where something is missing. */
const SUMS: Array<[code: string, text: string]> = [
	["'USD ' + $json.price * 2", `USD ${Number(undefined) * 2}`],
	["Number($json.no) + '-shipped'", `${Number(undefined)}-shipped`],
	["Number($json.no) + 'x'", 'NaNx'],
	["'EUR' + Number($json.no)", 'EURNaN'],
	['$json.a + 5 + "€"', 'undefined5€'],
	["'x' + $json.no", 'xundefined'],
	["'Order ' + ($json.no ?? null)", 'Order null'],
	["'Order ' + $json.no", 'Order undefined'],
	["('Order ' + $json.no).toUpperCase()", 'ORDER UNDEFINED'],
	["'order' + $json.no", 'orderundefined'],
	["'A' + $json.no + 'B'", 'AundefinedB'],
	["'5' + null", '5null'],
	['`${$json.no}様`', 'undefined様'],
	["Number($json.price).toLocaleString('ru-RU') + ' ₽'", `${NaN.toLocaleString('ru-RU')} ₽`],
	["Number($json.price).toLocaleString('fi') + ' €'", `${NaN.toLocaleString('fi')} €`],
	[
		"'價格' + Number($json.price).toLocaleString('zh-TW') + '元'",
		`價格${NaN.toLocaleString('zh-TW')}元`,
	],
	["Number($json.price).toLocaleString('fa') + ' تومان'", `${NaN.toLocaleString('fa')} تومان`],
	["Number($json.price).toLocaleString('am') + ' ብር'", `${NaN.toLocaleString('am')} ብር`],
	// A quote in a regular expression or a comment makes no text of what follows.
	["$json.last.replace(/'/g, '') != null ? $json.first + ' ' + $json.middle : ''", 'Ana null'],
	["/* it's != null */ $json.first + ' ' + $json.middle", 'Ana null'],
	['`${null}様`', 'null様'],
	["'Rabatt: ' + 1 / $json.none + ' %'", 'Rabatt: Infinity %'],
	["'Rabatt: ' + -1 / 0", 'Rabatt: -Infinity'],
	['(5 / $json.none).toLocaleString() + " kg"', `${(5 / 0).toLocaleString('de')} kg`],
	["'on ' + new Date($json.at)", `on ${new Date('')}`],
	[
		"'on ' + DateTime.fromISO($json.at).toFormat('d LLL')",
		`on ${DateTime.invalid('x').toFormat('d LLL')}`,
	],
	["'in ' + Duration.fromISO($json.at)", `in ${Duration.invalid('x')}`],
	["'in ' + Interval.fromISO($json.at)", `in ${Interval.invalid('x')}`],
	["'Dear ' + $json.customer", 'Dear [object Object]'],
	["'Dear ' + $json.list", 'Dear [object Object],[object Object]'],
	["'Dear ' + $json.promise", 'Dear [object Promise]'],
	["'We sent ' + $json.name.trim", 'We sent function trim() { [native code] }'],
	[
		"'https://a.example/?of=' + encodeURIComponent($json.of)",
		`https://a.example/?of=${encodeURIComponent(String({}))}`,
	],
	[
		"'https://a.example/?at=' + encodeURI(new Date(''))",
		`https://a.example/?at=${encodeURI(String(new Date('')))}`,
	],
	["'https://a.example/%C3%A9' + $json.no", 'https://a.example/%C3%A9undefined'],
	["'https://a.example/A%20' + null + '%2F'", 'https://a.example/A%20null%2F'],
	// A guard writes the word, and does not mean it.
	["($json.first != null ? $json.first + ' ' : '') + $json.last", 'Ana null'],
	["(typeof $json.first === 'undefined' ? '' : $json.first + ' ') + $json.last", 'Ana undefined'],
	["($json.first !== 'null' ? $json.first : 'customer') + ' ' + null", 'Ana null'],
	["(String($json.a) == '[object Object]' ? '' : 'Dear ') + $json.b", 'Dear [object Object]'],
	["isNaN($json.a) ? 'No. ' + $json.a : ''", 'No. NaN'],
	["(`${$json.a}` === `NaN` ? 'none' : 'No. ') + Number($json.b)", 'No. NaN'],
	['`Order ${$json.no ?? null}`', 'Order null'],
	["`Dear ${$json.first !== undefined ? 'Ms' : ''} ${$json.last}`", 'Dear Ms undefined'],
	[
		"`Dear ${[{ a: 'b' }].map(({ a }) => ({ b: a ?? undefined })).length} ${$json.last}`",
		'Dear 1 undefined',
	],
	// So does the name of a node or a field.
	["'Dear ' + $('Remove null values').item.json.name", 'Dear null'],
	['`Dear ${$node["Not undefined"].json.name}`', 'Dear undefined'],
	["'Dear ' + $items('Without NaN')[0].json.name", 'Dear NaN'],
	["'Dear ' + $json['null or name']?.[ 'undefined names' ]", 'Dear undefined'],
	// It was meant elsewhere, as part of another run.
	["'Nullmeridian: ' + null", 'Nullmeridian: null'],
	["'It is undefinedness: ' + $json.no", 'It is undefinedness: undefined'],
];

test.each(SUMS)('%s that gives %j has a hole, whatever it reads', (code, text) => {
	expect(isHole(text, code)).toBe(true);
	expect(isHole(text, code, ...NAMES)).toBe(true);
});

const SAID =
	'I wrote undefined, null, NaN, Infinity, ∞, true, Invalid Date, [object Object] and [native code].';

/** What means what it says: the code, what it gives, and the texts that it reads. */
const MEANT: Array<[code: string, text: string, ...textsRead: string[]]> = [
	["'You wrote: ' + $json.say", `You wrote: ${SAID}`, SAID],
	["'You wrote: ' + $('Start').item.json.say.slice(0, 20)", 'You wrote: I wrote undefined', SAID],
	['$json.say.toUpperCase()', SAID.toUpperCase(), SAID],
	['$json.say.replace(/\\n/g, " ")', 'a null day', 'a null\nday'],
	["'heute null Versandkosten, ' + $json.name", 'heute null Versandkosten, Ana'],
	['`heute null Versandkosten, ${$json.name}`', 'heute null Versandkosten, Ana'],
	["`Dear ${$json.name + ($json.fee ? `, ${$json.fee}` : ', null Euro')}`", 'Dear Ana, null Euro'],
	["'Zeile\\nnull Euro ' + $json.name", 'Zeile\nnull Euro Ana'],
	["$json.limit ?? 'NaN means no number'", 'NaN means no number'],
	["'https://a.example/?gift=true&of=' + $json.no", 'https://a.example/?gift=true&of=5'],
	["'это не число ' + $json.no", 'это не число 5'],
	...[
		...'Nancy Adnan Nantes Pesanan Hernan NoraAnderson maintenan BaNaNa annullieren'.split(' '),
		...['iPod nano', 'Nora Anderson', 'ANNULLIEREN', 'Null', 'NAN', 'Nullmeridian', 'Infiniti'],
		...['Truelove', 'True', 'FALSE'],
	].map((name): [string, string] => ["'Dear ' + $json.name", `Dear ${name}`]),
	["'Dear ' + $json.name.toLowerCase()", 'Dear null miller', 'Null Miller'],
	["'Dear ' + $json.name", 'Dear nullmeridian', 'nullmeridian'],
	[
		"'https://a.example/?q=' + encodeURI($json.q)",
		'https://a.example/?q=an%20undefined%20word',
		'an undefined word',
	],
	["'s=' + $json.signature", 's=aNaN/x+null=', 'aNaN/x+null='],
	["['heute', 'null Euro'].join(' ')", 'heute null Euro'],
	['String(new Date(0))', String(new Date(0))],
];

test.each(MEANT)('%s that gives %j means what it says', (...[code, text, ...textsRead]) => {
	expect(isHole(text, code, 'another', ...textsRead)).toBe(false);
});

test.each([
	'$json.say',
	'$json.a?.b["c d"]',
	"$('Start').item.json.say",
	'$input.first().json.say',
	"$node['Start'].json[0]",
])('%s gives what an item says: anything but a word for nothing alone', (code) => {
	for (const text of [
		SAID,
		'Undefined',
		'NULL',
		'∞',
		'It is true',
		'Ana null',
		'-',
		' ',
		'null Euro',
	])
		expect([text, isHole(text, code)]).toEqual([text, false]);
	for (const text of [
		'undefined',
		' null ',
		'NaN',
		'-Infinity',
		'Invalid DateTime',
		'null, null',
		'[object Object]',
		...['true', 'false', 'Invalid date'],
		...['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NUM!', '#NULL!'],
		...['#ERROR!', '#SPILL!', '#CALC!'],
	])
		expect([text, isHole(text, code)]).toEqual([text, true]);
});

test('what an earlier node made from nothing excuses nothing', () => {
	expect(isHole('Sizes: null, null', "'Sizes: ' + $json.sizes", 'null, null')).toBe(true);
});

test('of the words for nothing, true and false may be texts', () => {
	const given = (text: string) => holeIn(text, '$json.no', () => [], true);
	expect(['true', 'false', 'null'].map(given)).toEqual([undefined, undefined, 'null']);
});

// Were it not linear in the text, this would not end.
test.each([
	['a', false],
	['null', true],
	['nul', false],
	['NaN ', true],
	['é5', false],
	['[object ', false],
	['%20', false],
	['Invalid ', false],
	['undefine', false],
	['様', false],
	['aGVsbG8/NaN+', false],
])('a megabyte of %j that is read is read to its end (a hole: %p)', (part, hole) => {
	const text = part.repeat(1_000_000 / part.length);
	expect(isHole(text, "'a' + $json.a", text)).toBe(hole);
	expect(isHole(`${text} null`, "'a' + $json.a", text)).toBe(true);
});
