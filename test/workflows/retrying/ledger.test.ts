import { answering, NODE_NAME, retrying, useScene } from '../../support/scene';
import { addFault, itemsOf, refuse, sends } from '../sends';

const scene = useScene();

test.each(sends)(
	'$operation: a failed run keeps the answers, and no key, no file and no words of the message',
	async (send) => {
		refuse(scene, 2, {}, send);
		addFault(scene, 1, answering(500), {}, send);
		const items = itemsOf(send, 4, 'private-words-');
		// One after the other, so that the first is sent before the second stops the run.
		const failed = await scene.run(send.parameters({ parallelSends: 1 }), items, retrying(2));

		const { executionData } = failed.readStored();
		const context = JSON.stringify(executionData?.contextData[`node:${NODE_NAME}`]);
		expect(context).toContain(send.operation);
		expect(context).toContain('ongoing');
		expect(context).not.toContain('private-words');
		expect(context).not.toContain(Buffer.from('the picture itself').toString('base64'));
		expect(context).not.toContain(scene.sandbox.apiKey);
	},
);
