import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { variableFields } from '../../../nodes/CustomerMessaging/template/variables';
import { OPERATIONS, type OperationName } from '../../support/operations';
import { NODE_NAME, useScene } from '../../support/scene';
import { asJson, inFields } from '../../support/variables';

const scene = useScene();

/** The operations that fill a template. */
const operations: OperationName[] = ['template.send', 'template.sendWithFile', 'template.preview'];

/** The ways to give a variable. */
const ways: Record<string, (expression: string) => IDataObject> = {
	fields: (expression) =>
		inFields({ 1: `={{ ${expression} }}` }, { 1: '1: …to set up your ____…' }),
	json: (expression) => asJson(`={{ ({ "1": ${expression} }) }}`),
};

/** Fills the template 'Here is how to set up your {{1}}.', and gives the text that is sent or shown, or the error. */
async function fill(
	operation: OperationName,
	variables: IDataObject,
	item: IDataObject = {},
	binary: IBinaryKeyData = {},
): Promise<{ body?: unknown; error?: string }> {
	const withoutFile = {
		binaryPropertyName: '',
		options: { checkVariables: false, headerType: 'none' },
	};
	const execution = await scene.run(
		{ ...OPERATIONS[operation], templateId: '104', ...withoutFile, ...variables },
		[{ json: { phone: '+12025550101', ...item }, binary }],
	);
	const { accepted } = scene.sandbox;
	const isSent = execution.error === undefined && operation !== 'template.preview';
	expect(accepted).toHaveLength(isSent ? 1 : 0);
	if (isSent) return { body: accepted[0]!.content.body };
	if (execution.error !== undefined)
		return { error: `${execution.error.message} ${execution.error.description}` };
	const [{ json }] = execution.items(NODE_NAME) as [{ json: IDataObject }];
	return json.sendable === true ? { body: json.body } : { error: String(json.problem) };
}

const everyWay = operations.flatMap((operation) =>
	Object.keys(ways).map((way) => [operation, way] as const),
);

describe.each(everyWay)('%s with %s', (operation, way) => {
	const filled = async (expression: string, item: IDataObject = {}) =>
		await fill(operation, ways[way]!(expression), item);

	test.each<[string, string, string]>([
		['0', '0', '0'],
		['a number with decimals', '0.1', '0.1'],
		['a negative number', '-5', '-5'],
		['false', 'false', 'false'],
		['true', 'true', 'true'],
		['a date', 'new Date(0)', '1970-01-01T00:00:00.000Z'],
		[
			"a date of n8n's own",
			"DateTime.fromISO('2026-03-04T05:06:07.000Z', { zone: 'utc' })",
			'2026-03-04T05:06:07.000Z',
		],
	])('%s arrives as it is written', async (_case, expression, text) => {
		expect(await filled(expression)).toMatchObject({ body: `Here is how to set up your ${text}.` });
	});

	test.each<[string, string]>([
		['5,000 characters', `${'0123456789'.repeat(499)}x🙂end-of-it`],
		['a value that is a variable', '{{1}} {{2}}'],
		['a value that is a replacement pattern', "$& $1 $` $' $$ $<n>"],
		['a value that is an expression', '={{ $json.value }} {{ 1 + 1 }}'],
		['quotes and backslashes', '"A" \\ \'B\' \\n'],
		['markup', '<b>&amp;</b> *bold* _x_'],
		['right-to-left text and emoji', 'مرحباً 👩‍👩‍👧 שלום'],
		['zero-width characters within it', 'A\u200d\u200bB'],
		['a key of every object', '__proto__'],
		['text that looks like a number', '007'],
		['text that looks like JSON', '{"1":"x"}'],
		['a name that is a word for nothing', 'Null'],
		['such words in a text', 'It said undefined, NaN and Invalid Date'],
	])('%s arrives character for character', async (_case, value) => {
		expect(await filled('$json.value', { value })).toMatchObject({
			body: `Here is how to set up your ${value}.`,
		});
	});

	test.each<[string, string, RegExp]>([
		['an object', '({ a: { b: 1 } })', / is an object, not a plain value/],
		['a list', '[1, 2]', / is a list, not a plain value/],
		['an empty object', '({})', / is an object, not a plain value/],
	])(
		'%s is refused with the reason, by the name of its field',
		async (_case, expression, reason) => {
			const { error } = await filled(expression);
			expect(error).toMatch(reason);
			expect(error).toContain(
				way === 'fields'
					? "'Values to Send': '1: …to set up your ____…'"
					: "'Variables (JSON)': variable '1'",
			);
			expect(error).toContain('point the expression at that part');
		},
	);

	test.each<[string, string]>([
		['null', 'null'],
		['a field the item does not have', '$json.nothing'],
		['an empty text', "''"],
		['a text of spaces', "'  '"],
		['a text of zero-width characters', "'\\u200b\\u200d\\ufeff'"],
	])('%s is refused', async (_case, expression) => {
		const { error } = await filled(expression);
		expect(error).toMatch(
			way === 'fields'
				? /: \{\{ .+ \}\} gives nothing for this item[ .]/
				: /: variable '1' is empty[ .]/,
		);
	});
});

test("the field's description has an expression that gives a date as people write it", async () => {
	const { description = '' } = variableFields.find(({ name }) => name === 'variables')!;
	const [, expression = ''] = /\{\{ (.+) \}\}/.exec(description) ?? [];
	for (const date of ['2026-12-04T00:00:00.000Z', '2026-12-04'])
		for (const way of Object.values(ways)) {
			const { body } = await fill('template.send', way(expression), { date });
			expect(body).toBe('Here is how to set up your 4 December 2026.');
			scene.sandbox.reset();
		}
});

test('a variable with a name that every object has arrives', async () => {
	const text = '{"1":"A","toString":"B","hasOwnProperty":"C"}';
	await fill('template.send', asJson(text));
	expect(JSON.stringify((scene.sandbox.requests[0]!.body as IDataObject).attributes)).toBe(text);
	scene.sandbox.reset();
	await fill('template.sendWithFile', asJson(text));
	expect(scene.sandbox.requests[0]!.parts!.find(({ name }) => name === 'body_vars')!.value).toBe(
		text,
	);
});

test.each<[expression: string, item: IDataObject]>([
	['`${$json.name}様`', {}],
	['`${$json.quantity}x`', {}],
	["'Dear ' + $json.name", { other: 'null' }],
	['`${$json.name}様`.toUpperCase()', { note: 'Finance, annullieren' }],
	["DateTime.fromISO($json.v).toFormat('dd LLL')", { v: 'tomorrow' }],
	["'We sent ' + $json.name.trim", { name: 'Ana' }],
	['`${$json.at}`', { at: { of: 1 } }],
])('%s of %j is refused, however it is sent', async (expression, item) => {
	const told = /\{\{ .+ \}\} gives '.+', so a value is missing /;
	for (const variables of [
		...Object.values(ways).map((way) => way(expression)),
		asJson(`={{ JSON.stringify({ 1: ${expression} }) }}`),
		asJson(`={ "1": "{{ ${expression} }}" }`),
	])
		expect((await fill('template.send', variables, item)).error).toMatch(told);
});

describe.each([
	['without a file', false],
	['with a file', true],
])('a hole is a hole for everybody, %s', (_what, hasFile) => {
	test.each<[expression: string, item: IDataObject]>([
		["'USD ' + $json.price * 2", {}],
		["Number($json.no) + '-shipped'", {}],
		["($json.first != null ? $json.first + ' ' : '') + $json.last", { first: 'Ana', last: null }],
		["(typeof $json.first === 'undefined' ? '' : 'Ms ') + $json.last", { first: 'Ana' }],
		["'Room ' + 1 / $json.none + $json.name.slice(9)", { none: 0 }],
		['`Dear ${$json.none ?? null}`', {}],
		["'https://a.example/?at=' + encodeURI(DateTime.fromISO($json.at).toFormat('d'))", {}],
	])('%s of %j', async (expression, item) => {
		const content = Buffer.from('undefined null NaN Infinity Invalid DateTime');
		const data = await scene.engine.storeBinary(content, 'null NaN.txt', 'text/plain');
		for (const [name, way] of [
			...['John', 'Nancy', 'Adnan', 'iPod nano'].map((one) => [one, ways.fields!] as const),
			['Null', ways.json!] as const,
		]) {
			const { error } = await fill(
				'template.send',
				way(expression),
				{ name, ...item },
				hasFile ? { data } : {},
			);
			expect([name, error]).toEqual([
				name,
				expect.stringMatching(/ gives '.+', so a value is missing /),
			]);
		}
	});
});

test.each<[expression: string, item: IDataObject, text: string]>([
	["'heute null Versandkosten, ' + $json.name", { name: 'Ana' }, 'heute null Versandkosten, Ana'],
	[
		"'You wrote: ' + $json.comment",
		{ comment: 'an undefined word' },
		'You wrote: an undefined word',
	],
	['`${$json.verb}!`.toUpperCase()', { verb: 'annullieren' }, 'ANNULLIEREN!'],
	["'s=' + $json.signature", { signature: 'aNaN/NaN+null=' }, 's=aNaN/NaN+null='],
	["`Dear ${$('Start').all()[0].json.name}`", { name: 'Nancy' }, 'Dear Nancy'],
	['$input.all().map((item) => `Dear ${item.json.name}`).join()', { name: 'Nancy' }, 'Dear Nancy'],
])('%s of %j means what it says', async (expression, item, text) => {
	for (const way of Object.values(ways)) {
		expect(await fill('template.send', way(expression), item)).toEqual({
			body: `Here is how to set up your ${text}.`,
		});
		scene.sandbox.reset();
	}
});

test('in JSON among expressions, a value that could change it is refused in one line, and the advice lets the value in', async () => {
	for (const operation of operations)
		for (const value of ['"A"', 'A", "2": "B', 'C:\\new', 'A\\u0022', 'A\nB', 'A\rB'])
			for (const json of [
				'={ "1": "{{ $json.value }}" }',
				'={ "1": {{ $json.value }} }',
				'={"1":"\\"a {{ $json.value.trim() }}"}',
			]) {
				const { error } = await fill(operation, asJson(json), { value });
				expect(error).toMatch(
					/^'Variables \(JSON\)': \{\{ \$json\.value.* \}\} gives '.*', which would change the JSON around it[ .]/,
				);
				expect(error).toContain(
					'Make the whole field one expression, such as {{ { "1": $json.order } }}',
				);
				expect(error).not.toContain('\n');
			}
	for (const value of ['"A"', 'C:\\new', 'A\nB'])
		expect(
			(await fill('template.preview', asJson('={{ { "1": $json.value } }}'), { value })).body,
		).toContain('Here is how to set up your ');
});
