import { startScene, type Scene } from '../../support/scene';
import { openChannels, variableFields } from './editor';

let scene: Scene;
beforeAll(async () => {
	scene = await startScene();
	scene.sandbox.faults.add({ fault: { kind: 'hang' } });
});
afterAll(async () => await scene.stop());

test('a service that never answers does not leave the form waiting for ever, nor without a reason', async () => {
	const [list, fields] = await Promise.all([
		openChannels(scene).then(
			() => undefined,
			(error: unknown) => error,
		),
		variableFields(scene, { parameters: { templateId: '101' } }),
	]);

	expect(list).toMatchObject({
		message: 'The service did not answer within 20 seconds.',
		description: "Try again in a moment. You can also set 'Channel' to 'By ID'.",
	});
	expect(fields).toEqual({
		fields: [],
		emptyFieldsNotice:
			"The template's variables could not be read. The service did not answer within 20 seconds. Try again in a moment. You can also set 'Specify Variables' to 'Using JSON' to give them as one object.",
	});
	expect(scene.sandbox.requests).toHaveLength(2);
});
