import { hurry } from '../../support/hurry';
import { isSend, OPERATION_NAMES, operationItem, OPERATIONS } from '../../support/operations';
import { useScene } from '../../support/scene';
import { acceptedMarks, addFault, marksOf, runSend, sendText } from '../sends';

const scene = useScene();
hurry(20);

test('whatever its Retry-After says, a 429 is waited out: each of many messages is accepted once', async () => {
	const inThePast = 'Wed, 21 Oct 2015 07:28:00 GMT';
	// Undefined is a 429 without one.
	const headers = [0, 1, inThePast, new Date(Date.now() + 1500).toUTCString(), 'soon', undefined];
	for (const [index, retryAfter] of headers.entries())
		addFault(scene, index, { kind: 'rateLimit', retryAfter }, { times: 2 });
	const execution = await runSend(scene, sendText, headers.length);

	expect(execution.status).toBe('success');
	expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(headers.length));
	expect(scene.sandbox.requests).toHaveLength(3 * headers.length);
});

/** Seconds that the sandbox asks to wait for, for a whole day. */
const DAY = 86_400;

// A preview says instead that 'Send' would send it unchecked.
const READS = OPERATION_NAMES.filter((name) => !isSend(name) && name !== 'template.preview');

test.each(READS)('%s waits, too, and fails if that would take too long', async (operation) => {
	const items = [await operationItem(scene, 1)];
	scene.sandbox.faults.add({ times: 1, fault: { kind: 'rateLimit', retryAfter: DAY } });
	expect((await scene.run(OPERATIONS[operation], items)).error?.message).toContain('429');
	expect(scene.sandbox.requests).toHaveLength(1);

	scene.sandbox.faults.add({ times: 3, fault: { kind: 'rateLimit', retryAfter: 0 } });
	expect((await scene.run(OPERATIONS[operation], items)).status).toBe('success');
	expect(scene.sandbox.requests).toHaveLength(1 + 4);
});
