import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { examplesFolder } from '../../../dev/sandbox/example';
import { OPERATIONS } from '../../support/operations';
import { continuing, outputOf, useScene } from '../../support/scene';

const scene = useScene();

async function send(text: string, items: IDataObject[]) {
	scene.sandbox.reset();
	const parameters = { ...OPERATIONS['message.sendText'], customerId: '5001', text };
	const execution = await scene.run(parameters, items, continuing);
	return {
		texts: scene.sandbox.accepted.map(({ content }) => content.body),
		/** Each error with what to do, without the code that is shown first. */
		told: outputOf(execution).map(({ message }) =>
			String(message).replace(/\{\{.*?(?:\}\}|…)(?= )/s, ''),
		),
	};
}

const NOT_ISO = [
	...['05/12/2026', '12/05/2026', '05.12.2026', '5 Dec 2026', '2026/12/05'],
	...['Dec 5, 2026', '5-12-2026', 'Saturday', '05/12/26'],
];

const ISO = [
	'2026-12-05',
	'2026-12-05T10:00:00',
	'2026-12-05T18:00:00.000Z',
	'2026-12-05T09:00:00-05:00',
];

const GUESSED = [
	"={{ $json.day.toDateTime().toFormat('d.M.yyyy') }}",
	"=On {{ $json.day.toDateTime().toFormat('d.M.yyyy') }}",
	"={{ (() => { const d = $json; return 'Le ' + d.day.toDateTime().toFormat('d.M.yyyy') })() }}",
	"={{ (({ day }) => `El ${day.toDateTime().toFormat('d.M.yyyy')}`)($json) }}",
	"={{ 'Dia ' + $json.order.day.toDateTime().toFormat('d.M.yyyy') }}",
	"={{ 'Den ' + $('Start').item.json.day.toDateTime().toFormat('d.M.yyyy') }}",
	"={{ $json.day ? 'Gün: ' + $json.day.toDateTime().toFormat('d.M.yyyy') : 'yakında' }}",
];

const withDay = (day: unknown) => ({ day, order: { day } }) as IDataObject;

test.each(GUESSED)(
	'%s is refused with a text that is no ISO date, because n8n guesses',
	async (text) => {
		expect((await send(text, NOT_ISO.map(withDay))).texts).toEqual([]);
		const { texts } = await send(text, ISO.map(withDay));
		expect(texts).toHaveLength(ISO.length);
		for (const one of texts) expect(one).toContain('5.12.2026');
	},
);

test.each<[typed: string, day: unknown, text: string]>([
	["={{ $json.day.toDateTime('excel').toUTC().toFormat('d.M.yyyy') }}", 46361, '5.12.2026'],
	[
		"={{ DateTime.fromFormat($json.day, 'd/M/yyyy').toFormat('d.M.yyyy') }}",
		'05/12/2026',
		'5.12.2026',
	],
	[
		"={{ DateTime.fromFormat($json.day, 'dd.MM.yyyy').toFormat('d.M.yyyy') }}",
		'05.12.2026',
		'5.12.2026',
	],
	// A number is no text of which n8n guesses anything.
	["={{ $json.day.toDateTime().toFormat('d.M.yyyy') }}", 1796490000000, '5.12.2026'],
	['={{ $json.day }}', '05/12/2026', '05/12/2026'],
	["={{ 'On ' + $json.day.toDate().toISOString().slice(0, 10) }}", '2026-12-05', 'On 2026-12-05'],
])('%s is sent with %j', async (typed, day, text) => {
	expect((await send(typed, [withDay(day)])).texts).toEqual([text]);
});

const ADVISED: Array<[day: string, formats: string[], texts: string[]]> = [
	['05/12/2026', ['d/M/yyyy', 'M/d/yyyy'], ['5 December 2026', '12 May 2026']],
	['05.12.2026', ['d.M.yyyy'], ['5 December 2026']],
	['2026/12/05', ['yyyy/M/d'], ['5 December 2026']],
];

test.each(ADVISED)(
	'the advice for %s names what reads it, which works when it is copied',
	async (day, formats, texts) => {
		for (const [text, name] of [
			["={{ DateTime.fromISO($json.delivery).toFormat('d LLLL yyyy') }}", '$json.delivery'],
			["=On {{ DateTime.fromISO($json.o.delivery).toFormat('d LLLL yyyy') }}", '$json.o.delivery'],
		] as const) {
			const item = { delivery: day, o: { delivery: day } };
			const { told } = await send(text, [item]);
			expect(told[0]).toContain(`'${day}'`);
			for (const format of formats) expect(told[0]).toContain(format);
			expect(told[0]).not.toContain('$json.date');

			const copied = /\{\{ .*?fromFormat\(.+? \}\}/.exec(told[0]!)![0];
			expect(copied).toContain(name);
			const read = [];
			for (const format of formats)
				read.push((await send(`=${copied.replace(formats[0]!, format)}`, [item])).texts[0]);
			expect(read).toEqual(texts);
		}
	},
);

test.each([
	"={{ DateTime.fromISO($json.day).toFormat('d LLLL') }}",
	// For this, n8n gives an error, and no text.
	"={{ $json.day.toDateTime().toFormat('d LLLL') }}",
])('a text that is no date at all gets no example of a format: %s', async (text) => {
	for (const day of ['Friday', 'soon']) {
		const { texts, told } = await send(text, [{ day }]);
		expect(texts).toEqual([]);
		expect(told[0]).toContain(`'${day}'`);
		expect(told[0]).not.toContain('fromFormat');
	}
});

test.each(readdirSync(examplesFolder).filter((file) => file.endsWith('.json')))(
	'%s writes a day in the zone in which it was given',
	(file) => {
		const example = readFileSync(path.join(examplesFolder, file), 'utf8');
		const calls = example.matchAll(/DateTime\.fromISO\((?:[^()]|\([^()]*\))*\)[^"]*?toFormat/g);
		const dates = Array.from(calls, ([call]) => call);
		expect(dates.filter((call) => !/setZone/.test(call))).toEqual([]);
	},
);
