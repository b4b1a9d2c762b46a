import { answering, useScene } from '../../support/scene';
import { chosen, findTemplates, linkVariables } from './editor';

const scene = useScene({ withoutList: true });

describe('looking a template up, where the service has no list', () => {
	const VIDEO = 'how_to_video · [video] · Here is how to set up your {{1}}. · 104';

	test.each([
		['101', 'order_confirmation · Hello {{2}}, thank you for your order. We will del… · 101'],
		[' 104 ', VIDEO],
	])('the ID %j finds its name and the beginning of its text', async (typed, name) => {
		expect(await findTemplates(scene, typed)).toEqual({ results: [{ name, value: typed.trim() }] });
		expect(scene.sandbox.requests).toHaveLength(2);
	});

	// Nobody can choose a boolean.
	const hint = { name: "Type a template's whole ID into the search above", value: false };

	test.each([undefined, '', ' '])(
		'with nothing typed (%j) and nothing chosen it says what to type',
		async (typed) => {
			expect(await findTemplates(scene, typed)).toEqual({ results: [hint] });
			expect(scene.sandbox.requests).toHaveLength(1);
		},
	);

	test('with nothing typed it finds the template that is chosen', async () => {
		const parameters = { templateId: chosen('104') };
		expect(await findTemplates(scene, undefined, { parameters })).toEqual({
			results: [{ name: VIDEO, value: '104' }, hint],
		});
	});

	test.each([
		['a template that this account does not have', { templateId: chosen('9999') }],
		['a template from an expression', { templateId: chosen('={{ $json.id }}', 'id') }],
	])('with nothing typed and %s it finds none, which is no error', async (_, parameters) => {
		expect(await findTemplates(scene, undefined, { parameters })).toEqual({ results: [hint] });
	});

	test.each([
		[400, '10'],
		[404, '10'],
	])('what is refused with %i (%s) says what to type and is no error', async (status, typed) => {
		const body = { error: 'There is no such template', code: 'x', success: false };
		scene.sandbox.faults.add({ fault: answering(status, body) });
		expect(await findTemplates(scene, typed)).toEqual({ results: [hint] });
	});

	test('a service that fails is an error', async () => {
		scene.sandbox.faults.add({ fault: answering(503) });
		await expect(findTemplates(scene, '101')).rejects.toThrow('The service failed with status 503');
	});

	test.each([
		chosen(''),
		chosen('={{ $json.channel }}', 'id'),
		chosen(null, 'id'),
		{ __rl: true, mode: 'id' },
	])('with the channel %j it says at once to choose one', async (channelId) => {
		for (const typed of [undefined, '101']) {
			const parameters = { channelId, templateId: chosen('104') };
			expect(await findTemplates(scene, typed, { parameters })).toEqual({
				results: [{ name: "Choose 'Channel' first", value: false }],
			});
		}
		expect(scene.sandbox.requests).toEqual([]);
	});
});

test.each([
	[
		{ channelId: chosen(''), templateId: chosen('') },
		"Choose 'Channel' and 'Template', then open this list again",
	],
	[{ templateId: chosen('') }, "Choose 'Channel' and 'Template', then open this list again"],
	[
		{ templateId: chosen('={{ $json.id }}', 'id') },
		"The expression in 'Channel' or 'Template' has no value yet",
	],
])(
	'with %j, the list of variables says what it needs, which is no error',
	async (parameters, name) => {
		expect(await linkVariables(scene, { parameters })).toEqual([{ name, value: false }]);
		expect(scene.sandbox.requests).toEqual([]);
	},
);

test.each([
	['114', ['3 (button): Pick a time', '1: Hello ___, your order', '2: …your order ___ is']],
	['101', ['1 (header): Order ___ is', '2: Hello ___, thank you', '3: …deliver it on ___']],
	['109', ['1 (button): Rate us']],
])(
	'of template %s, the variable of a button that leads to this n8n comes first: %j',
	async (id, names) => {
		const parameters = { operation: 'sendAndWait', templateId: chosen(id) };
		const list = await linkVariables(scene, { parameters });
		expect(list.map(({ name }) => name)).toEqual(names);
		expect(list.map(({ value }) => value)).toEqual(names.map((name) => name.match(/\d/)![0]));
	},
);
