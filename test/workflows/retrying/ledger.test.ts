import type { Execution } from '../../../dev/engine/execution';
import { continuing, NODE_NAME, type NodeSettings, retrying, useScene } from '../../support/scene';
import { itemsOf, sends, runSend } from '../sends';

const scene = useScene();

const refused = { kind: 'status', status: 400 } as const;

/** What the node has in the execution that n8n stores. */
function contextIn(execution: Execution): unknown {
	return execution.readStored().executionData?.contextData[`node:${NODE_NAME}`];
}

describe.each(sends)('$operation', (send) => {
	test.each<[string, number, NodeSettings]>([
		['a run that succeeds', 0, {}],
		['a run that succeeds in its second try', 1, retrying(2)],
		['a run that continues with a failure', Infinity, continuing],
		[
			'a run that continues with a failure after two tries',
			Infinity,
			{ ...retrying(2), onError: 'continueErrorOutput' },
		],
	])(
		'%s leaves nothing in the stored execution but where it began',
		async (_name, times, settings) => {
			if (times > 0)
				scene.sandbox.faults.add({ recipient: send.recipient(0), times, fault: refused });
			const execution = await runSend(scene, send, 3, {}, settings);
			expect(execution.status).toBe('success');
			expect(contextIn(execution)).toEqual({
				began: { executionId: execution.id, mode: 'manual', nodeId: 'messaging' },
			});
		},
	);

	test('a failed run keeps the answers, and no key, no file and no words of the message', async () => {
		scene.sandbox.faults.add({ recipient: send.recipient(2), fault: refused });
		scene.sandbox.faults.add({
			recipient: send.recipient(1),
			fault: { kind: 'status', status: 500 },
		});
		const items = itemsOf(send, 4, 'private-words-');
		// One after the other, so that the first is sent before the second stops the run.
		const failed = await scene.run(send.parameters({ parallelSends: 1 }), items, retrying(2));

		const context = JSON.stringify(contextIn(failed));
		expect(context).toContain(send.operation);
		expect(context).toContain('ongoing');
		expect(context).not.toContain('private-words');
		expect(context).not.toContain(Buffer.from('the picture itself').toString('base64'));
		expect(context).not.toContain(scene.sandbox.apiKey);
	});
});
