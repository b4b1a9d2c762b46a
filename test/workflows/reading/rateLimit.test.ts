import { hurry } from '../../support/hurry';
import { isSend, OPERATION_NAMES, operationItem, OPERATIONS } from '../../support/operations';
import { useScene } from '../../support/scene';

const scene = useScene();
hurry(20);

/** In seconds. */
const DAY = 86_400;

// A preview says instead that 'Send' would send it unchecked.
const READS = OPERATION_NAMES.filter((name) => !isSend(name) && name !== 'template.preview');

test.each(READS)(
	'%s waits after a 429, and fails if that would take too long',
	async (operation) => {
		const items = [await operationItem(scene, 1)];
		scene.sandbox.faults.add({ times: 1, fault: { kind: 'rateLimit', retryAfter: DAY } });
		expect((await scene.run(OPERATIONS[operation], items)).error?.message).toContain('429');
		expect(scene.sandbox.requests).toHaveLength(1);

		scene.sandbox.faults.add({ times: 3, fault: { kind: 'rateLimit', retryAfter: 0 } });
		expect((await scene.run(OPERATIONS[operation], items)).status).toBe('success');
		expect(scene.sandbox.requests).toHaveLength(1 + 4);
	},
);
