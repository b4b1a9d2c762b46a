import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS } from '../../support/operations';
import { NODE_NAME, useScene } from '../../support/scene';
import { asJson } from '../../support/variables';

const scene = useScene();

async function run(value: string, parameters: IDataObject = {}) {
	return await scene.run(
		{
			...OPERATIONS['template.send'],
			templateId: '108',
			...asJson('={{ { "1": $json.value } }}'),
			options: { headerType: 'none' },
			...parameters,
		},
		[{ phone: '+12025550123', value }],
	);
}

test.each([
	['one\ntwo', 'one two'],
	['one \r\n\n two', 'one two'],
	['one\u2028two', 'one two'],
	['one\ttwo', 'one two'],
	['one     two', 'one two'],
	['\n one    two  three \t', 'one    two  three'],
])('WhatsApp refuses such spaces: %j is sent as %j, and Preview shows it', async (value, tidy) => {
	expect((await run(value)).error).toBeUndefined();
	expect(scene.sandbox.requests.at(-1)!.body).toMatchObject({ attributes: { 1: tidy } });
	const preview = await run(value, { operation: 'preview' });
	expect(preview.items(NODE_NAME)[0]!.json.text).toContain(`Ticket ${tidy}\n`);
});

test('buttons have the same rule', async () => {
	await run('one\ntwo', {
		operation: 'sendWithFile',
		templateId: '109',
		binaryPropertyName: '',
		...asJson('={{ { "button 1": $json.value } }}'),
	});
	const [sent] = scene.sandbox.accepted;
	expect(sent!.request.parts!.find(({ name }) => name === 'button_vars')!.value).toBe(
		'{"1":"one two"}',
	);
});
