import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS } from '../../support/operations';
import { NODE_NAME, useScene } from '../../support/scene';
import { asJson } from '../../support/variables';

const scene = useScene();

/** Template 108 has one variable in its text; WhatsApp's rule does not depend on the template. */
async function run(value: string, options: IDataObject, parameters: IDataObject = {}) {
	return await scene.run(
		{
			...OPERATIONS['template.send'],
			templateId: '108',
			...asJson('={{ { "1": $json.value } }}'),
			options: { headerType: 'none', ...options },
			...parameters,
		},
		[{ phone: '+12025550123', value }],
	);
}

const sentValues = () =>
	scene.sandbox.accepted.map(
		({ request }) => (request.body as { attributes: IDataObject }).attributes['1'],
	);

test.each([
	['one\ntwo', 'a line break', 'one two'],
	['one \r\n\n two', 'a line break', 'one two'],
	['one\u2028two', 'a line break', 'one two'],
	['one\ttwo', 'a tab', 'one two'],
	['one     two', 'more than four spaces in a row', 'one two'],
])('%j is named by the check, and tidy if wanted', async (value, what, tidy) => {
	const { error } = await run(value, {});
	expect(error?.message).toBe(
		`WhatsApp refuses line breaks, tabs and more than four spaces in a row: variable '1' has ${what}`,
	);
	expect(error?.description).toContain("switch on 'Tidy Variables' under 'Options'");
	expect(scene.sandbox.accepted).toEqual([]);

	expect((await run(value, { tidyVariables: true })).error).toBeUndefined();
	expect((await run(value, { checkVariables: false })).error).toBeUndefined();
	expect(sentValues()).toEqual([tidy, value]);
});

test('what keeps the rule is sent as it is', async () => {
	const value = ' one    two  three ';
	await run(value, {});
	await run(value, { tidyVariables: true });
	expect(sentValues()).toEqual([value, value]);
});

test('buttons have the same rule', async () => {
	const withFile = {
		operation: 'sendWithFile',
		binaryPropertyName: '',
		buttonVariables: { variable: [{ name: '2', value: 'one\ntwo' }] },
	};
	expect((await run('fine', {}, withFile)).error?.message).toBe(
		"WhatsApp refuses line breaks, tabs and more than four spaces in a row: variable '2' has a line break",
	);
	await run('fine', { tidyVariables: true, checkVariables: false }, withFile);
	const [sent] = scene.sandbox.accepted;
	expect(sent!.request.parts!.find(({ name }) => name === 'button_vars')!.value).toBe(
		'{"2":"one two"}',
	);
});

test('a preview shows what would be sent', async () => {
	for (const tidyVariables of [false, true]) {
		const execution = await run('one\ntwo', { tidyVariables }, { operation: 'preview' });
		expect(execution.items(NODE_NAME)[0]!.json.text).toContain(
			tidyVariables ? 'one two' : 'one\ntwo',
		);
	}
});
