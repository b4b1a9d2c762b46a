import { useScene } from '../../support/scene';
import { errorOf, findTemplates, openChannels, template, variableFields } from './editor';

const scene = useScene();

test('a service that never answers does not leave the form waiting for ever, nor without a reason', async () => {
	scene.sandbox.faults.add({ fault: { kind: 'hang' } });
	const [list, templates, fields] = await Promise.all([
		errorOf(openChannels(scene)),
		errorOf(findTemplates(scene, '101')),
		errorOf(variableFields(scene, { parameters: { templateId: template('101') } })),
	]);

	expect(list).toMatchObject({
		message: 'The service did not respond within 20 seconds.',
		description: "Try again, or check the credential. You can also set 'Channel' to 'By ID'.",
	});
	expect(templates).toMatchObject({
		message: 'The service did not respond within 20 seconds.',
		description: "Try again, or check the credential. You can also set 'Template' to 'By ID'.",
	});
	expect(fields).toMatchObject({
		message: 'The service did not respond within 20 seconds.',
		description:
			"Check 'Channel', 'Template', and 'Custom Template Lookup' in the credential. You can also set 'Specify Variables' to 'Using JSON'.",
	});
	expect(scene.sandbox.requests).toHaveLength(3);
});
