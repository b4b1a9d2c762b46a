import * as fc from 'fast-check';

import { DeduplicationStore, TableInMemory } from '../../../../dev/engine/deduplicationStore';
import type { Lock } from '../../../../nodes/CustomerMessaging/delivery/memory/lock';
import { contextWithStore } from '../../doubles/contextWithStore';
import { inNewProcess } from '../../doubles/newProcess';
import { VirtualClock } from '../../doubles/virtualClock';

/** The workflow's row. */
const ROW = 'saved ';

let clock: VirtualClock;
let table: TableInMemory;
let random: () => number;
beforeEach(() => {
	clock = new VirtualClock();
	table = new TableInMemory();
	random = Math.random;
});

/** A process of n8n, for which each access to the database takes up to this number of milliseconds. */
class Process {
	readonly store = new DeduplicationStore(table);

	private readonly Lock = inNewProcess<{ Lock: typeof Lock }>(['delivery/memory/lock'], {
		now: () => clock.now(),
		wait: async (milliseconds, signal) => await clock.wait(milliseconds, signal),
		random: () => random(),
	}).Lock;

	constructor(slowness = 10) {
		this.store.beforeAccess = async () => await clock.wait(random() * slowness);
	}

	lock(): Lock {
		return new this.Lock(contextWithStore(this.store));
	}
}

const entries = (): number => table.rows.get(ROW)?.length ?? 0;

const always = (): boolean => true;

/** Milliseconds before a process wants the lock, and while it has it. */
const anyVisit = fc.record({ after: fc.nat(2000), lasts: fc.nat(2000) });

/** The same chances in every run. */
function chancesFrom(start: number): () => number {
	let chance = start;
	return () => (chance = (chance * 16_807) % 2_147_483_647) / 2_147_483_647;
}

test.each(['lives', 'isKilled', 'standsStill'])(
	'only one process at a time has the lock, however slow the database is, where the first one %s',
	async (fate) => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.array(anyVisit, { minLength: 1, maxLength: 4 }), {
					minLength: 2,
					maxLength: 8,
				}),
				fc.constantFrom(1, 50, 400),
				fc.nat(),
				async (actors, slowness, seed) => {
					[clock, table] = [new VirtualClock(), new TableInMemory()];
					let state = seed;
					random = () => {
						state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
						return state / 2 ** 32;
					};
					let holders = 0;
					const act = async (visits: (typeof actors)[number], actor: number): Promise<void> => {
						// Who takes a lock over deletes it first, and on a slow database may delete a new one (docs/queue-mode.md).
						const process = new Process(fate === 'lives' ? slowness : Math.min(slowness, 10));
						for (const [visit, { after, lasts }] of visits.entries()) {
							await clock.wait(after);
							const lock = process.lock();
							expect(await lock.take(always)).toBe(true);
							expect(holders).toBe(0);
							holders++;
							await clock.wait(lasts);
							// What it does from now on changes nothing.
							holders--;
							const hasTrouble = actor === 0 && visit === 0 && fate !== 'lives';
							if (hasTrouble && fate === 'isKilled') return;
							if (hasTrouble) await clock.wait(60_000);
							expect(lock.mayWrite).toBe(!hasTrouble);
							const isKept = await lock.giveBack();
							expect(isKept || hasTrouble).toBe(true);
						}
					};
					await clock.run(Promise.all(actors.map(act)));
					expect(table.rows.size).toBeLessThanOrEqual(Number(fate !== 'lives'));
				},
			),
			{ numRuns: 25, includeErrorInReport: true, endOnFailure: true },
		);
	},
	120_000,
);

test('the lock of a killed process is taken over, in less than a minute', async () => {
	expect(await clock.run(new Process().lock().take(always))).toBe(true);
	const start = clock.now();
	const others = [1, 2, 3, 4].map(() => new Process().lock());
	await clock.run(
		Promise.all(
			others.map(async (lock) => {
				await lock.take(always);
				expect(await lock.giveBack()).toBe(true);
			}),
		),
	);
	expect(clock.now() - start).toBeLessThan(60_000);
	expect(table.rows.size).toBe(0);
});

test('a process that stood still in a visit knows that the lock was taken over, and leaves it alone', async () => {
	const [first, second] = [new Process().lock(), new Process().lock()];
	await clock.run(first.take(always));
	await clock.run(second.take(always));
	expect(first.mayWrite).toBe(false);
	expect(await clock.run(first.giveBack())).toBe(false);
	expect(table.rows.has(ROW)).toBe(true);
	expect(second.mayWrite).toBe(true);
	expect(await clock.run(second.giveBack())).toBe(true);
});

test('a process that stands still while it looks takes nothing over, as it has seen nothing since', async () => {
	const [first, next, slow] = [new Process().lock(), new Process().lock(), new Process()];
	const count = slow.store.getProcessedDataCount.bind(slow.store);
	let looks = 0;
	slow.store.getProcessedDataCount = async (...row) => {
		const size = await count(...row);
		if (++looks === 3) await clock.wait(50_000);
		return size;
	};
	await clock.run(first.take(always));
	let isTaken = false;
	const taking = slow
		.lock()
		.take(always)
		.then(() => (isTaken = true));
	await clock.run(clock.wait(1000));
	await clock.run(first.giveBack());
	await clock.run(clock.wait(45_000));
	await clock.run(next.take(always));
	await clock.run(clock.wait(10_000));
	expect([looks > 3, isTaken]).toEqual([true, false]);
	expect(await clock.run(next.giveBack())).toBe(true);
	expect(await clock.run(taking)).toBe(true);
});

test('who takes a lock over waits for the next one, even if that has the same size', async () => {
	await clock.run(new Process().lock().take(always));
	const row = table.rows.get(ROW)!;
	const deleteRow = table.delete.bind(table);
	table.delete = (name) => {
		table.delete = deleteRow;
		// Another process has it at once.
		table.rows.set(name, row);
	};
	let isTaken = false;
	const taking = new Process()
		.lock()
		.take(always)
		.then(() => (isTaken = true));
	await clock.run(clock.wait(50_000));
	expect([table.delete === deleteRow, isTaken]).toEqual([true, false]);
	deleteRow(ROW);
	expect(await clock.run(taking)).toBe(true);
});

test('nobody waits for a lock that is no longer wanted', async () => {
	await clock.run(new Process().lock().take(always));
	const start = clock.now();
	const isWanted = (): boolean => clock.now() - start < 5000;
	expect(await clock.run(new Process().lock().take(isWanted))).toBe(false);
	expect(clock.now() - start).toBeLessThan(5100);
});

test('a row that others use is no lock: it is refused in less than a minute, and keeps what it had', async () => {
	const process = new Process();
	const { helpers } = contextWithStore(process.store);
	await clock.run(helpers.checkProcessedAndRecord(['seen'], 'workflow', { mode: 'entries' }));
	await expect(clock.run(new Process().lock().take(always))).rejects.toMatchObject({
		failure: { kind: 'unclaimed' },
	});
	expect(clock.now()).toBeLessThan(60_000);
	expect(entries()).toBe(1);
});

test('a database that fails for ever is given up in a few seconds, with its own words', async () => {
	const process = new Process();
	process.store.beforeAccess = async (access) => {
		await clock.wait(1);
		if (access === 'write') throw new Error('duplicate key');
	};
	await expect(clock.run(process.lock().take(always))).rejects.toMatchObject({
		failure: {
			kind: 'unclaimed',
			message: 'n8n could not read or save which messages were sent: duplicate key',
		},
	});
	expect(clock.now()).toBeLessThan(5000);
});

test.each([
	['at any access', false],
	['after the lock is deleted', true],
])('one error %s: nobody waits for long, and no two have the lock', async (_when, isDone) => {
	for (let failing = 1; failing <= 8; failing++) {
		[clock, table] = [new VirtualClock(), new TableInMemory()];
		random = chancesFrom(failing);
		const [first, second] = [new Process(), new Process()];
		let accesses = 0;
		const fails = (): boolean => ++accesses === failing;
		if (isDone) {
			table.delete = (name) => {
				table.rows.delete(name);
				// Its answer is lost.
				if (fails()) throw new Error('Connection terminated');
			};
		} else {
			first.store.beforeAccess = async () => {
				await clock.wait(1);
				if (fails()) throw new Error('SQLITE_BUSY');
			};
		}
		let holders = 0;
		const act = async (process: Process): Promise<void> => {
			for (let visits = 0; visits < 3; visits++) {
				const lock = process.lock();
				expect(await lock.take(always)).toBe(true);
				expect(++holders).toBe(1);
				await clock.wait(10);
				holders--;
				expect(await lock.giveBack()).toBe(true);
			}
		};
		await clock.run(Promise.all([act(first), act(second)]));
		expect(clock.now()).toBeLessThan(3000);
		expect(table.rows.size).toBe(0);
	}
});

test('a lock whose deletion was done with an error leaves the next one alone, whatever size it has', async () => {
	for (let seed = 1; seed <= 130; seed++) {
		[clock, table] = [new VirtualClock(), new TableInMemory()];
		random = chancesFrom(seed * 1_000_003);
		const [lock, next] = [new Process().lock(), new Process().lock()];
		await clock.run(lock.take(always));
		const deleteRow = table.delete.bind(table);
		table.delete = (name) => {
			deleteRow(name);
			table.delete = deleteRow;
			throw new Error('Connection terminated');
		};
		const given = lock.giveBack();
		expect(await clock.run(next.take(always))).toBe(true);
		expect(await clock.run(given)).toBe(true);
		expect([seed, table.rows.size]).toEqual([seed, 1]);
		expect(await clock.run(next.giveBack())).toBe(true);
	}
});
