import { OPERATIONS } from '../../support/operations';
import { continuing, NODE_NAME, outputOf, retrying, useScene } from '../../support/scene';
import { acceptedMarks, marksOf, runSend, sends, sendText } from '../sends';

const scene = useScene();

const unauthorized = { kind: 'status', status: 401 } as const;

test('with a refused key one request is made, and all items say so', async () => {
	scene.sandbox.faults.add({ fault: unauthorized });
	const execution = await runSend(scene, sendText, 30, { parallelSends: 1 }, continuing);

	expect(scene.sandbox.requests).toHaveLength(1);
	expect(execution.items(NODE_NAME)).toEqual(
		Array.from({ length: 30 }, (_, item) => ({
			json: {
				error: 'The service rejected the API key: The service answers 401',
				message: expect.stringContaining('The message was not sent.') as string,
				details: { status: 'failed', httpCode: '401', recipient: sendText.recipient(item) },
			},
			pairedItem: { item },
		})),
	);
});

test('each try makes one request, the error says how many messages were sent, and a retry sends the rest', async () => {
	scene.sandbox.faults.add({ after: 3, times: 5, fault: unauthorized });
	const failed = await runSend(scene, sendText, 30, { parallelSends: 1 }, retrying(5));

	expect(scene.sandbox.requests).toHaveLength(3 + 5);
	expect(failed.error?.message).toBe('The service rejected the API key: The service answers 401');
	expect(failed.error?.description).toContain('3 of 30 messages sent, 1 not sent, 26 not tried.');

	const retried = await scene.retry(failed);
	expect(retried.status).toBe('success');
	expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(30).sort());
	expect(scene.sandbox.requests).toHaveLength(3 + 5 + 27);
});

test('one request tells that the key is refused, however many templates are read', async () => {
	scene.sandbox.faults.add({ fault: unauthorized });
	const parameters = { ...OPERATIONS['template.get'], templateId: '={{ $json.templateId }}' };
	const items = Array.from({ length: 39 }, (_, index) => ({ templateId: String(101 + index) }));
	const execution = await scene.run(parameters, items, continuing);

	// As many as are in flight when the first answer comes.
	expect(scene.sandbox.requests.length).toBeLessThanOrEqual(20);
	expect(
		outputOf(execution).map(({ details }) => (details as { httpCode: string }).httpCode),
	).toEqual(items.map(() => '401'));
});

test('a template that cannot be read for the key is asked for once, and nothing is sent', async () => {
	scene.sandbox.faults.add({ operation: 'template.get', fault: unauthorized });
	const options = { checkVariables: true, parallelSends: 2 };
	const execution = await runSend(scene, sends[0]!, 30, options, continuing);

	expect(scene.sandbox.requests.map(({ operation }) => operation)).toEqual(['template.get']);
	expect(execution.items(NODE_NAME)).toHaveLength(30);
});
