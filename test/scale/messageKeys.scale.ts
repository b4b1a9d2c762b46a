import { readExample } from '../../dev/demo/example';
import type { WorkflowFile } from '../../dev/editor/restInterface';
import { accountOf, areOver, executionsOf, timesAccepted } from './account';
import { type Call, callAll, callsFor } from './calls';
import type { Postgres } from './postgres';
import { QueueMode } from './queueMode';
import type { N8nProcess } from '../../dev/editor/n8nProcess';
import { until } from '../support/until';
import { type Listening, listen, messagingNode, node, ORDER_TEMPLATE } from './workflows';

const CALLS = Math.min(Number(process.env.SCALE_CALLS ?? 200), 200);

/** n8n notices sooner that a worker has gone, so that the test need not wait for minutes. Nothing else changes. */
const NOTICED_SOON = {
	QUEUE_WORKER_LOCK_DURATION: '15000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/** How many calls come one after the other, and how many at the same moment. */
const [ALONE, AT_ONCE] = [9, 120];

const KEYED_ORDER = { ...ORDER_TEMPLATE, options: { messageKey: '={{ $json.body.name }}' } };

describe.each(['2.41', '1.123'])(
	"message keys on n8n %s in queue mode, n8n's own settings",
	(line) => {
		let n8n: QueueMode;
		let workers: N8nProcess[];

		beforeAll(async () => {
			n8n = await QueueMode.start({ line, environment: { ...NOTICED_SOON } });
			workers = [await n8n.startWorker(), await n8n.startWorker()];
		});
		afterAll(async () => await n8n?.stop());

		const start = async (name: string): Promise<Listening> =>
			await listen(n8n, name, [messagingNode(n8n, KEYED_ORDER)]);

		/** Makes calls, and waits until the workflow has had this number of executions. */
		async function deliver(workflow: Listening, calls: Call[], executions: number): Promise<void> {
			expect(await callAll(workflow.address, calls)).toEqual([]);
			await until(() => areOver(n8n.postgres, workflow.id, executions));
		}

		async function failed({ id }: Listening): Promise<number> {
			const executions = await executionsOf(n8n.postgres, id);
			return executions.filter(({ status }) => status === 'error').length;
		}

		function acceptedTwice(calls: Call[]): number {
			const times = timesAccepted(n8n.sandbox.accepted);
			return calls.filter(({ phone }) => (times.get(phone) ?? 0) > 1).length;
		}

		test('a worker killed in the middle, and what has not succeeded delivered again: nothing twice, nothing silent', async () => {
			const workflow = await start('Orders with keys');
			const calls = callsFor(CALLS);
			n8n.sandbox.reset();
			const refusals = callAll(workflow.address, calls);
			await until(() => n8n.sandbox.accepted.length >= CALLS / 2);
			await workers[0]!.kill();
			expect(await refusals).toEqual([]);
			await until(() => areOver(n8n.postgres, workflow.id, CALLS));
			workers[0] = await n8n.startWorker();

			const executions = await executionsOf(n8n.postgres, workflow.id);
			const succeeded = new Set(
				executions.filter(({ status }) => status === 'success').map(({ call }) => call),
			);
			const again = calls.filter(({ name }) => !succeeded.has(name));
			await deliver(workflow, again, CALLS + again.length);

			const unknown = await n8n.postgres.rows<{ call: string }>(`
			SELECT substring(stored.data FROM 'call-[0-9]+') AS call
			FROM execution_entity AS execution JOIN execution_data AS stored ON stored."executionId" = execution.id
			WHERE execution."workflowId" = '${workflow.id}' AND stored.data LIKE '%Outcome unknown%'`);
			const reported = new Set(unknown.map(({ call }) => call));
			const times = timesAccepted(n8n.sandbox.accepted);
			const silent = calls.filter(({ name, phone }) => !times.has(phone) && !reported.has(name));
			process.stdout.write(
				`n8n ${line}: ${JSON.stringify({
					...accountOf(calls, n8n.sandbox.accepted, executions),
					deliveredAgain: again.length,
					reportedUnknown: reported.size,
				})}\n`,
			);
			expect(again.length).toBeGreaterThan(0);
			expect(silent).toEqual([]);
			expect(acceptedTwice(calls)).toBe(0);
		});

		test('the guard with ON CONFLICT DO NOTHING lets each order through once', async () => {
			const {
				DB_POSTGRESDB_HOST: host,
				DB_POSTGRESDB_PORT: port,
				DB_POSTGRESDB_USER: user,
				DB_POSTGRESDB_PASSWORD: password,
				DB_POSTGRESDB_DATABASE: database,
			} = n8n.postgres.environment;
			const postgres = await n8n.rest.saveCredential('Postgres account', 'postgres', {
				...{ host, port: Number(port), user, password, database: database ?? 'postgres' },
				ssl: 'disable',
			});
			await n8n.postgres.execute('CREATE TABLE sent_messages (message_key text PRIMARY KEY)');
			const example = readExample('order-guard-postgres.json') as WorkflowFile;
			for (const { credentials = {} } of example.nodes as ReadonlyArray<{ credentials?: object }>)
				Object.assign(credentials, {
					...('postgres' in credentials ? { postgres } : { customerMessagingApi: n8n.credential }),
				});
			const workflow = await n8n.rest.createWorkflow(example);
			await n8n.rest.activate(workflow);
			const address = `${n8n.main.address}/webhook/order-placed-once`;
			await until(
				async () =>
					(
						await n8n.postgres.rows(
							`SELECT FROM webhook_entity WHERE "webhookPath" = 'order-placed-once'`,
						)
					).length > 0,
			);
			const orders = callsFor(20).map(({ phone }, index) => ({
				...{ order: `A-${index}`, name: 'Customer 1', phone, delivery: '2030-05-06' },
			}));
			n8n.sandbox.reset();
			await Promise.all(
				[...orders, ...orders, ...orders].map(
					async (order) =>
						await fetch(address, {
							method: 'POST',
							headers: { 'content-type': 'application/json' },
							body: JSON.stringify(order),
						}),
				),
			);
			const times = timesAccepted(n8n.sandbox.accepted);
			expect(orders.map(({ phone }) => times.get(phone))).toEqual(orders.map(() => 1));
		});

		test('how many calls get through that are delivered twice: 0 to 50 ms apart, and when the first is over', async () => {
			const workflow = await start('Orders delivered twice');
			const calls = callsFor(CALLS);
			n8n.sandbox.reset();
			const apart = (index: number): number => index % 51;
			expect(await callAll(workflow.address, calls, apart)).toEqual([]);
			await until(() => areOver(n8n.postgres, workflow.id, 2 * CALLS));
			const times = timesAccepted(n8n.sandbox.accepted);
			const twice = calls.flatMap(({ phone }, index) =>
				times.get(phone)! > 1 ? [apart(index)] : [],
			);
			const unknown = await failed(workflow);

			await deliver(workflow, calls, 3 * CALLS);

			process.stdout.write(
				`n8n ${line}: of ${CALLS} calls, ${twice.length} got through twice (${twice.join(', ')} ms apart), ${acceptedTwice(calls) - twice.length} later; unknown: ${unknown}, later ${(await failed(workflow)) - unknown}\n`,
			);
			expect(times.size).toBe(CALLS);
		});

		test('how long n8n takes from reading what a node remembers to writing it', async () => {
			// n8n's own node does it once for each item, with the same helper.
			const workflow = await listen(n8n, 'Seen', [
				node('Remove Duplicates', 'n8n-nodes-base.removeDuplicates', 2, {
					operation: 'removeItemsSeenInPreviousExecutions',
					dedupeValue: '={{ $json.body.name }}',
					options: { scope: 'node', historySize: 20_000 },
				}),
			]);
			const calls = callsFor(CALLS);
			await deliver(workflow, calls, CALLS);
			const stored = await n8n.postgres.rows<{ data: string }>(`
				SELECT data FROM execution_data JOIN execution_entity ON id = "executionId" WHERE "workflowId" = '${workflow.id}'`);
			const durations = stored
				.map(({ data }) => Number([...data.matchAll(/"executionTime":(\d+)/g)].at(-1)![1]))
				.sort((one, other) => one - other);
			const at = (share: number): number => durations[Math.floor(share * (durations.length - 1))]!;
			process.stdout.write(
				`n8n ${line}: reading and writing takes ${at(0.5)} ms in the middle, ${at(0.95)} ms or less in 95 of 100, ${at(1)} ms at most\n`,
			);
		});
	},
);

describe.each(['2.41', '1.123'])('what a message key costs on n8n %s in one process', (line) => {
	let n8n: QueueMode;

	beforeAll(async () => {
		n8n = await QueueMode.start({ line, environment: { EXECUTIONS_MODE: 'regular' } });
	});
	afterAll(async () => await n8n?.stop());

	test.each([
		['without keys', ORDER_TEMPLATE],
		['with keys', KEYED_ORDER],
	])('alone, and many at once: %s', async (name, parameters) => {
		const workflow = await listen(n8n, name, [messagingNode(n8n, parameters)]);
		const calls = callsFor(AT_ONCE + ALONE);
		n8n.sandbox.reset();
		for (const [index, call] of calls.slice(0, ALONE).entries()) {
			expect(await callAll(workflow.address, [call])).toEqual([]);
			await until(() => areOver(n8n.postgres, workflow.id, index + 1));
		}
		const alone = await durationsOf(n8n.postgres, workflow.id);
		const start = performance.now();
		await Promise.all(
			calls.slice(ALONE).map(async (call) => {
				expect(await callAll(workflow.address, [call])).toEqual([]);
			}),
		);
		await until(() => areOver(n8n.postgres, workflow.id, calls.length));
		const together = performance.now() - start;

		const median = alone[Math.floor(alone.length / 2)]!;
		process.stdout.write(
			`n8n ${line}, ${name}: one message alone takes ${Math.round(median)} ms in the middle, ${AT_ONCE} at once ${Math.round(together)} ms in all\n`,
		);
		const times = timesAccepted(n8n.sandbox.accepted);
		expect(calls.map(({ phone }) => times.get(phone))).toEqual(calls.map(() => 1));
		expect(
			(await executionsOf(n8n.postgres, workflow.id)).every(({ status }) => status === 'success'),
		).toBe(true);
	});
});

/** How long each execution of a workflow took, in milliseconds, the shortest first. */
async function durationsOf(postgres: Postgres, workflowId: string): Promise<number[]> {
	const rows = await postgres.rows<{ duration: string }>(`
		SELECT 1000 * EXTRACT(EPOCH FROM "stoppedAt" - "startedAt") AS duration
		FROM execution_entity WHERE "workflowId" = '${workflowId}' ORDER BY duration`);
	return rows.map(({ duration }) => Number(duration));
}
