import type { IDataObject } from 'n8n-workflow';

import { templates, type Template } from '../../../dev/sandbox/catalogue';
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

	test.each([
		[channel(''), 'Choose a channel first'],
		[channel('={{ $json.channel }}', 'id'), "'Channel' is empty"],
		[channel(null, 'id'), "'Channel' is empty"],
		[{ __rl: true, mode: 'id' }, "'Channel' is empty"],
	])('with the channel %j it says at once: %s', async (channelId, name) => {
		for (const typed of [undefined, '101']) {
			const parameters = { channelId, templateId: template('104') };
			expect(await findTemplates(scene, typed, { parameters })).toEqual({
				results: [{ name, value: false }],
			});
		}
		expect(scene.sandbox.requests).toEqual([]);
	});
});

describe('the variables of a template’s buttons', () => {
	const choices = async (templateId: IDataObject) =>
		await listedVariables(scene, 'getButtonVariables', {
			parameters: { operation: 'sendWithFile', templateId },
		});

	test('are listed by the words of their buttons', async () => {
		expect(await choices(template('106'))).toEqual([{ name: '4 (button): Confirm', value: '4' }]);
		expect(await choices(template('105'))).toEqual([]);
	});
});

test.each([
	[
		{ channelId: channel(''), templateId: template('') },
		"Choose 'Channel' and 'Template', then open this list again",
	],
	[{ templateId: template('') }, "Choose 'Template', then open this list again"],
	[
		{ channelId: channel(''), templateId: template('101') },
		"Choose 'Channel', then open this list again",
	],
	[
		{ templateId: template('={{ $json.id }}', 'id') },
		"The expression in 'Template' has no value yet",
	],
])(
	'with %j, a list of variables says what it needs, which is no error',
	async (parameters, name) => {
		for (const method of ['getButtonVariables', 'getLinkVariables'] as const)
			expect(await listedVariables(scene, method, { parameters })).toEqual([{ name, value: '' }]);
		expect(scene.sandbox.requests).toEqual([]);
	},
);

describe('every variable of a template is listed for the link, and says if it cannot take it', () => {
	const listed = async (template: Partial<Template>) => {
		const body = { ...templates[0]!, ...template, id: 101 } as unknown as IDataObject;
		scene.sandbox.faults.add({
			operation: 'template.get',
			fault: { kind: 'status', status: 200, body },
		});
		const parameters = { operation: 'sendAndWait', templateId: channel('101') };
		const list = await listedVariables(scene, 'getLinkVariables', { parameters });
		return Object.fromEntries(list.map(({ value, description }) => [value, description]));
	};

	test('one in the text can, and so can one in a button that leads to this n8n', async () => {
		expect(await listed(templates.find(({ id }) => id === 114)!)).toEqual({});
	});

	test.each([
		['https://shop.example/{{4}}', 'Can take the link only if this n8n is at https://shop.example'],
		['http://localhost:5678/{{4}}/now', 'Cannot take the link, as it is not the end of an address'],
		['{{4}}{{4}}', 'Cannot take the link, as it is not the end of an address'],
		['+1202555{{4}}', 'Can take the link only if this n8n is at +1202555'],
		['{{4}}', undefined],
	])('a button with the address %s: %s', async (value, description) => {
		const buttons = [{ id: 1, type: 'url', title: 'Answer', value }];
		const { 4: said, ...others } = await listed({ buttons });
		expect(said).toBe(description);
		expect(others).toEqual({ 1: undefined, 2: undefined, 3: undefined });
	});
});
