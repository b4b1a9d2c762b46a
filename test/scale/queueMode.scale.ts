import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import type { Program } from '../../dev/editor/program';
import { until } from '../support/until';
import { acceptedTwice, type Call, callAll, callsFor, timesAccepted } from './calls';
import { N8n } from './n8n';
import { messagingNode, node } from '../support/workflowNodes';
import { listen, type Listening, ORDER_TEMPLATE, type StoredExecution } from './workflows';

/** Calls of the workflow while a worker is killed. */
const CALLS = Number(process.env.SCALE_CALLS ?? 2000);

/** Calls of the workflow while a worker is asked to end. */
const FEWER_CALLS = Math.min(CALLS, 200);

/** Executions that a worker has at one time by default. */
const CONCURRENCY = 10;

const report: object[] = [];
afterAll(() => console.table(report));

/** What a test leaves to look at. */
interface Outcome {
	workflow: Listening;
	calls: Call[];
	executions: StoredExecution[];
	/** how often the service accepted a message for each phone number */
	times: Map<string, number>;
}

/** Makes calls, does something when half of them are accepted, waits until every execution is over, and reports. */
async function callAndDisturb(
	n8n: N8n,
	count: number,
	what: object,
	disturb: () => Promise<void>,
): Promise<Outcome> {
	const workflow = await listen(n8n, [messagingNode(n8n.credential, ORDER_TEMPLATE)]);
	const calls = callsFor(count);
	n8n.sandbox.reset();
	await Promise.all([
		callAll(workflow, calls),
		until(() => n8n.sandbox.accepted.length >= count / 2).then(disturb),
	]);
	await workflow.untilOver(count);

	const executions = await workflow.executions();
	const times = timesAccepted(n8n.sandbox);
	const [success, error] = ['success', 'error'].map(
		(wanted) => executions.filter(({ status }) => status === wanted).length,
	);
	const twice = acceptedTwice(times);
	report.push({ ...what, calls: count, accepted: times.size, twice, success, error });
	return { workflow, calls, executions, times };
}

/**
 * Each call has one execution, each execution that succeeded one message, and no call more than one. The others n8n
 * gave up on, and says so; of those it keeps nothing that says which call started them.
 */
function expectAllAccountedFor({ calls, executions, times }: Outcome): void {
	const givenUp = executions.filter(({ isGivenUp }) => isGivenUp);
	const others = executions.filter(({ isGivenUp }) => !isGivenUp);
	const sentOnce = new Set(
		calls.flatMap(({ name, phone }) => (times.get(phone) === 1 ? name : [])),
	);
	expect(executions.length).toBe(calls.length);
	expect(others.filter(({ status, call }) => status !== 'success' || !sentOnce.has(call!))).toEqual(
		[],
	);
	expect(new Set(others.map(({ call }) => call)).size).toBe(others.length);
	expect(givenUp).toEqual(
		givenUp.map((execution) => ({ ...execution, status: 'error', call: null })),
	);
	expect(acceptedTwice(times)).toBe(0);
	// No more than one worker had.
	expect(givenUp.length).toBeLessThanOrEqual(CONCURRENCY);
}

describe('n8n in queue mode, its own settings', () => {
	const n8n = new N8n();
	let workers: Program[];
	let queue: string;

	beforeAll(async () => {
		await n8n.prepare();
		await n8n.startMain();
		workers = [await n8n.startWorker(), await n8n.startWorker()];
	});
	afterAll(() => n8n.stop());

	test(`${CALLS} calls, a worker killed in the middle: nothing twice, every call accounted for, and a retry of what n8n gave up on sends nothing`, async () => {
		const what = { worker: 'killed' };
		const killed = await callAndDisturb(n8n, CALLS, what, async () => {
			queue = await n8n.redis.dump();
			await workers[0]!.kill();
		});

		expectAllAccountedFor(killed);
		const givenUp = killed.executions.find(({ isGivenUp }) => isGivenUp)!;
		const before = n8n.sandbox.requests.length;
		for (const loadWorkflow of [false, true])
			await n8n.rest.send('POST', `/executions/${givenUp.id}/retry`, { loadWorkflow });
		await killed.workflow.untilOver(CALLS);
		expect(n8n.sandbox.requests.length).toBe(before);
	});

	test(`${FEWER_CALLS} calls, a worker asked to end in the middle: what it has begun it finishes, and every call is accounted for`, async () => {
		workers[0] = await n8n.startWorker();
		const what = { worker: 'asked to end' };
		const ended = await callAndDisturb(n8n, FEWER_CALLS, what, () => workers[0]!.stop());

		expectAllAccountedFor(ended);
		// n8n 2.41 may leave behind what the worker has only just been given: nothing of it was sent.
		const succeeded = ended.executions.filter(({ status }) => status === 'success');
		expect(ended.times.size).toBe(succeeded.length);
	});

	test('a failed execution that another worker retries sends what was not sent, and nothing twice', async () => {
		const customers = ['5001', '5002', '5003', '5004', '5005'];
		const workflow = await listen(n8n, [
			node('Split Out', 'n8n-nodes-base.splitOut', 1, {
				fieldToSplitOut: 'body.customers',
				options: {},
			}),
			messagingNode(n8n.credential, {
				resource: 'message',
				operation: 'sendText',
				customerId: "={{ $json['body.customers'] }}",
				text: 'Hello',
			}),
		]);
		n8n.sandbox.reset();
		n8n.sandbox.faults.add({ recipient: '5003', times: 1, fault: { kind: 'status', status: 400 } });
		await workflow.post({ customers });
		await workflow.untilOver(1);
		const [failed] = await workflow.executions();
		expect(failed!.status).toBe('error');
		expect([...timesAccepted(n8n.sandbox).keys()]).toEqual(
			expect.arrayContaining(['5001', '5002']),
		);
		expect(await hasRun(workers[1]!, failed!.id)).toBe(true);

		workers[0] = await n8n.startWorker();
		await workers[1]!.stop();
		const retried = await n8n.rest.ask<{ id: string; status: string }>(
			'POST',
			`/executions/${failed!.id}/retry`,
			{ loadWorkflow: false },
		);

		expect(retried.status).toBe('success');
		expect(await hasRun(workers[0]!, Number(retried.id))).toBe(true);
		expect(timesAccepted(n8n.sandbox)).toEqual(new Map(customers.map((customer) => [customer, 1])));
	});

	test('a file that the main process received is sent by a worker, from the database', async () => {
		const workflow = await listen(n8n, [
			messagingNode(n8n.credential, {
				...ORDER_TEMPLATE,
				operation: 'sendWithFile',
				templateId: '103',
				variablesJson:
					'{ "1": "Customer 1", "2": "INV-2001", "3": "129.50 USD", "4": "Friday", "5": "+12025550199" }',
				binaryPropertyName: 'data',
			}),
		]);
		n8n.sandbox.reset();
		const file = randomBytes(300_000);
		const form = new FormData();
		form.set('phone', '+12025550123');
		form.set('data', new Blob([file], { type: 'application/pdf' }), 'invoice.pdf');
		await workflow.post(form);
		await workflow.untilOver(1);

		expect(await workflow.executions()).toMatchObject([{ status: 'success' }]);
		const sent = n8n.sandbox.accepted
			.flatMap(({ request }) => request.parts ?? [])
			.filter(({ fileName }) => fileName !== undefined);
		expect(sent).toMatchObject([
			{ fileName: 'invoice.pdf', sha256: createHash('sha256').update(file).digest('hex') },
		]);
		expect(await n8n.postgres.rows('SELECT "fileSize" FROM binary_data')).toContainEqual({
			fileSize: file.length,
		});
	});

	test('a worker asks, the main process takes the answer, and a worker goes on', async () => {
		const workflow = await listen(n8n, [
			messagingNode(n8n.credential, {
				resource: 'message',
				operation: 'sendAndWait',
				customerId: '5001',
				message: '=Is {{ $json.body.day }} fine?',
				responseType: 'freeText',
			}),
		]);
		n8n.sandbox.reset();
		const statuses = async () => (await workflow.executions()).map(({ status }) => status);
		await workflow.post({ day: 'Thursday' });
		await until(async () => (await statuses()).includes('waiting'));
		const [link] = /http\S+$/.exec(n8n.sandbox.accepted[0]!.content.body!)!;

		expect(await (await fetch(link)).text()).toContain('Is Thursday fine?');
		expect(await statuses()).toEqual(['waiting']);
		const thanks = await fetch(link, {
			method: 'POST',
			body: new URLSearchParams({ answer: 'Friday is better' }),
		});

		expect(await thanks.text()).toContain('Thank you');
		await until(async () => (await statuses()).includes('success'));
		expect(
			await n8n.postgres.rows("SELECT FROM execution_data WHERE data LIKE '%Friday is better%'"),
		).toHaveLength(1);
		expect(n8n.sandbox.accepted).toHaveLength(1);
	});

	test('the API key is nowhere in the database, the queue and the logs', async () => {
		const database = await n8n.postgres.dump();
		const logs = await Promise.all(
			[n8n.main, ...n8n.workers].map(({ logFile }) => readFile(logFile, 'utf8')),
		);

		// What is searched is what has it all.
		expect(database).toContain('Customer Messaging account');
		expect(database).toContain(callsFor(1)[0]!.phone);
		expect(queue).toContain('executionId');
		for (const log of logs) expect(log).toMatch(/n8n/i);
		for (const text of [database, queue, ...logs]) expect(text.includes(n8n.secret)).toBe(false);
	});
});

/** Whether a worker has run an execution, as its log says. */
async function hasRun({ logFile }: Program, executionId: number): Promise<boolean> {
	return (await readFile(logFile, 'utf8')).includes(`Worker started execution ${executionId} `);
}
