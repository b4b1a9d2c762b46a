import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { properties } from '../../nodes/CustomerMessaging/resources';
import { OPERATIONS } from '../support/operations';
import { messagingNode, messagingWorkflow, outputOf, useScene } from '../support/scene';
import { line, manualTrigger, noting, to } from '../support/workflowNodes';

const scene = useScene();

const pageCalled = (name: string): string =>
	readFileSync(path.join(__dirname, '../../docs', name), 'utf8');

const page = pageCalled('recipes.md');

/** The expressions that a section gives in blocks or lines of their own, or in a table. */
function expressionsOf(heading: string, text = page): string[] {
	const section = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`))!;
	return Array.from(
		section.matchAll(/(?:`|^ *)([^\s`|]*\{\{ .+? \}\})(?:`|$)/gm),
		([, expression]) => expression!,
	);
}

/** The moment of an expression with `$now` in it, so that it is the same whenever the test runs. */
const on = (expression: string, time: string): string =>
	expression.replace('$now', `DateTime.fromISO('${time}')`);

/** Runs the node with its parameters over items, with n8n in a time zone. */
async function run(parameters: IDataObject, items: IDataObject[], timezone = 'UTC') {
	const workflow = messagingWorkflow(parameters);
	const execution = await scene.runWorkflow(
		{ ...workflow, settings: { executionOrder: 'v1', timezone } },
		items,
	);
	expect(execution.error).toBeUndefined();
	return outputOf(execution);
}

/** What a customer reads of a text with an expression in it. */
async function read(text: string, item: IDataObject, timezone?: string) {
	const parameters = { ...OPERATIONS['message.sendText'], customerId: '5001', text: `=${text}` };
	const [{ text: sent } = {}] = await run(parameters, [item], timezone);
	return sent;
}

describe('dates', () => {
	const rows = Array.from(
		page.matchAll(/^\| `([^`]+)`.*? \| `(.+?)` \| (.+) \|$/gm),
		([, day, expression, text]) => ({ day: day!, expression: expression!, text: text! }),
	);

	test.each(
		rows.flatMap((row) =>
			['America/New_York', 'Europe/Berlin', 'Asia/Tokyo'].map((timezone) => ({ ...row, timezone })),
		),
	)('$day with $expression is $text in $timezone', async ({ day, expression, text, timezone }) => {
		const given = /^\d+$/.test(day) ? Number(day) : day;
		expect(await read(expression, { day: given }, timezone)).toBe(text);
	});

	test('are all those of the table', () => {
		expect(rows).toHaveLength(8);
	});

	// In New York, the first three are times of the day before or after.
	test.each([
		...['2026-12-05T08:00:00+09:00', '2026-12-05T23:30:00-08:00', '2026-12-05T00:00:00.000Z'],
		'2026-12-05',
	])(
		'%s is read as the day that is written, wherever an expression is recommended',
		async (date) => {
			const recommended = [
				page,
				pageCalled('fields-and-options.md'),
				JSON.stringify(properties),
			].map(
				(text) =>
					/\{\{ DateTime\.fromISO\(\$json.+?\.toFormat\('d LLLL yyyy'\) \}\}/.exec(text)![0],
			);
			for (const expression of recommended)
				expect(await read(expression, { day: date, date }, 'America/New_York')).toBe(
					'5 December 2026',
				);
		},
	);

	test.each([
		["{{ 'On ' + $today }}", /^On \d{13}$/],
		["{{ DateTime.fromISO($json.day).toFormat('DD.MM.YYYY') }}", /^Dec 5, 2026\.12\.YYYY$/],
		["{{ DateTime.fromISO($json.day).toFormat('dd/mm/yyyy') }}", /^05\/00\/2026$/],
		["{{ new Date('05/12/2026') }}", /^2026-05-1[12]/],
	])('written wrongly are sent as the page says: %s', async (expression, text) => {
		expect(await read(expression, { day: '2026-12-05' })).toMatch(text);
	});

	test.each([3, 4])('that are 0 are refused: row %i', async (row) => {
		for (const text of [`=${rows[row]!.expression}`, `=On ${rows[row]!.expression}.`]) {
			const parameters = { ...OPERATIONS['message.sendText'], customerId: '5001', text };
			const { error } = await scene.run(parameters, [{ day: 0 }]);
			expect(error?.message).toMatch(/^'Text': /);
		}
		expect(scene.sandbox.accepted).toEqual([]);
	});

	test.each<[day: string | number, row: number]>([
		...['2026/12/05', '05.12.2026', '5 Dec 2026', '2026-13-05', 5].map(
			(day): [string | number, number] => [day, 0],
		),
		...['2026-12-05', '05.12.26'].map((day): [string, number] => [day, 1]),
		['2026-12-05', 3],
		['Friday', 10],
	])('of another form are refused: %j in row %i', async (day, row) => {
		const { expression } = rows[row] ?? { expression: '{{ $json.day.toDateTime() }}' };
		const unwritten = expression.replace(/\.toFormat\(('.*?'|".*?")\)/, '');
		for (const text of [`=${expression}`, `=On ${expression}.`, `=${unwritten}`]) {
			const parameters = { ...OPERATIONS['message.sendText'], customerId: '5001', text };
			const { error } = await scene.run(parameters, [{ day }]);
			expect(error?.message).toMatch(
				/^'Text'.*(?: gives 'Invalid DateTime'$| is an invalid date$| gives an invalid date$| fails: .+(?:Luxon|undefined value))/,
			);
		}
		expect(scene.sandbox.accepted).toEqual([]);
	});
});

test.each([
	[0, '2026-12-03T10:00', '2026-12-06T23:59', '2026-12-07T00:00'],
	// A week belongs to the year of its Thursday.
	[0, '2026-12-31T10:00', '2027-01-03T23:59', '2027-01-04T00:00'],
	[1, '2026-12-03T00:00', '2026-12-03T23:59', '2026-12-04T00:00'],
	[2, '2026-12-01T00:00', '2026-12-31T23:59', '2027-01-01T00:00'],
])(
	'a key with a time in it lets one message pass in that time: %i, %s',
	async (which, ...times) => {
		const key = expressionsOf('One message a week')[which]!;
		const statuses = [];
		for (const time of times) {
			const parameters = { ...OPERATIONS['message.sendText'], messageKey: `=${on(key, time)}` };
			const [{ status } = {}] = await run(parameters, [{ customer: '5001' }]);
			statuses.push(status);
		}
		expect(statuses).toEqual(['ongoing', 'skipped', 'ongoing']);
	},
);

test.each<[price: unknown, shipping: unknown, text: string | null]>([
	[19.99, 4.95, '24.94'],
	['19.99', '4.95', '24.94'],
	['19.99', 0, '19.99'],
	// parseFloat would make 19 and 1 of the first two.
	['19,99', '4.95', null],
	['1,299.00', '4.95', null],
	['19.99 €', '4.95', null],
	['', '4.95', null],
	[null, '4.95', null],
])('an amount of %j and %j is %j', async (price, shipping, text) => {
	const [amount] = expressionsOf('Amounts');
	const sent = await read(amount!, { price, shipping } as IDataObject).catch(() => null);
	expect(sent).toBe(text);
	expect(scene.sandbox.accepted).toHaveLength(text === null ? 0 : 1);
});

test('a broadcast that is stopped goes on with those who did not get it, and nobody gets it twice', async () => {
	const [, messageKey] = /such as `(november-[^`]+)`/.exec(page)!;
	const parameters = { ...OPERATIONS['message.sendText'], messageKey };
	const customers = Array.from({ length: 60 }, (_, index) => ({ customer: `${5001 + index}` }));
	const controller = new AbortController();
	// Twenty get the message, the next twenty are being sent, and nothing is begun for the last.
	scene.latency = () => {
		if (scene.sandbox.requests.length === 40) controller.abort();
		return scene.sandbox.requests.length > 20 ? 600_000 : 0;
	};
	const { signal: cancel } = controller;
	const stopped = await scene.run(parameters, customers, {}, { cancel });
	expect([stopped.status, scene.sandbox.requests.length]).toEqual(['canceled', 40]);

	scene.latency = () => 0;
	const { error } = await scene.run(parameters, customers);
	expect(error?.message).toContain('Outcome unknown');
	const reached = scene.sandbox.accepted.map(({ recipient }) => recipient);
	expect(reached.sort()).toEqual(customers.map(({ customer }) => customer));
});

const BY_EXPRESSION = {
	...OPERATIONS['template.send'],
	specifyVariables: 'json',
	customerPhone: '={{ $json.phone }}',
	options: {},
};

test('a template for each language, and one for all others', async () => {
	const [template, variables] = expressionsOf('One template for each language, in one node');
	const sent = await run(
		{ ...BY_EXPRESSION, templateId: `=${template}`, variablesJson: `=${variables}` },
		['es', 'ES', 'es-MX', 'en', null, undefined].map((language, index) => ({
			...{ phone: `+1202555010${index}`, language },
			...{ name: `Customer ${index}`, gift: 'a cake' },
		})),
	);
	expect(sent.map(({ templateName }) => templateName)).toEqual([
		...['birthday_emoji', 'birthday_emoji', 'birthday_emoji'],
		...['newsletter_longest_body', 'newsletter_longest_body', 'newsletter_longest_body'],
	]);
});

test('the row and the outcome of each message are known behind both outputs', async () => {
	const [row, ...outcomes] = expressionsOf('Write the outcome into your sheet');
	const send = messagingNode(
		{ ...OPERATIONS['message.sendText'], customerId: '={{ $json.id }}', messageKey: 'once' },
		{ onError: 'continueErrorOutput' },
	);
	const sheets = ['Sheet', 'Copy'].map((name, output) =>
		noting(name, {
			row: `=${row!.replace('Get row(s) in sheet', 'Start')}`,
			outcome: `=${outcomes[output]}`,
		}),
	);
	const { nodes, connections } = line('Sheet', [manualTrigger(), send]);
	const execution = await scene.runWorkflow(
		{
			nodes: [...nodes, ...sheets],
			connections: { ...connections, [send.name]: { main: [to('Sheet'), to('Copy')] } },
		},
		['5001', '', '5002', '5001'].map((id, index) => ({ id, row_number: index + 2 })),
	);
	expect(outputOf(execution, 0, 'Sheet')).toEqual([
		{ row: '2', outcome: 'ongoing' },
		{ row: '4', outcome: 'ongoing' },
		{ row: '5', outcome: 'sameKey' },
	]);
	expect(outputOf(execution, 0, 'Copy')).toEqual([
		{ row: '3', outcome: expect.stringContaining("'Customer ID'") as string },
	]);
});

test('the expression of the page says what a customer without a name reads', async () => {
	const [expression = ''] = expressionsOf('Missing values', pageCalled('fields-and-options.md'));
	expect(await read(expression, {})).toBe('customer');
	expect(await read(expression, { name: 'Ana' })).toBe('Ana');
});
