import { recipientOf } from '../../../dev/sandbox/receivedRequest';
import { startSandbox } from '../../../dev/sandbox/sandbox';
import { continuing, NODE_NAME, useScene } from '../../support/scene';
import { itemsOf, runSend, sendText } from '../sends';

const scene = useScene();

// Few enough that all are tried, although nobody responds any more.
const ITEMS = 54;
const ANSWERED = 35;
const PARALLEL = 5;

/** Longer than any test takes: such a request is still on its way when the service is killed. */
const AN_HOUR = 3_600_000;

/**
 * Runs a send against a service that answers the first requests and is killed while it handles the next ones, as many
 * as the node has on their way at a time: by then the first are answered for certain.
 */
async function runAgainstDoomed() {
	let killed: Promise<void> | undefined;
	const sandbox = await startSandbox({
		apiKey: scene.sandbox.apiKey,
		latency() {
			const { length } = sandbox.requests;
			if (length <= ANSWERED) return 1;
			if (length === ANSWERED + PARALLEL) setImmediate(() => (killed = sandbox.stop()));
			return AN_HOUR;
		},
	});
	const credentials = scene.credentials({ baseUrl: sandbox.baseUrl });
	const options = { parallelSends: PARALLEL };
	const execution = await runSend(scene, sendText, ITEMS, options, continuing, { credentials });
	await killed;
	const requestedWith = (status: unknown) =>
		sandbox.requests.filter((request) => request.status === status).map(recipientOf);
	return {
		execution,
		recipients: itemsOf(sendText, ITEMS).map(({ json }) => json.recipient as string),
		answered: requestedWith(200),
		cut: requestedWith('none'),
		accepted: sandbox.accepted.map(({ recipient }) => recipient),
	};
}

const brokenFor = (recipient: unknown) =>
	`Outcome unknown, the message to ${String(recipient)} may have arrived: the connection broke before the service's response was complete`;
const GONE = 'The service could not be reached: no connection could be made';

test('the service is killed in the middle of a run: each item says what happened to it, and the books agree', async () => {
	const { execution, recipients, answered, cut, accepted } = await runAgainstDoomed();

	expect(execution.status).toBe('success');
	// Items go out in input order, a few at a time; which one comes first of those is left open.
	expect([answered.length, cut.length]).toEqual([ANSWERED, PARALLEL]);
	expect(accepted.sort()).toEqual([...answered, ...cut].sort());
	expect(
		execution.items(NODE_NAME).map(({ json: { error, details }, pairedItem }) => {
			return { error, details, pairedItem };
		}),
	).toEqual(
		recipients.map((recipient, item) => ({
			pairedItem: { item },
			...(answered.includes(recipient)
				? {}
				: cut.includes(recipient)
					? {
							error: brokenFor(recipient),
							details: { status: 'unknown', code: 'ECONNRESET', recipient },
						}
					: { error: GONE, details: { status: 'failed', code: 'ECONNREFUSED', recipient } }),
		})),
	);
});
