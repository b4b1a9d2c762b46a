import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/engine';
import { NODE_NAME, useScene } from '../../support/scene';

const scene = useScene();

const list = (...options: unknown[]) => ({ values: options.map((option) => ({ option })) });

/** One field of each type, as n8n's own forms save them. */
const eight = [
	{ fieldLabel: 'Name', placeholder: 'Your "name"', requiredField: true },
	{ fieldLabel: 'Note', fieldType: 'textarea' },
	{ fieldLabel: 'Floor', fieldType: 'number' },
	{ fieldLabel: 'Email', fieldType: 'email' },
	{ fieldLabel: 'Day', fieldType: 'date', requiredField: true },
	{ fieldLabel: 'Door', fieldType: 'dropdown', fieldOptions: list('Front', 'Back') },
	{
		fieldLabel: 'Slot',
		fieldType: 'radio',
		fieldOptions: list('={{ ["Morning", "Evening"] }}', 'Either'),
		requiredField: true,
	},
	{ fieldLabel: 'Extras <all>', fieldType: 'checkbox', fieldOptions: list('Bread', 'Milk', 'Tea') },
];

/** A form that can be sent, as n8n parses it. */
const right = {
	'field-0': 'Customer <1>',
	'field-1': 'Two\r\nlines',
	'field-2': '-2.5',
	'field-3': 'customer@shop.example',
	'field-4': '2030-02-28',
	'field-5': '1',
	'field-6': '0',
	'field-7': ['0', '2'],
	answer: 'form',
};

const ask = async (fields: IDataObject[] = eight, options: IDataObject = {}) =>
	await scene.run({
		resource: 'message',
		operation: 'sendAndWait',
		customerId: '5001',
		message: 'Where and when?',
		responseType: 'customForm',
		formFields: { values: fields },
		options,
	});

/** Sends parts, as n8n parses them. */
const parts = (data: unknown, files: unknown = {}) => ({ data, files });

async function outputAfter(waiting: Execution, data: unknown): Promise<IDataObject> {
	const execution = await scene.answer(waiting, parts(data));
	expect(execution.status).toBe('success');
	return execution.items(NODE_NAME)[0]!.json;
}

test('every value comes out under its label, as what it is', async () => {
	expect(await outputAfter(await ask(), right)).toEqual({
		responded: true,
		data: {
			Name: 'Customer <1>',
			Note: 'Two\nlines',
			Floor: -2.5,
			Email: 'customer@shop.example',
			Day: '2030-02-28',
			Door: 'Back',
			Slot: 'Morning',
			'Extras <all>': ['Bread', 'Tea'],
		},
		recipient: '5001',
		messageId: `report-${scene.sandbox.accepted[0]!.id}`,
		customerId: 5001,
		respondedAt: expect.stringMatching(/^\d{4}-.*Z$/),
	});
});

test('a field that was left empty is null, and checkboxes an empty list', async () => {
	const { data } = await outputAfter(await ask(), {
		...{ 'field-0': 'Customer 1', 'field-1': ' ', 'field-2': '', 'field-3': '' },
		...{ 'field-4': '2030-02-28', 'field-5': '', 'field-6': '2', answer: 'form' },
	});

	expect(data).toEqual({
		Name: 'Customer 1',
		Note: null,
		Floor: null,
		Email: null,
		Day: '2030-02-28',
		Door: null,
		Slot: 'Either',
		'Extras <all>': [],
	});
});

const withOptions = { fieldOptions: list('A', 'B') };
const dropdown = { ...withOptions, fieldType: 'dropdown' };
const [number, email] = [{ fieldType: 'number' }, { fieldType: 'email' }];
const longest = `${'x'.repeat(244)}@a.example`;

test.each<[field: IDataObject, sent: unknown, value: unknown]>([
	[{ ...withOptions, fieldType: 'checkbox' }, '1', ['B']],
	[{ ...dropdown, multiselect: true }, ['0', '1'], ['A', 'B']],
	[{ ...dropdown, multiselect: false }, '1', 'B'],
	[number, ' 7 ', 7],
	[number, '12.50', 12.5],
	[number, '3.', 3],
	[number, '.25', 0.25],
	[number, '1e3', 1000],
	[number, '25E-1', 2.5],
	[number, '1e+12', 1e12],
	[number, '9007199254740991', 9007199254740991],
	[email, ' customer@shop.example ', 'customer@shop.example'],
	[email, longest, longest],
])('what was chosen or typed comes out: of %j, %j', async (field, sent, value) => {
	const waiting = await ask([{ fieldLabel: 'It', ...field }]);

	const { data } = await outputAfter(waiting, { 'field-0': sent, answer: 'form' });
	expect(data).toEqual({ It: value });
});

test('a mistake brings the page again, with what was typed and what is wrong beside each field', async () => {
	const execution = await ask(eight);

	const { status, page, answer } = await scene.visit(
		execution,
		parts({
			...right,
			...{ 'field-0': ' ', 'field-1': '</textarea>"\'', 'field-2': 'two', 'field-3': 'nobody' },
			...{ 'field-4': '2030-02-31', 'field-6': undefined },
		}),
	);

	expect({ status, answer }).toEqual({ status: 400, answer: undefined });
	expect(page).toContain('Where and when?');
	expect(Array.from(page.matchAll(/class="problem"[^>]*>([^<]*)/g), ([, text]) => text)).toEqual([
		'Your answer was not sent. Please check it, and send it again.',
		'Please answer this.',
		'Please enter a number.',
		'Please enter an email address.',
		'Please enter a date.',
		'Please answer this.',
	]);
	for (const kept of [
		/<textarea[^>]*>\n&#60;\/textarea&#62;&#34;&#39;<\/textarea>/,
		/name="field-2" aria-invalid="true" aria-describedby="field-2-problem"[^>]* value="two"/,
		/name="field-3"[^>]* value="nobody"/,
		/name="field-4"[^>]* value="2030-02-31"/,
		/<option value="1" selected>Back/,
		/name="field-7" value="0" checked>/,
		/name="field-7" value="2" checked>/,
	])
		expect(page).toMatch(kept);
	expect(page).not.toContain('value="1" checked');

	expect(await outputAfter(execution, right)).toMatchObject({ responded: true });
});

test('the page has a label for each field, marks what is required, and no script', async () => {
	const { page } = await scene.visit(await ask());

	expect(page).toContain('<label for="field-0">Name&nbsp;*</label>');
	expect(page).toMatch(/<input type="text"[^>]* required placeholder="Your &#34;name&#34;"/);
	expect(page).toContain('<legend>Extras &#60;all&#62;</legend>');
	expect(page.match(/type="radio"[^>]* required>/g)).toHaveLength(3);
	expect(page).not.toMatch(/type="checkbox"[^>]* required/);
	expect(page).not.toMatch(/<script|<img|<link|https?:/);
});

describe('a body that the page cannot send ends no wait', () => {
	test.each<[what: string, data: unknown, problem?: string]>([
		['nothing', {}],
		['a list', Object.values(right)],
		['an unknown field', { ...right, 'field-8': '' }],
		['the name of what every object has', { ...right, constructor: 'x' }],
		['an own prototype', JSON.parse(`{ "__proto__": "x", ${JSON.stringify(right).slice(1)}`)],
		['a prototype', Object.setPrototypeOf({ ...right }, ['x'])],
		['a label for a name', { ...right, Name: 'Customer' }],
		['a list for a text', { ...right, 'field-0': ['Customer'] }],
		['a list for an empty text', { ...right, 'field-1': [] }],
		['an object for a text', { ...right, 'field-0': { text: 'Customer' } }],
		['a number for a text', { ...right, 'field-0': 5 }],
		['a line break in a text of one line', { ...right, 'field-0': 'Customer\r\nBcc: all' }],
		['a line break of old in it', { ...right, 'field-0': 'Customer\rBcc: all' }],
		['a text that is too long', { ...right, 'field-0': 'x'.repeat(4001) }, 'Please shorten this.'],
		['a required text in which nobody sees anything', { ...right, 'field-0': '\u200b\u2800' }],
		['20 MB', { ...right, 'field-1': 'x'.repeat(20_000_000) }, 'Please shorten this.'],
		['20 MB of spaces', { ...right, 'field-0': ' '.repeat(20_000_000) }],
		['20 million digits and no number', { ...right, 'field-2': `${'1'.repeat(20_000_000)}x` }],
		['a number without end', { ...right, 'field-2': '1e999' }],
		['a number that loses digits', { ...right, 'field-2': '9007199254740993' }],
		['a hexadecimal number', { ...right, 'field-2': '0x10' }],
		['no number', { ...right, 'field-2': 'NaN' }],
		['a number in a list', { ...right, 'field-2': ['1'] }],
		['an email address without a host', { ...right, 'field-3': 'customer@' }],
		['two email addresses', { ...right, 'field-3': 'a@shop.example,b@shop.example' }],
		['two lines in an email address', { ...right, 'field-3': 'a@shop.example\nBcc:b' }],
		['a long email address', { ...right, 'field-3': `${'x'.repeat(250)}@a.example` }],
		['a day that is not in the calendar', { ...right, 'field-4': '2030-02-31' }],
		['a month that is not in the calendar', { ...right, 'field-4': '2030-13-01' }],
		['a date in another spelling', { ...right, 'field-4': '28.02.2030' }],
		['a date with a time', { ...right, 'field-4': '2030-02-28T10:00' }],
		['a date with more digits', { ...right, 'field-4': '+012030-02-28' }],
		['a required date that is missing', { ...right, 'field-4': undefined }],
		['an option nobody offered', { ...right, 'field-5': '2' }],
		['the words of an option', { ...right, 'field-5': 'Front' }],
		['a place in the list as a number', { ...right, 'field-5': 0 }],
		['another radio button', { ...right, 'field-6': '3' }],
		['two radio buttons', { ...right, 'field-6': ['0', '1'] }],
		['one more checkbox', { ...right, 'field-7': ['0', '3'] }],
		['a checkbox twice', { ...right, 'field-7': ['0', '0'] }],
		['lists in a list of checkboxes', { ...right, 'field-7': [['0']] }],
		['an object for checkboxes', { ...right, 'field-7': { 0: '0' } }],
	])('%s', async (_, data, problem = 'Your answer was not sent.') => {
		const { status, answer, page } = await scene.visit(await ask(), parts(data));
		expect({ status, answer }).toEqual({ status: 400, answer: undefined });
		expect(page).toContain(problem);
		// It does not repeat more than can be typed.
		expect(page.length).toBeLessThan(20_000);
	});

	test('required checkboxes of which none is checked', async () => {
		const fields = [
			{ ...withOptions, fieldLabel: 'It', fieldType: 'checkbox', requiredField: true },
		];
		const visited = await scene.visit(await ask(fields), parts({ answer: 'form' }));
		expect(visited).toMatchObject({
			status: 400,
			page: expect.stringContaining('Please answer this.'),
		});
	});

	test.each<[string, unknown]>([
		['no parts', right],
		['a text', 'field-0=Customer'],
		['null', null],
		['a form that was cut off', parts({ 'field-0': 'Cust' })],
		['a form whose end was cut off', parts({ 'field-0': 'Customer', answer: 'for' })],
		['one of which nothing came', parts({})],
		['parts that could not be read', { data: undefined, files: undefined }],
		['a file', parts(right, { 'field-1': { originalFilename: 'a.txt' } })],
	])('%s, not even where every field may stay empty', async (_, body) => {
		const fields = eight.map((field) => ({ ...field, requiredField: false }));
		const visited = await scene.visit(await ask(fields), body);
		expect(visited).toMatchObject({ status: 400, answer: undefined });
	});
});

const labelled = (field: IDataObject) => [{ fieldLabel: 'A', ...field }];
const offering = (fieldType: string, ...options: unknown[]) =>
	labelled({ fieldType, fieldOptions: list(...options) });

test.each<[string, IDataObject[], string]>([
	['no fields', [], "'Form Elements' is empty"],
	['a file', labelled({ fieldType: 'file' }), "'Element Type' is 'file', which is not"],
	['a password', labelled({ fieldType: 'password' }), "'Element Type' is 'password'"],
	['a field without a label', [{ fieldLabel: ' ' }], 'the label of element 1 is empty'],
	[
		'two labels that look alike',
		[{ fieldLabel: 'A  b' }, { fieldLabel: 'A b' }],
		"'Form Elements' has 'A b' twice",
	],
	['two labels', [{ fieldLabel: 'A' }, { fieldLabel: 'A ' }], "'Form Elements' has 'A' twice"],
	[
		'a switch as text',
		labelled({ requiredField: 'true' }),
		"'Required Field' of 'A' is 'true', which is not a valid value",
	],
	[
		'another switch as text',
		labelled({ fieldType: 'dropdown', multiselect: 'true' }),
		"'Multiple Choice' of 'A' is 'true', which is not a valid value",
	],
	[
		'a type whose expression gives nothing',
		labelled({ fieldType: '={{ $json.missing }}' }),
		"'Element Type' is 'undefined', which is not",
	],
	[
		'a switch whose expression gives nothing',
		labelled({ requiredField: '={{ $json.missing }}' }),
		"'Required Field' of 'A' is 'undefined', which is not a valid value",
	],
	['nothing to choose from', offering('radio'), "'Form Elements': 'Field Options' of 'A' is empty"],
	['an empty option', offering('checkbox', 'B', ''), "'Field Options' of 'A': label 2 is empty"],
	['an option twice', offering('dropdown', 'B', 'B'), "'Field Options' of 'A' has 'B' twice"],
])('refused before anything is sent: %s', async (_, fields, message) => {
	const { error } = await ask(fields);

	expect(error?.message).toContain(message);
	expect(scene.sandbox.requests).toEqual([]);
});

test('labels that objects have by themselves come out like any other', async () => {
	const labels = ['toString', 'hasOwnProperty', 'length', '0', 'a.b', 'then', "it's"];
	const execution = await ask(labels.map((fieldLabel) => ({ fieldLabel })));
	const body = Object.fromEntries(labels.map((label, index) => [`field-${index}`, label]));

	const { data } = await outputAfter(execution, { ...body, answer: 'form' });

	expect(data).toEqual(Object.fromEntries(labels.map((label) => [label, label])));
});
