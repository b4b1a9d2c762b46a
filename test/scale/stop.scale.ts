import type { WorkflowNode } from '../../dev/editor/restInterface';
import { line, messagingNode, node } from '../support/workflowNodes';
import { until } from '../support/until';
import { acceptedTwice, type Call, callsFor, timesAccepted } from './calls';
import { N8n } from './n8n';
import { executionsOf, listen, ORDER_TEMPLATE } from './workflows';

/** The list, and how many of it the service has accepted when somebody presses *Stop*. */
const [CUSTOMERS, ACCEPTED] = [callsFor(400), 60];

/** How many messages one run has on their way at a time. */
const PARALLEL_SENDS = 20;

const splitOut = node('Split Out', 'n8n-nodes-base.splitOut', 1, {
	fieldToSplitOut: 'body.customers',
	options: { destinationFieldName: 'body' },
});

const report: object[] = [];
afterAll(() => console.table(report));

describe.each(['queue', 'regular'] as const)('a broadcast that is stopped, %s mode', (mode) => {
	const n8n = new N8n();

	beforeAll(async () => {
		await n8n.prepare();
		await n8n.startMain(mode);
		if (mode === 'queue') await n8n.startWorker();
	});
	afterAll(() => n8n.stop());
	beforeEach(() => n8n.sandbox.reset());

	test.each([
		['without keys', '', false],
		['with keys', 'november-sale', false],
		['with keys, in a sub-workflow', 'november-sale', true],
	])('%s: no more leaves, and the list is sent again', async (what, messageKey, isCalled) => {
		const broadcast = messagingNode(n8n.credential, { ...ORDER_TEMPLATE, messageKey });
		const called = isCalled ? await publishCalled(n8n, broadcast) : undefined;
		const workflow = await listen(n8n, [splitOut, called ? callOf(called) : broadcast]);
		const send = (name: string) =>
			workflow.post({ customers: CUSTOMERS.map(({ phone }) => ({ phone, name })) });
		/** Stops the workflow's execution once this number is accepted; returns how many were when n8n responded. */
		const stop = async (workflowId: string, accepted: number): Promise<number> => {
			await until(() => n8n.sandbox.accepted.length >= accepted);
			const [execution] = await executionsOf(n8n, workflowId);
			await n8n.rest.ask('POST', `/executions/${execution!.id}/stop`);
			return n8n.sandbox.accepted.length;
		};
		/** What the service accepted of one of the two runs, by recipient, and whether it has answered. */
		const acceptedOf = (name: string): Map<string, boolean> =>
			new Map(
				n8n.sandbox.accepted
					.filter(({ content }) => content.body!.includes(name))
					.map(({ recipient, request }) => [recipient, request.status === 200]),
			);

		// Whenever the run is stopped, this one is on its way.
		const [{ phone: recipient }] = CUSTOMERS as [Call];
		const fault = { kind: 'slow', milliseconds: 3_600_000 } as const;
		n8n.sandbox.faults.add({ recipient, times: 1, fault });
		await send('STOPPED');
		let atStop = await stop(workflow.id, ACCEPTED);
		// n8n stops the execution that called, and not the one that sends: more is accepted than was on its way.
		if (called !== undefined) atStop = await stop(called, atStop + 2 * PARALLEL_SENDS);
		await workflow.untilOver(1);
		await send('AGAIN');
		await workflow.untilOver(2);

		const [stopped, again] = [acceptedOf('STOPPED'), acceptedOf('AGAIN')];
		const times = timesAccepted(n8n.sandbox);
		const twice = acceptedTwice(times);
		const unknown = CUSTOMERS.filter(
			({ phone }) => !stopped.get(phone) && !again.has(phone),
		).length;
		const counts = { atStop, stopped: stopped.size, again: again.size, twice, unknown };
		report.push({ mode, what, ...counts, customers: times.size });
		expect(stopped.size).toBeLessThanOrEqual(atStop + PARALLEL_SENDS);
		expect(await executionsOf(n8n, called ?? workflow.id)).toMatchObject([
			{ status: 'canceled' },
			messageKey ? { status: 'error', isUnknown: true } : { status: 'success', isUnknown: false },
		]);
		if (messageKey) {
			expect(twice).toBe(0);
			expect(unknown).toBeGreaterThan(0);
			expect(unknown).toBeLessThanOrEqual(PARALLEL_SENDS);
		} else {
			const all = CUSTOMERS.map(({ phone }) => [phone, stopped.has(phone) ? 2 : 1] as const);
			expect(times).toEqual(new Map(all));
		}
	});
});

/** Publishes a workflow that another one calls, and returns its ID. */
async function publishCalled({ rest }: N8n, broadcast: WorkflowNode): Promise<string> {
	const trigger = node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, {
		inputSource: 'passthrough',
	});
	const workflow = await rest.createWorkflow(line('Broadcast', [trigger, broadcast]));
	await rest.activate(workflow);
	return workflow.id;
}

/** The node that calls it, once for all items. */
function callOf(workflowId: string): WorkflowNode {
	return node('Call', 'n8n-nodes-base.executeWorkflow', 1.1, {
		workflowId: { __rl: true, mode: 'id', value: workflowId },
		options: {},
	});
}
