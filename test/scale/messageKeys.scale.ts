import { until } from '../support/until';
import { acceptedTwice, callAll, callsFor, timesAccepted } from './calls';
import { N8n } from './n8n';
import { messagingNode } from '../support/workflowNodes';
import { listen, ORDER_TEMPLATE } from './workflows';

const CALLS = Math.min(Number(process.env.SCALE_CALLS ?? 400), 400);

/** How often the same keys arrive twice at the same moment, and how many. */
const [ROUNDS, KEYS] = [20, 40];

const KEYED_ORDER = { ...ORDER_TEMPLATE, messageKey: '={{ $json.body.name }}' };

describe("message keys in queue mode, n8n's own settings", () => {
	const n8n = new N8n();

	beforeAll(async () => {
		await n8n.prepare();
		await n8n.startMain();
		await n8n.startWorker();
		await n8n.startWorker();
	});
	afterAll(() => n8n.stop());
	beforeEach(() => n8n.sandbox.reset());

	test('a worker killed in the middle, and what has not succeeded delivered again: nothing twice, nothing silent', async () => {
		const workflow = await listen(n8n, [messagingNode(n8n.credential, KEYED_ORDER)]);
		const calls = callsFor(CALLS);
		await Promise.all([
			callAll(workflow, calls),
			until(() => n8n.sandbox.accepted.length >= CALLS / 2).then(() => n8n.workers[0]!.kill()),
		]);
		await workflow.untilOver(CALLS);
		await n8n.startWorker();

		const succeeded = (await workflow.executions()).filter(({ status }) => status === 'success');
		const again = calls.filter(({ name }) => !succeeded.some(({ call }) => call === name));
		await callAll(workflow, again);
		await workflow.untilOver(CALLS + again.length);

		const unknown = (await workflow.executions()).filter(({ isUnknown }) => isUnknown);
		const times = timesAccepted(n8n.sandbox);
		const silent = calls.filter(
			({ name, phone }) => !times.has(phone) && !unknown.some(({ call }) => call === name),
		);
		console.log(
			`${CALLS} calls, ${again.length} delivered again, ${times.size} accepted, ${unknown.length} executions report an unknown outcome`,
		);
		expect(again.length).toBeGreaterThan(0);
		expect(silent).toEqual([]);
		expect(acceptedTwice(times)).toBe(0);
		expect(unknown.length).toBeLessThanOrEqual(100);
	});

	test('calls that are delivered twice at the same moment, and once more later: one message each, and none is unknown', async () => {
		const workflow = await listen(n8n, [messagingNode(n8n.credential, KEYED_ORDER)]);
		const unknown = async () =>
			(await workflow.executions()).filter(({ isUnknown }) => isUnknown).length;
		const calls = callsFor(ROUNDS * KEYS);
		for (let round = 0; round < ROUNDS; round++) {
			const some = calls.slice(round * KEYS, (round + 1) * KEYS);
			await Promise.all([...some, ...some].map(workflow.post));
			await workflow.untilOver(2 * (round + 1) * KEYS);
		}
		const [times, unknownAtOnce] = [timesAccepted(n8n.sandbox), await unknown()];
		await callAll(workflow, calls);
		await workflow.untilOver(3 * calls.length);
		const unknownLater = (await unknown()) - unknownAtOnce;
		console.log(
			`of ${calls.length} calls delivered twice at the same moment, ${acceptedTwice(times)} were sent twice; unknown: ${unknownAtOnce} at once, ${unknownLater} later`,
		);
		expect(timesAccepted(n8n.sandbox)).toEqual(new Map(calls.map(({ phone }) => [phone, 1])));
		expect(unknownLater).toBe(0);
	});
});
