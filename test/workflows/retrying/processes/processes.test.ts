import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { TableInMemory, type Table } from '../../../../dev/engine/deduplicationStore';
import { startSandbox, type Sandbox } from '../../../../dev/sandbox/sandbox';
import { installedPackage } from '../../../support/installedPackage';
import { acceptedMarks, itemsOf, marksOf, sendText } from '../../sends';
import type { Became, Order, Settings } from './process';

/** The milliseconds for which a process may stand still, again and again. */
const LAGS = [0, 66, 300, 992];

const [ROUNDS, EXECUTIONS, KEYS] = [8, 10, 4];

type Said =
	| { isReady: true }
	| { standsStill: true }
	| { became: Became }
	| { statement: keyof Table; values: unknown[]; number: number };

/** A process of n8n, which has its database in the test's process. */
class Process {
	private constructor(private readonly child: ChildProcess) {}

	static async start(table: Table, credential: Settings['credential']): Promise<Process> {
		const settings: Settings = { packageDirectory: installedPackage, credential };
		const child = fork(path.join(__dirname, 'process.ts'), [JSON.stringify(settings)], {
			execArgv: ['--import', 'tsx'],
		});
		child.on('message', (said: Said) => {
			if (!('statement' in said)) return;
			const { statement, values, number } = said;
			const result = (table[statement] as (...all: unknown[]) => unknown)(...values);
			child.send({ number, result });
		});
		const started = new Process(child);
		await started.says('isReady');
		return started;
	}

	async says<Word extends string>(word: Word): Promise<Extract<Said, Record<Word, unknown>>> {
		for (;;) {
			const [said] = (await once(this.child, 'message')) as [Said];
			if (word in said) return said as Extract<Said, Record<Word, unknown>>;
		}
	}

	async run(order: Order): Promise<Became> {
		this.child.send(order);
		return (await this.says('became')).became;
	}

	order(order: Order): void {
		this.child.send(order);
	}

	kill(): void {
		this.child.kill('SIGKILL');
	}
}

let sandbox: Sandbox;
let table: TableInMemory;
let processes: Process[];

beforeAll(async () => {
	sandbox = await startSandbox({ latency: () => 50 });
	table = new TableInMemory();
	const { baseUrl, apiKey } = sandbox;
	processes = await Promise.all(
		[1, 2].map(async () => await Process.start(table, { baseUrl, apiKey })),
	);
}, 60_000);

afterAll(async () => {
	for (const process of processes) process.kill();
	await sandbox.stop();
});

beforeEach(() => {
	sandbox.reset();
	table.rows.clear();
});

const parameters = sendText.parameters({ messageKey: '={{ $json.mark }}' });

/** The items of executions that have four keys each. */
function executionsOf(count: number) {
	const items = itemsOf(sendText, count * KEYS).map(({ json }) => json);
	return Array.from({ length: count }, (_, index) => items.slice(index * KEYS, (index + 1) * KEYS));
}

function acceptedTwice(): number {
	const marks = acceptedMarks(sandbox);
	return marks.length - new Set(marks).size;
}

test('two processes with the same keys at the same moment: nothing twice, and later all are skipped', async () => {
	const executions = executionsOf(EXECUTIONS);
	const twice: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		sandbox.reset();
		table.rows.clear();
		const lag = LAGS[round % LAGS.length]!;
		const order = { parameters, executions, lag };
		const became = await Promise.all(processes.map(async (process) => await process.run(order)));
		twice.push(acceptedTwice());
		expect(acceptedMarks(sandbox).sort()).toEqual(marksOf(EXECUTIONS * KEYS).sort());
		expect(new Set(became.flat(2))).toEqual(new Set(['sent', 'alreadySent']));
		const later = await processes[round % 2]!.run({ ...order, lag: 0 });
		expect(new Set(later.flat())).toEqual(new Set(['alreadySent']));
	}
	expect(twice).toEqual(twice.map(() => 0));
}, 120_000);

test('two processes with a database that fails again and again: no message fails, and nothing twice', async () => {
	const executions = executionsOf(EXECUTIONS);
	for (const failsEvery of [5, 7, 11]) {
		sandbox.reset();
		table.rows.clear();
		const order = { parameters, executions, lag: 66, failsEvery };
		const became = await Promise.all(processes.map(async (process) => await process.run(order)));
		expect(new Set(became.flat(2))).toEqual(new Set(['sent', 'alreadySent']));
		expect(acceptedMarks(sandbox).sort()).toEqual(marksOf(EXECUTIONS * KEYS).sort());
		// No lock is left behind.
		expect(table.rows.size).toBe(1);
	}
}, 120_000);

test.each([
	['before its claims are written', 5, 'sent'],
	['when they are written, and the lock is not given back', 6, 'unknown'],
])(
	'a process killed in its visit, %s, holds the other one up for a while',
	async (_, standsStillAt, became) => {
		const executions = executionsOf(1);
		const { baseUrl, apiKey } = sandbox;
		const killed = await Process.start(table, { baseUrl, apiKey });
		killed.order({ parameters, executions, lag: 0, standsStillAt });
		await killed.says('standsStill');
		killed.kill();
		const order = { parameters, executions, lag: 0, haste: 10 };
		expect((await processes[0]!.run(order)).flat()).toEqual(marksOf(KEYS).map(() => became));
		expect(acceptedMarks(sandbox)).toEqual(became === 'sent' ? marksOf(KEYS) : []);
		expect(table.rows.size).toBe(1);
	},
	120_000,
);
