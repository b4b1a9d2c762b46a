import type { IDataObject } from 'n8n-workflow';

import { useScene } from '../../support/scene';
import { channel, findTemplates, listedVariables, template } from './editor';

const scene = useScene();

describe('looking a template up', () => {
	const VIDEO = '104 · how_to_video · [video] · Here is how to set up your {{1}}.';

	test.each([
		['101', '101 · order_confirmation · Hello {{2}}, thank you for your order. We will del…'],
		[' 104 ', VIDEO],
	])('the ID %j finds its name and the beginning of its text', async (typed, name) => {
		expect(await findTemplates(scene, typed)).toEqual({ results: [{ name, value: typed.trim() }] });
		expect(scene.sandbox.requests).toHaveLength(1);
	});

	// Nobody can choose a boolean.
	const hint = { name: "Type a template's whole ID into the search above", value: false };

	test.each([undefined, '', ' '])(
		'with nothing typed (%j) and nothing chosen it says what to type',
		async (typed) => {
			expect(await findTemplates(scene, typed)).toEqual({ results: [hint] });
			expect(scene.sandbox.requests).toEqual([]);
		},
	);

	test('with nothing typed it finds the template that is chosen', async () => {
		const parameters = { templateId: template('104') };
		expect(await findTemplates(scene, undefined, { parameters })).toEqual({
			results: [{ name: VIDEO, value: '104' }, hint],
		});
	});

	test.each([
		['a template that this account does not have', { templateId: template('9999') }],
		['no channel', { channelId: channel(''), templateId: template('104') }],
		['a channel from an expression', { channelId: channel('={{ $json.channel }}', 'id') }],
		['a template from an expression', { templateId: template('={{ $json.id }}', 'id') }],
	])('with nothing typed and %s it finds none, which is no error', async (_, parameters) => {
		expect(await findTemplates(scene, undefined, { parameters })).toEqual({ results: [hint] });
	});

	test.each([
		[400, '10', 'No template 10 in this channel'],
		[404, '10', 'No template 10 in this channel'],
		[400, 'order', 'Templates are found by ID only'],
	])(
		'what is refused with %i (%s) says what to type and is no error',
		async (status, typed, name) => {
			const body = { error: 'There is no such template', code: 'x', success: false };
			scene.sandbox.faults.add({ fault: { kind: 'status', status, body } });
			expect(await findTemplates(scene, typed)).toEqual({ results: [{ name, value: false }] });
		},
	);

	test('a service that fails is an error', async () => {
		scene.sandbox.faults.add({ fault: { kind: 'status', status: 503 } });
		await expect(findTemplates(scene, '101')).rejects.toThrow('The service failed with status 503');
	});

	test.each([channel(''), channel('={{ $json.channel }}', 'id'), channel(null, 'id')])(
		'with the channel %j it asks for a channel',
		async (channelId) => {
			const asking = findTemplates(scene, '101', { parameters: { channelId } });
			await expect(asking).rejects.toThrow(/^Choose a 'Channel' first\.$/);
			expect(scene.sandbox.requests).toEqual([]);
		},
	);
});

describe('the variables of a template’s buttons', () => {
	const choices = async (templateId: IDataObject) =>
		await listedVariables(scene, 'getButtonVariables', {
			parameters: { operation: 'sendWithFile', templateId },
		});

	test('are listed by the words of their buttons', async () => {
		expect(await choices(template('106'))).toEqual([{ name: '4: button “Confirm”', value: '4' }]);
		expect(await choices(template('105'))).toEqual([]);
	});

	test('need a template', async () => {
		for (const templateId of [template(''), template('={{ $json.id }}', 'id')])
			await expect(choices(templateId)).rejects.toThrow(
				/^Choose a 'Channel' and a 'Template' first\.$/,
			);
		expect(scene.sandbox.requests).toEqual([]);
	});
});

test('every variable of a template may take the link', async () => {
	const parameters = { operation: 'sendAndWait', templateId: template('106') };
	expect(await listedVariables(scene, 'getLinkVariables', { parameters })).toMatchObject(
		['1', '2', '3', '4'].map((value) => ({ value })),
	);
});
