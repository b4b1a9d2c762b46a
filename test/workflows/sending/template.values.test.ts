import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { variableFields } from '../../../nodes/CustomerMessaging/template/values';
import { OPERATIONS, type OperationName } from '../../support/operations';
import { NODE_NAME, useScene } from '../../support/scene';
import { asJson, inFields } from '../../support/variables';

const scene = useScene();

/** The operations that fill a template. */
const operations: OperationName[] = ['template.send', 'template.sendWithFile', 'template.preview'];

/** The ways to give a variable. */
const ways: Record<string, (expression: string) => IDataObject> = {
	fields: (expression) => inFields({ 1: `={{ ${expression} }}` }, { 1: '1: …to set up your ___' }),
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
	return json.sendable === true
		? { body: String(json.text).replace('[Video]\n\n', '') }
		: { error: String(json.problem) };
}

const everyWay = operations.flatMap((operation) =>
	Object.keys(ways).map((way) => [operation, way] as const),
);

describe.each(everyWay)('%s with %s', (operation, way) => {
	const filled = async (expression: string, item: IDataObject = {}) =>
		await fill(operation, ways[way]!(expression), item);

	test('a value arrives character for character', async () => {
		const value = `"A" \\ 'B' \\n <b>&amp;</b> $& {{1}} ={{ 1 + 1 }} مرحباً 👩‍👩‍👧 ${'0123456789'.repeat(500)}`;
		expect(await filled('$json.value', { value })).toEqual({
			body: `Here is how to set up your ${value}.`,
		});
	});

	test('a date arrives as n8n writes it elsewhere', async () => {
		expect(await filled('new Date(0)')).toEqual({
			body: 'Here is how to set up your 1970-01-01T00:00:00.000Z.',
		});
	});

	test('an object is refused with the reason, by the name of its field', async () => {
		const { error } = await filled('({ a: { b: 1 } })');
		expect(error).toMatch(/ is an object, not a plain value/);
		expect(error).toContain(
			way === 'fields'
				? "'Values to Send': '1: …to set up your ___'"
				: "'Variables (JSON)': variable '1'",
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

test('a hole is refused, however it is sent', async () => {
	const expression = "'Dear ' + $json.name";
	for (const variables of [
		...Object.values(ways).map((way) => way(expression)),
		asJson(`={{ JSON.stringify({ 1: ${expression} }) }}`),
		asJson(`={ "1": "{{ ${expression} }}" }`),
	])
		expect((await fill('template.send', variables, { other: 'null' })).error).toMatch(
			/\{\{ .+ \}\} gives '.+', so a value is missing /,
		);
});

test('an expression that finds nothing is no empty object', async () => {
	expect((await fill('template.send', asJson('={{ $json.missing }}'))).error).toContain(
		"'Variables (JSON)': {{ $json.missing }} gives nothing for this item",
	);
});

describe.each([
	['without a file', false],
	['with a file', true],
])('a hole is a hole for everybody, %s', (_what, hasFile) => {
	test.each<[expression: string, item: IDataObject]>([
		["'USD ' + $json.price * 2", {}],
		["($json.first != null ? $json.first + ' ' : '') + $json.last", { first: 'Ana', last: null }],
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
	[
		"'You wrote: ' + $json.comment",
		{ comment: 'an undefined word' },
		'You wrote: an undefined word',
	],
	["`Dear ${$('Start').all()[0].json.name}`", { name: 'null Nancy' }, 'Dear null Nancy'],
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
	const values = ['A"', 'A", "2": "B', 'C:\\new', 'A\\u0022', 'A\nB', 'A\rB'];
	for (const value of values)
		for (const json of ['={ "1": "{{ $json.value }}" }', '={ "1": {{ $json.value }} }']) {
			const { error } = await fill('template.send', asJson(json), { value });
			expect(error).toMatch(
				/^'Variables \(JSON\)': \{\{ \$json\.value.* \}\} gives '.*', which would change the JSON around it[ .]/,
			);
			expect(error).toContain(
				'Make the whole field one expression, such as {{ { "1": $json.order } }}',
			);
			expect(error).not.toContain('\n');
		}
	for (const value of [...values, 'a null day'])
		expect(
			(
				await fill('template.preview', asJson('={ "1": {{ JSON.stringify($json.value) }} }'), {
					value,
				})
			).error,
		).toBeUndefined();
	expect(
		(
			await fill('template.send', asJson('={ "1": "{{ JSON.stringify($json.value) }}" }'), {
				value: 'A',
			})
		).error,
	).toContain('would change the JSON around it');
	for (const value of ['"A"', 'C:\\new', 'A\nB'])
		expect(
			(await fill('template.preview', asJson('={{ { "1": $json.value } }}'), { value })).body,
		).toContain('Here is how to set up your ');
});
