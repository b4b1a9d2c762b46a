import type { IDataObject } from 'n8n-workflow';

import { variableFields } from '../../../nodes/CustomerMessaging/template/values';
import { OPERATIONS } from '../../support/operations';
import { continuing, messagingWorkflow, outputOf, useScene } from '../../support/scene';
import { asJson, inFields } from '../../support/variables';
import { noting } from '../../support/workflowNodes';
import { becameOf } from '../retrying/statuses';
import { sendText } from '../sends';

const scene = useScene();

/** What the customers get of a run, and its errors. */
async function outcomeOf(parameters: IDataObject, items: IDataObject[]) {
	const execution = await scene.run(parameters, items, continuing);
	return {
		recipients: scene.sandbox.accepted.map(({ recipient }) => recipient),
		texts: scene.sandbox.accepted.map(({ content }) => content.body),
		errors: outputOf(execution).map(({ error }) => error as string | undefined),
		/** Each error with what to do. */
		told: outputOf(execution).map(({ message }) => String(message)),
	};
}

/** An error without the code that it shows. */
const wordsOf = (error?: string): string => String(error).replace(/\{\{.*?(?:\}\}|…)(?= )/s, '');

describe('a phone number', () => {
	const phone = '646 555 0101';
	const cleaned = String.raw`={{ '+' + ($json.code + $json.phone).replace(/\D/g, '') }}`;

	test.each<[customerPhone: string, items: IDataObject[]]>([
		['=+{{ $json.code }}{{ $json.phone }}', ['+', '00'].map((code) => ({ code, phone }))],
		[cleaned, ['-', 'N/A', 'US'].map((code) => ({ code, phone }))],
		["={{ '+' + ($json.customer || {}).code + $json.phone }}", [{ customer: { code: '' }, phone }]],
		[
			"={{ $if($json.mobile, '+' + $json.mobile, '+' + $json.code + $json.phone) }}",
			[{ mobile: '', code: '', phone }],
		],
		["={{ (() => { const c = $json; return '+' + c.code + c.phone })() }}", [{ code: '', phone }]],
	])('%s is refused without a code', async (customerPhone, items) => {
		const parameters = { ...OPERATIONS['template.send'], customerPhone };
		const { errors } = await outcomeOf(parameters, items);
		expect(errors).toEqual(items.map(() => expect.stringMatching(/^'Customer Phone'/) as string));
		expect(scene.sandbox.requests).toEqual([]);
	});

	test('with a code is sent', async () => {
		const parameters = { ...OPERATIONS['template.send'], customerPhone: cleaned };
		const { recipients } = await outcomeOf(parameters, [{ code: '+1', phone: '(646) 555-0101' }]);
		expect(recipients).toEqual(['+16465550101']);
	});
});

test('a key without its number is refused, and never that of a second order', async () => {
	const parameters = sendText.parameters({
		messageKey: "={{ ($json.o || {}).number + '-shipped' }}",
	});
	for (const mark of ['kettle', 'lamp']) {
		const item = { recipient: sendText.recipient(0), mark, o: { number: '' } };
		const execution = await scene.run(parameters, [item], continuing);
		expect(becameOf(execution)).toEqual(['failed']);
		const [{ error } = {}] = outputOf(execution);
		expect(wordsOf(error as string)).toMatch(/\$json\.(o\.)?number/);
	}
});

const BIRTHDAY = {
	...{ ...OPERATIONS['template.send'], templateId: '111' },
	...asJson(`={{ { "1": 'Ms ' + $json.name, "2": $json.gift || 'a cake' } }}`),
};

test('in an object, each value is looked at by itself', async () => {
	const phone = '+12025550101';
	const { errors, texts } = await outcomeOf(BIRTHDAY, [
		{ phone, name: '', gift: 'a book' },
		{ phone, name: 'Lee', gift: '' },
	]);
	expect(wordsOf(errors[0])).toContain('$json.name');
	expect(errors[1]).toBeUndefined();
	expect(texts).toEqual(['Dear Ms Lee, today is your day 🥳 Your gift: a cake 🎁👩‍👩‍👧']);
});

/** Sends 'Here is how to set up your {{1}}.'. */
const howTo = (typed: string): IDataObject => ({
	...{ ...OPERATIONS['template.send'], templateId: '104' },
	...inFields({ 1: typed }),
});

const withPhone = (items: IDataObject[]): IDataObject[] =>
	items.map((item) => ({ phone: '+12025550101', ...item }));

const filled = (...values: string[]) =>
	values.map((value) => `Here is how to set up your ${value}.`);

test.each<[typed: string, item: IDataObject, sent: string | undefined, words?: RegExp]>([
	[
		"={{ 'Dear ' + $json.first + ', your items: ' + $json.items.filter(i => i.qty).map(i => i.name).join(', ') }}",
		{ first: '', items: [{ qty: 1, name: 'Lamp' }] },
		undefined,
		/\$json\.first/,
	],
	["={{ $json.date?DateTime.fromISO($json.date).toFormat('d.M.'):'soon' }}", { date: '' }, 'soon'],
	[
		"={{ $json.date?DateTime.fromISO($json.date).toFormat('d.M.'):'soon' }}",
		{ date: '2026-12-05' },
		'5.12.',
	],
	[
		'={{ $json.total_price.toFixed(2) }}',
		{ total_price: '67.90' },
		undefined,
		/is a text, '67\.90'/,
	],
])('%s for %j', async (typed, item, sent, words = /^/) => {
	const { texts, told } = await outcomeOf(howTo(typed), withPhone([item]));
	expect(texts).toEqual(sent === undefined ? [] : filled(sent));
	if (sent === undefined) expect(wordsOf(told[0])).toMatch(words);
});

test('a list of a node that has not run is not asked for, if the code does not need it', async () => {
	const { nodes, ...workflow } = messagingWorkflow(
		howTo(
			"={{ $('A').isExecuted ? $('A').all().map((i) => i.json.t).join() : 'You wrote: ' + $json.note }}",
		),
	);
	const execution = await scene.runWorkflow(
		{ ...workflow, nodes: [...nodes, noting('A', { t: 'x' }) as never] },
		withPhone([{ note: 'It is undefined' }]),
	);
	expect(execution.error?.message).toBeUndefined();
	expect(scene.sandbox.accepted.map(({ content }) => content.body)).toEqual(
		filled('You wrote: It is undefined'),
	);
});

test('a word for nothing is refused, the error names the option, and with it, the word is sent', async () => {
	const items = withPhone([{ answer: 'true' }, { answer: 'null' }]);
	const refused = await outcomeOf(howTo('={{ $json.answer }}'), items);
	expect(refused.texts).toEqual([]);
	for (const told of refused.told) expect(told).toContain('If a Value Is Missing');

	const options = { checkVariables: false, missingValue: 'sendAsIs' };
	const { texts } = await outcomeOf({ ...howTo('={{ $json.answer }}'), options }, items);
	expect(texts).toEqual(filled('true', 'null'));
});

const NOTHING = [
	...['0001-01-01', '0000-00-00 00:00:00', '1899-12-30', '#NV', '#VALEUR!', '#BUSY!', 'Loading...'],
];

test.each([
	'=We deliver on {{ $json.date }}.',
	'={{ $json.date }}',
	"={{ 'We deliver on ' + DateTime.fromISO($json.date).toFormat('d LLLL yyyy') }}",
])('%s is refused with what systems write for nothing', async (typed) => {
	const items = withPhone(NOTHING.map((date) => ({ date })));
	const { texts, errors } = await outcomeOf(howTo(typed), items);
	expect(texts).toEqual([]);
	expect(errors.filter((error) => error === undefined)).toEqual([]);
});

test('a key of what systems write for nothing is refused', async () => {
	const items = NOTHING.map((date) => ({ mark: 'x', recipient: sendText.recipient(0), date }));
	const parameters = sendText.parameters({ messageKey: '={{ $json.date }}' });
	expect(becameOf(await scene.run(parameters, items, continuing))).toEqual(
		NOTHING.map(() => 'failed'),
	);
});

test('what only looks like it is sent', async () => {
	const words = ['1970-01-01', '#1001', '#SALE!', 'Loading dock'];
	const items = withPhone(words.map((word) => ({ word })));
	const { texts } = await outcomeOf(howTo('=It is {{ $json.word }}.'), items);
	expect(texts).toEqual(filled(...words.map((word) => `It is ${word}.`)));
});

test("the form's own expression for dates gives the day that is written", async () => {
	const { description = '' } = variableFields.find(({ name }) => name === 'variables')!;
	const [expression] = /\{\{ .+? \}\}/.exec(description)!;
	const dates = [
		...['2026-12-05T00:00:00.000Z', '2026-12-05T08:00:00+09:00', '2026-12-05T23:30:00-08:00'],
		'2026-12-05',
	];
	const items = withPhone(dates.map((date) => ({ date })));
	for (const timezone of ['America/New_York', 'Asia/Tokyo']) {
		scene.sandbox.reset();
		const workflow = messagingWorkflow(howTo(`=${expression}`));
		const settings = { executionOrder: 'v1', timezone } as const;
		await scene.runWorkflow({ ...workflow, settings }, items);
		expect(scene.sandbox.accepted.map(({ content }) => content.body)).toEqual(
			filled(...dates.map(() => '5 December 2026')),
		);
	}
});
