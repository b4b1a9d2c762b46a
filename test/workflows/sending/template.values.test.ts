import type { IDataObject } from 'n8n-workflow';

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
): Promise<{ body?: unknown; error?: string }> {
	scene.sandbox.reset();
	const withoutFile = {
		binaryPropertyName: '',
		options: {
			checkVariables: false,
			...(operation === 'template.sendWithFile' ? { headerType: 'none' } : {}),
		},
	};
	const execution = await scene.run(
		{ ...OPERATIONS[operation], templateId: '104', ...withoutFile, ...variables },
		[{ phone: '+12025550101', ...item }],
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

const ODD = `"A" \\ 'B' \\n <b>&amp;</b> $& {{1}} ={{ 1 + 1 }} مرحباً 👩‍👩‍👧 ${'0123456789'.repeat(500)}`;

test.each(everyWay)(
	'%s with %s: a value arrives character for character, and a date as n8n writes it elsewhere',
	async (operation, way) => {
		for (const [expression, text] of [
			['$json.value', ODD],
			['new Date(0)', '1970-01-01T00:00:00.000Z'],
		] as const)
			expect(await fill(operation, ways[way]!(expression), { value: ODD })).toEqual({
				body: `Here is how to set up your ${text}.`,
			});
	},
);

test('a hole is refused, and what means what it says is not, however it is sent', async () => {
	const expression = "'Dear ' + $json.name";
	for (const variables of [
		...Object.values(ways).map((way) => way(expression)),
		asJson(`={{ JSON.stringify({ 1: ${expression} }) }}`),
		asJson(`={ "1": "{{ ${expression} }}" }`),
	]) {
		expect((await fill('template.send', variables, { other: 'Dear undefined?' })).error).toMatch(
			/\{\{ .+ \}\} reads \$json\.name, which has no value /,
		);
		expect((await fill('template.send', variables, { name: 'null Nancy' })).body).toBe(
			'Here is how to set up your Dear null Nancy.',
		);
	}
});

test('an expression that finds nothing is no empty object', async () => {
	expect((await fill('template.send', asJson('={{ $json.missing }}'))).error).toContain(
		"'Variables (JSON)': {{ $json.missing }} gives nothing for this item",
	);
});

const CHANGING = ['A"', 'A", "2": "B', 'C:\\new', 'A\\u0022', 'A\nB', 'A\rB'];

test.each<[json: string, values: string[]]>([
	['={ "1": "{{ $json.value }}" }', CHANGING],
	['={ "1": {{ $json.value }} }', CHANGING],
	['={ "1": "{{ JSON.stringify($json.value) }}" }', ['A']],
])('in %s, a value that could change the JSON is refused in one line', async (json, values) => {
	for (const value of values) {
		const { error } = await fill('template.send', asJson(json), { value });
		expect(error).toMatch(
			/^'Variables \(JSON\)': \{\{ .*\$json\.value.* \}\} gives '.*', which would change the JSON around it[ .]/,
		);
		expect(error).toContain(
			'Make the whole field one expression, such as {{ { "1": $json.order } }}',
		);
		expect(error).not.toContain('\n');
	}
});

test.each(['={ "1": {{ JSON.stringify($json.value) }} }', '={{ { "1": $json.value } }}'])(
	'%s lets such a value in',
	async (json) => {
		for (const value of [...CHANGING, 'a null day'])
			expect((await fill('template.preview', asJson(json), { value })).body).toContain(
				'Here is how to set up your ',
			);
	},
);
