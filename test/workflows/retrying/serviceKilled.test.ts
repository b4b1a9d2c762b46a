import { recipientOf } from '../../../dev/sandbox/receivedRequest';
import { startSandbox, type Sandbox } from '../../../dev/sandbox/sandbox';
import { NODE_NAME, type NodeSettings, useScene } from '../../support/scene';
import { itemsOf, runSend, type Send, sends, sendText } from '../sends';

const scene = useScene();

const ITEMS = 60;
const ANSWERED = 35;
const PARALLEL = 5;

const withFile = sends.find(({ operation }) => operation === 'template.sendWithFile')!;

/** Longer than any test takes: such a request is still on its way when the service is killed. */
const AN_HOUR = 3_600_000;

/**
 * A service that answers the first requests and is killed while it handles the next ones, as many
 * as the node has on their way at a time: by then the first are answered for certain.
 */
async function doomedService(): Promise<{ sandbox: Sandbox; killed: Promise<void> }> {
	let killed: (end: Promise<void>) => void;
	const end = new Promise<void>((resolve) => (killed = resolve));
	let handled = 0;
	const sandbox = await startSandbox({
		latency() {
			handled += 1;
			if (handled <= ANSWERED) return 1;
			if (handled === ANSWERED + PARALLEL) setImmediate(() => killed(sandbox.stop()));
			return AN_HOUR;
		},
	});
	return { sandbox, killed: end };
}

/** A run against such a service, which is killed in the middle of it. */
async function runAgainstDoomed(send: Send, onError: NodeSettings['onError']) {
	const { sandbox, killed } = await doomedService();
	const credentials = scene.credentials({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey });
	const options = { parallelSends: PARALLEL };
	const execution = await runSend(scene, send, ITEMS, options, { onError }, { credentials });
	await killed;
	const recipients = itemsOf(send, ITEMS).map(({ json }) => json.recipient as string);
	return { sandbox, execution, recipients };
}

const brokenFor = (recipient: unknown) =>
	`Outcome unknown, the message to ${String(recipient)} may have arrived: the connection broke before the service's response was complete`;
const GONE = 'The service could not be reached: nothing is listening at that address and port';

describe.each([sendText, withFile])(
	'the service is killed in the middle of a run of $operation',
	(send) => {
		test('each item says what happened to it, and the books agree', async () => {
			const { sandbox, execution, recipients } = await runAgainstDoomed(
				send,
				'continueRegularOutput',
			);

			expect(execution.status).toBe('success');
			const items = execution.items(NODE_NAME);
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
				recipients.map((_, item) => ({ item })),
			);
			const isCut = (index: number) => items[index]!.json.error === brokenFor(recipients[index]);
			const unknown = recipients.filter((_, index) => isCut(index));
			const withError = (error?: string) =>
				recipients.filter((_, index) => items[index]!.json.error === error);
			const [sent, failed] = [withError(), withError(GONE)];

			// Items go out in input order, a few at a time; which one comes first of those is left open.
			expect([sent.length, unknown.length, failed.length]).toEqual([
				ANSWERED,
				PARALLEL,
				ITEMS - ANSWERED - PARALLEL,
			]);
			const answered = sandbox.requests.filter(({ status }) => status === 200).map(recipientOf);
			const cut = sandbox.requests.filter(({ status }) => status === 'none').map(recipientOf);
			expect(answered.sort()).toEqual(sent);
			expect(cut.sort()).toEqual(unknown);
			expect(sandbox.accepted.map(({ recipient }) => recipient).sort()).toEqual(
				[...sent, ...unknown].sort(),
			);

			expect(items.filter((_, index) => isCut(index)).map(({ json }) => json.details)).toEqual(
				unknown.map((recipient) => ({ status: 'unknown', code: 'ECONNRESET', recipient })),
			);
			expect(
				items.filter(({ json }) => json.error === GONE).map(({ json }) => json.details),
			).toEqual(failed.map((recipient) => ({ status: 'failed', code: 'ECONNREFUSED', recipient })));
		});

		test('a run that stops says how many were sent, and starts no more', async () => {
			const { sandbox, execution, recipients } = await runAgainstDoomed(send, 'stopWorkflow');

			expect(execution.status).toBe('error');
			const cut = sandbox.requests
				.filter(({ status }) => status === 'none')
				.map((request) => recipients.indexOf(recipientOf(request)!));
			expect(execution.error?.message).toBe(
				`${brokenFor(recipients[Math.min(...cut)])} [item ${Math.min(...cut)}, ${recipients[Math.min(...cut)]}]`,
			);
			expect(execution.error?.description).toContain(
				`${ANSWERED} of ${ITEMS} messages were sent, ${ITEMS - ANSWERED - PARALLEL} were not, ${PARALLEL} may have been.`,
			);
			expect(sandbox.requests).toHaveLength(ANSWERED + PARALLEL);
			expect(sandbox.accepted).toHaveLength(ANSWERED + PARALLEL);
		});
	},
);
