import type { IDataObject } from 'n8n-workflow';

import { messagingNode, useScene } from '../../support/scene';

const scene = useScene();

const node = (templateId: string, more: IDataObject = {}) =>
	messagingNode({
		resource: 'template',
		operation: 'sendAndWait',
		channelId: { __rl: true, mode: 'id', value: '11' },
		templateId: { __rl: true, mode: 'id', value: templateId },
		...more,
	});

const options = () => ({ credentials: scene.credentials() });

test('every variable of the template may take the link', async () => {
	expect(
		await scene.engine.form.loadOptions(node('106'), 'getLinkVariables', options()),
	).toMatchObject(['1', '2', '3', '4'].map((value) => ({ value })));
});

test('the one that takes it needs no value', async () => {
	const shown = async (more: IDataObject) =>
		await scene.engine.form.resourceMapperFields(
			node('109', more),
			'getTemplateVariables',
			options(),
		);

	expect((await shown({})).fields.map(({ id }) => id)).toContain('1');
	expect(await shown({ linkVariable: '1' })).toEqual({
		fields: [],
		emptyFieldsNotice:
			"The link takes the only variable of template '109', so there is nothing else to fill in. If you have chosen another template since, close and reopen this node.",
	});
});
