import type { IDataObject } from 'n8n-workflow';

import { NODE_NAME, useScene } from '../../support/scene';
import { asJson, inFields } from '../../support/variables';

const scene = useScene();

/** The operations that fill a template, and what each needs beside the template. */
const operations: Record<string, IDataObject> = {
	send: {
		customerPhone: '+12025550101',
		headerAttachment: 'none',
		options: { checkVariables: false },
	},
	sendWithFile: {
		customerPhone: '+12025550101',
		binaryPropertyName: '',
		headerType: 'none',
		options: { checkVariables: false },
	},
	preview: {},
};

/** The ways to give a variable. */
const ways: Record<string, (expression: string) => IDataObject> = {
	fields: (expression) =>
		inFields({ 1: `={{ ${expression} }}` }, { 1: '1: …to set up your ____…' }),
	json: (expression) => asJson(`={{ ({ "1": ${expression} }) }}`),
};

interface Shown {
	/** The text the recipient reads, or reads about; undefined where the node refused. */
	body?: unknown;
	error?: string;
	missing?: unknown;
}

/** Fills the template 'Here is how to set up your {{1}}.' and gives what came of it. */
async function fill(operation: string, variables: IDataObject, item: IDataObject): Promise<Shown> {
	const channelId = { __rl: true, mode: 'id', value: '11' };
	const parameters = {
		resource: 'template',
		operation,
		channelId,
		templateId: '104',
		...operations[operation],
		...variables,
	};
	const execution = await scene.run(parameters, [item]);
	if (execution.error !== undefined) {
		expect(scene.sandbox.accepted).toEqual([]);
		const { message, description } = execution.error as { message: string; description?: string };
		return { error: `${message} ${description ?? ''}` };
	}
	if (operation === 'preview') {
		expect(scene.sandbox.accepted).toEqual([]);
		const [{ json }] = execution.items(NODE_NAME) as [{ json: IDataObject }];
		return { body: json.body, missing: (json.variables as IDataObject).missing };
	}
	expect(scene.sandbox.accepted).toHaveLength(1);
	return { body: scene.sandbox.accepted[0]!.content.body };
}

const everyWay = Object.keys(operations).flatMap((operation) =>
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
		['quotes, line breaks and backslashes', '"A" \\ \'B\'\n\tC\r\n\\n \u2028'],
		['markup', '<b>&amp;</b> *bold* _x_'],
		['right-to-left text and emoji', 'مرحباً 👩‍👩‍👧 שלום'],
		['spaces around it', '  A  '],
		['zero-width characters within it', 'A\u200d\u200bB'],
		['a key of every object', '__proto__'],
		['text that looks like a number', '007'],
		['text that looks like JSON', '{"1":"x"}'],
		['the word null', 'null'],
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
	])('%s is refused by a send and missing in a preview', async (_case, expression) => {
		const shown = await filled(expression);
		if (operation === 'preview') {
			expect(shown).toEqual({ body: 'Here is how to set up your {{1}}.', missing: ['1'] });
		} else {
			expect(shown.error).toMatch(/ is empty( |$)/);
			expect(shown.error).toContain(
				'Enter a value, or an expression that gives one for every item',
			);
		}
	});
});

describe('a variable with a name that n8n takes out of a JSON body is refused', () => {
	test.each(['__proto__', 'constructor', 'prototype'])('%s', async (name) => {
		const value = JSON.parse(`{ "${name}": "A" }`) as IDataObject;
		for (const operation of Object.keys(operations)) {
			const json = await fill(operation, asJson(JSON.stringify(value)), {});
			expect(json.error).toContain(
				`'Variables (JSON)' has a variable named '${name}', which n8n cannot send`,
			);
			const fields = await fill(operation, inFields(value), {});
			// n8n itself refuses some of them as fields.
			expect(fields.error).toMatch(
				new RegExp(
					`'Values to Send' has a variable named '${name}', which n8n cannot send|is required`,
				),
			);
		}
	});

	test('others that every object has arrive', async () => {
		const variablesJson = '{"1":"A","toString":"B","hasOwnProperty":"C"}';
		await fill('send', asJson(variablesJson), {});
		expect(JSON.stringify((scene.sandbox.requests[0]!.body as IDataObject).attributes)).toBe(
			variablesJson,
		);
		scene.sandbox.reset();
		await fill('sendWithFile', asJson(variablesJson), {});
		expect(scene.sandbox.requests[0]!.parts!.find(({ name }) => name === 'body_vars')!.value).toBe(
			variablesJson,
		);
	});
});

describe('JSON that cannot be used is refused with the reason', () => {
	test.each<[string, unknown, string]>([
		[
			'a value that breaks the JSON around it',
			...(['={ "1": "{{ $json.value }}" }', "'Variables (JSON)' is not valid JSON"] as const),
		],
		['a date', '={{ new Date(0) }}', "'Variables (JSON)' is not an object"],
		[
			'a number with more digits than a number holds, which an expression wrote into it',
			'={ "1": {{ 2 ** 53 }} }',
			"'Variables (JSON)': variable '1' is the number 9007199254740992, which may have lost its last digits",
		],
		['a number that would lose a zero', '{ "1": 1.10 }', 'Put it in quotes: "1.10"'],
	])('%s', async (_case, variablesJson, reason) => {
		for (const operation of Object.keys(operations)) {
			const item = { value: 'a "quoted" name' };
			const { error } = await fill(operation, asJson(variablesJson), item);
			expect(error).toContain(reason);
		}
	});

	test('and says how a value with quotes gets in', async () => {
		const item = { value: '"A"' };
		const { error } = await fill('send', asJson('={ "1": "{{ $json.value }}" }'), item);
		expect(error).toContain(
			'make the whole field one expression, such as {{ { "1": $json.order } }}',
		);
		expect(await fill('send', asJson('={{ { "1": $json.value } }}'), item)).toEqual({
			body: 'Here is how to set up your "A".',
		});
	});
});
