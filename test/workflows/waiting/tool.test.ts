import { CREDENTIAL_NAME, startScene, type Scene } from '../../support/scene';

let scene: Scene;
beforeAll(async () => {
	scene = await startScene();
});
afterAll(async () => await scene.stop());

const TOOL = 'Ask';

test('a tool that the agent runs by itself asks nobody, as it could not wait', async () => {
	const { text, failed } = await scene.engine.runTool(
		{
			nodes: [
				{
					id: 'tool',
					name: TOOL,
					type: 'n8n-nodes-customer-messaging.customerMessagingTool',
					typeVersion: 1,
					position: [0, 0],
					parameters: {
						resource: 'message',
						operation: 'sendAndWait',
						customerId: '5001',
						message: 'Fine?',
					},
					credentials: { customerMessagingApi: { id: CREDENTIAL_NAME, name: CREDENTIAL_NAME } },
				},
			],
			connections: {},
		},
		TOOL,
		{},
		{ through: 'tool', credentials: scene.credentials() },
	);

	expect({ text, failed }).toEqual({
		text: expect.stringContaining('cannot wait for the answer'),
		failed: true,
	});
	expect(scene.sandbox.requests).toEqual([]);
});
