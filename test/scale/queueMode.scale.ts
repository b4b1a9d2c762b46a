import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import type { N8nProcess } from '../../dev/editor/n8nProcess';
import {
	type Account,
	accountOf,
	areOver,
	executionsOf,
	type StoredExecution,
	timesAccepted,
} from './account';
import { type Call, callAll, callsFor } from './calls';
import { QueueMode } from './queueMode';
import { type ReportRow, reportOf } from './report';
import { until } from '../support/until';
import { type Listening, listen, messagingNode, node, ORDER_TEMPLATE } from './workflows';

/** Calls of the workflow while a worker is killed. */
const CALLS = Number(process.env.SCALE_CALLS ?? 2000);

/** Calls of the workflow while a worker is asked to end, and with the defaults of n8n's older line. */
const FEWER_CALLS = Math.min(CALLS, 200);

/** Executions that a worker has at one time by default. */
const CONCURRENCY = 10;

/** n8n notices sooner that a worker has gone, so that the test need not wait for minutes. Nothing else changes. */
const NOTICED_SOON: Record<string, string> = process.env.SCALE_OWN_LOCK_TIMES
	? {}
	: {
			QUEUE_WORKER_LOCK_DURATION: '15000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
			QUEUE_WORKER_STALLED_INTERVAL: '5000',
		};

const LINES: Array<{ line: string; setting: string; environment: Record<string, string> }> = [
	{ line: '2.41', setting: "n8n's own", environment: {} },
	{
		line: '1.123',
		setting: 'QUEUE_WORKER_MAX_STALLED_COUNT=0',
		// Without the second, this line keeps files in the execution's data, whatever the mode.
		environment: {
			QUEUE_WORKER_MAX_STALLED_COUNT: '0',
			N8N_AVAILABLE_BINARY_DATA_MODES: 'filesystem,database',
		},
	},
];

const report: ReportRow[] = [];
afterAll(() => void process.stdout.write(`\n${reportOf(report)}\n`));

/** What a test leaves to look at. */
interface Outcome {
	calls: Call[];
	executions: StoredExecution[];
	/** how often the service accepted a message of each call */
	times: (callName: string | null) => number;
	account: Account;
}

/** Makes calls, does something when half of them are accepted, and waits until every execution is over. */
async function callAndDisturb(
	n8n: QueueMode,
	workflow: Listening,
	count: number,
	disturb: () => Promise<void>,
): Promise<Outcome> {
	const calls = callsFor(count);
	n8n.sandbox.reset();
	const refusals = callAll(workflow.address, calls);
	await until(() => n8n.sandbox.accepted.length >= count / 2);
	await disturb();
	expect(await refusals).toEqual([]);
	await until(() => areOver(n8n.postgres, workflow.id, count));

	const executions = await executionsOf(n8n.postgres, workflow.id);
	const accepted = timesAccepted(n8n.sandbox.accepted);
	const phones = new Map(calls.map(({ name, phone }) => [name, phone]));
	return {
		calls,
		executions,
		times: (callName) => accepted.get(phones.get(callName ?? '') ?? '') ?? 0,
		account: accountOf(calls, n8n.sandbox.accepted, executions),
	};
}

/**
 * Each call has one execution, each execution that succeeded one message, and no call more than one. The others n8n
 * gave up on, and says so; of those it keeps nothing that says which call started them.
 */
function expectAllAccountedFor({ calls, executions, times, account }: Outcome): void {
	const givenUp = executions.filter(({ isGivenUp }) => isGivenUp);
	const others = executions.filter(({ isGivenUp }) => !isGivenUp);
	expect(executions.length).toBe(calls.length);
	expect(others.filter(({ status, call }) => status !== 'success' || times(call) !== 1)).toEqual(
		[],
	);
	expect(new Set(others.map(({ call }) => call)).size).toBe(others.length);
	expect(givenUp).toEqual(
		givenUp.map((execution) => ({ ...execution, status: 'error', call: null })),
	);
	expect(account.acceptedTwice).toBe(0);
	// No more than one worker had.
	expect(givenUp.length).toBeLessThanOrEqual(CONCURRENCY);
}

describe.each(LINES)('n8n $line in queue mode, $setting', ({ line, setting, environment }) => {
	let n8n: QueueMode;
	let workers: N8nProcess[];
	let order: Listening;
	let killed: Outcome;
	let queue: string;

	beforeAll(async () => {
		n8n = await QueueMode.start({ line, environment: { ...NOTICED_SOON, ...environment } });
		workers = [await n8n.startWorker(), await n8n.startWorker()];
		order = await listen(n8n, 'Orders', [messagingNode(n8n, ORDER_TEMPLATE)]);
	});
	afterAll(async () => await n8n?.stop());

	test(`${CALLS} calls, a worker killed in the middle: nothing twice, and every call accounted for`, async () => {
		killed = await callAndDisturb(n8n, order, CALLS, async () => {
			queue = (await n8n.redis.dump()).toString('latin1');
			await workers[0]!.kill();
		});
		report.push({ line, what: `a worker killed, ${setting}`, ...killed.account });

		expectAllAccountedFor(killed);
		expect(killed.executions.filter(({ isGivenUp }) => isGivenUp)).not.toEqual([]);
	});

	test('an execution of the killed worker that is retried from the list sends nothing: n8n has not kept what it was for', async () => {
		const givenUp = killed.executions.find(({ isGivenUp }) => isGivenUp)!;
		const before = n8n.sandbox.requests.length;

		for (const loadWorkflow of [false, true]) {
			await n8n.rest.send('POST', `/executions/${givenUp.id}/retry`, { loadWorkflow });
		}
		await until(() => areOver(n8n.postgres, order.id, CALLS));

		expect(n8n.sandbox.requests.length).toBe(before);
	});

	test(`${FEWER_CALLS} calls, a worker asked to end in the middle: what it has begun it finishes, and every call is accounted for`, async () => {
		workers[0] = await n8n.startWorker();
		const workflow = await listen(n8n, 'Orders while a worker ends', [
			messagingNode(n8n, ORDER_TEMPLATE),
		]);

		const ended = await callAndDisturb(n8n, workflow, FEWER_CALLS, () => workers[0]!.stop());
		report.push({ line, what: `a worker ended, ${setting}`, ...ended.account });

		expectAllAccountedFor(ended);
		// n8n 2.41 may leave behind what the worker has only just been given: nothing of it was sent.
		const succeeded = ended.executions.filter(({ status }) => status === 'success');
		expect(ended.account.accepted).toBe(succeeded.length);
	});

	test('a failed execution that another worker retries sends what was not sent, and nothing twice', async () => {
		const customers = ['5001', '5002', '5003', '5004', '5005'];
		const workflow = await listen(n8n, 'Broadcast', [
			node('Split Out', 'n8n-nodes-base.splitOut', 1, {
				fieldToSplitOut: 'body.customers',
				options: {},
			}),
			messagingNode(n8n, {
				resource: 'message',
				operation: 'sendText',
				customerId: "={{ $json['body.customers'] }}",
				text: 'Hello',
			}),
		]);
		n8n.sandbox.reset();
		n8n.sandbox.faults.add({ recipient: '5003', times: 1, fault: { kind: 'status', status: 400 } });
		await fetch(workflow.address, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ customers }),
		});
		await until(() => areOver(n8n.postgres, workflow.id, 1));
		const [failed] = await executionsOf(n8n.postgres, workflow.id);
		expect(failed!.status).toBe('error');
		expect([...timesAccepted(n8n.sandbox.accepted).keys()]).toEqual(
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
		expect(timesAccepted(n8n.sandbox.accepted)).toEqual(
			new Map(customers.map((customer) => [customer, 1])),
		);
	});

	test('a file that the main process received is sent by a worker, from the database', async () => {
		const workflow = await listen(n8n, 'Invoice', [
			messagingNode(n8n, {
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
		await fetch(workflow.address, { method: 'POST', body: form });
		await until(() => areOver(n8n.postgres, workflow.id, 1));

		expect(await executionsOf(n8n.postgres, workflow.id)).toMatchObject([{ status: 'success' }]);
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

	test('the API key is nowhere in the database, the queue and the logs', async () => {
		const database = await n8n.postgres.dump();
		const logs = await Promise.all(n8n.logFiles.map((file) => readFile(file, 'utf8')));

		// What is searched is what has it all.
		expect(database).toContain('Customer Messaging account');
		expect(database).toContain(callsFor(1)[0]!.phone);
		expect(queue).toContain('executionId');
		for (const log of logs) expect(log).toMatch(/n8n/i);
		for (const text of [database, queue, ...logs]) expect(text.includes(n8n.secret)).toBe(false);
	});
});

describe('n8n 1.123 in queue mode, without the setting', () => {
	const line = '1.123';
	let n8n: QueueMode;
	let workers: N8nProcess[];

	beforeAll(async () => {
		n8n = await QueueMode.start({ line, environment: { ...NOTICED_SOON } });
		workers = [await n8n.startWorker(), await n8n.startWorker()];
	});
	afterAll(async () => await n8n?.stop());

	test(`${FEWER_CALLS} calls, a worker killed in the middle: n8n runs its executions again, and messages leave twice`, async () => {
		const order = await listen(n8n, 'Orders', [messagingNode(n8n, ORDER_TEMPLATE)]);

		const { calls, executions, account } = await callAndDisturb(n8n, order, FEWER_CALLS, () =>
			workers[0]!.kill(),
		);
		report.push({ line, what: "a worker killed, n8n's own", ...account });

		// No execution shows it.
		expect(executions.map(({ status }) => status)).toEqual(calls.map(() => 'success'));
		expect(account.accepted).toBe(FEWER_CALLS);
		expect(account.acceptedTwice).toBeGreaterThan(0);
	});
});

/** Whether a worker has run an execution, as its log says. */
async function hasRun({ logFile }: N8nProcess, executionId: number): Promise<boolean> {
	return (await readFile(logFile, 'utf8')).includes(`Worker started execution ${executionId} `);
}
