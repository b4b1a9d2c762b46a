import { DeduplicationStore, TableInMemory } from '../../../dev/engine/deduplicationStore';
import type { Lock } from '../../../lib/once/lock';
import { contextWithStore } from '../../doubles/contextWithStore';
import { inNewProcess } from '../../doubles/newProcess';
import { VirtualClock } from '../../doubles/virtualClock';

/** The workflow's row. */
const ROW = 'saved ';

let clock: VirtualClock;
let table: TableInMemory;
beforeEach(() => {
	clock = new VirtualClock();
	table = new TableInMemory();
});

class Process {
	readonly store = new DeduplicationStore(table);

	private readonly Lock;

	constructor(chance = Math.random()) {
		this.Lock = inNewProcess<{ Lock: typeof Lock }>(['lib/once/lock'], {
			now: () => clock.now(),
			wait: async (milliseconds, signal) => await clock.wait(milliseconds, signal),
			random: () => chance,
		}).Lock;
		this.store.beforeAccess = async () => await clock.wait(10 * Math.random());
	}

	lock(): Lock {
		return new this.Lock(contextWithStore(this.store).helpers);
	}
}

const always = (): boolean => true;
const never = (): boolean => false;

/** What becomes of a lock that others have. */
function waitingFor(lock: Lock) {
	const waiting = { isTaken: false, taking: lock.take(always) };
	void waiting.taking.then((isTaken) => (waiting.isTaken = isTaken));
	return waiting;
}

test('a process that stood still while it had the lock knows that the lock was taken over, and leaves it alone', async () => {
	const [first, second] = [new Process().lock(), new Process().lock()];
	await clock.run(first.take(always));
	await clock.run(second.take(always));
	expect(first.mayWrite).toBe(false);
	expect(await clock.run(first.giveBack(never))).toBe(false);
	expect(table.rows.has(ROW)).toBe(true);
	expect(second.mayWrite).toBe(true);
	expect(await clock.run(second.giveBack(never))).toBe(true);
});

test('the time to write begins before the lock is created: a process that learns of it too late writes nothing', async () => {
	const slow = new Process();
	const check = slow.store.checkProcessedAndRecord.bind(slow.store);
	slow.store.checkProcessedAndRecord = async (...values) => {
		const created = await check(...values);
		await clock.wait(20_000);
		return created;
	};
	const lock = slow.lock();
	expect(await clock.run(lock.take(always))).toBe(true);
	expect(lock.mayWrite).toBe(false);
	expect(await clock.run(lock.giveBack(never))).toBe(false);
	expect(table.rows.has(ROW)).toBe(true);
});

test('a lock is kept while it is needed, but after a second it is the turn of others', async () => {
	const busy = new Process();
	// So quick that nobody else ever sees that there is no lock.
	busy.store.beforeAccess = async () => {};
	const lock = busy.lock();
	await clock.run(lock.take(always));
	// The longest waits and calls add up to more than the 60 ms for which a busy process waits, but hardly ever.
	const other = waitingFor(new Process(0.5).lock());
	let kept = 0;
	for (; !other.isTaken && clock.now() < 10_000; kept++) {
		await clock.run(clock.wait(50));
		expect(await clock.run(lock.giveBack(always))).toBe(true);
		if (!other.isTaken) await clock.run(lock.take(always));
	}
	expect(kept).toBeGreaterThan(15);
	expect(clock.now()).toBeLessThan(1500);
});

test('a process that stands still while it looks takes nothing over, as it has seen nothing since', async () => {
	// By chance, one lock in 300 has the size of the one before, and counts as the same.
	const [first, next] = [new Process(0.2).lock(), new Process(0.7).lock()];
	const slow = new Process();
	const count = slow.store.getProcessedDataCount.bind(slow.store);
	let looks = 0;
	slow.store.getProcessedDataCount = async (...row) => {
		const size = await count(...row);
		if (++looks === 3) await clock.wait(50_000);
		return size;
	};
	await clock.run(first.take(always));
	const waiting = waitingFor(slow.lock());
	await clock.run(clock.wait(1000));
	await clock.run(first.giveBack(never));
	await clock.run(clock.wait(45_000));
	await clock.run(next.take(always));
	await clock.run(clock.wait(10_000));
	expect([looks > 3, waiting.isTaken]).toEqual([true, false]);
	expect(await clock.run(next.giveBack(never))).toBe(true);
	expect(await clock.run(waiting.taking)).toBe(true);
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
	const waiting = waitingFor(new Process().lock());
	await clock.run(clock.wait(50_000));
	expect([table.delete === deleteRow, waiting.isTaken]).toEqual([true, false]);
	deleteRow(ROW);
	expect(await clock.run(waiting.taking)).toBe(true);
});

test('a takeover that begins with an error leaves the next lock alone', async () => {
	await clock.run(new Process(0.5).lock().take(always));
	const slow = new Process();
	const next = table.rows.get(ROW)!.slice(0, 2);
	const { beforeAccess } = slow.store;
	slow.store.beforeAccess = async (access) => {
		await beforeAccess(access);
		if (access === 'read') return;
		slow.store.beforeAccess = beforeAccess;
		// Another process has taken it over, and a third one has the next.
		table.rows.set(ROW, next);
		throw new Error('database is locked');
	};
	const waiting = waitingFor(slow.lock());
	await clock.run(clock.wait(50_000));
	expect([slow.store.beforeAccess === beforeAccess, waiting.isTaken]).toEqual([true, false]);
	expect(table.rows.get(ROW)).toEqual(next);
	table.delete(ROW);
	expect(await clock.run(waiting.taking)).toBe(true);
});

test('a process that stands still in the middle of a takeover leaves the next lock alone', async () => {
	await clock.run(new Process(0.5).lock().take(always));
	const slow = new Process(0.5);
	const next = table.rows.get(ROW)!.slice(0, 2);
	const count = slow.store.getProcessedDataCount.bind(slow.store);
	slow.store.getProcessedDataCount = async (...row) => {
		const size = await count(...row);
		if (size === 300) await clock.wait(20_000);
		return size;
	};
	const waiting = waitingFor(slow.lock());
	await clock.run(clock.wait(50_000));
	expect(table.rows.get(ROW)).toHaveLength(300);
	// Another process has taken it over, and a third one has the next.
	table.rows.set(ROW, next);
	await clock.run(clock.wait(20_000));
	expect(table.rows.get(ROW)).toEqual(next);
	table.delete(ROW);
	expect(await clock.run(waiting.taking)).toBe(true);
});

test('a row that others use is no lock: it is refused in less than a minute, and keeps what it had', async () => {
	const process = new Process();
	const { helpers } = contextWithStore(process.store);
	await clock.run(helpers.checkProcessedAndRecord(['seen'], 'workflow', { mode: 'entries' }));
	await expect(clock.run(new Process().lock().take(always))).rejects.toMatchObject({
		failure: { kind: 'unclaimed' },
	});
	expect(clock.now()).toBeLessThan(60_000);
	expect(table.rows.get(ROW)).toHaveLength(1);
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

test('a process to which others are quicker many times gives nothing up, as it sees their rows in between', async () => {
	const lock = new Process(0.2).lock();
	const insert = table.insert.bind(table);
	let lost = 0;
	table.insert = (name, row) => {
		if (++lost > 20) return insert(name, row);
		table.rows.set(name, ['of another']);
		void clock.wait(150).then(() => table.delete(name));
		return false;
	};
	expect(await clock.run(lock.take(always))).toBe(true);
	expect(lost).toBe(21);
});

test('a lock whose deletion was done with an error leaves the next one alone', async () => {
	const [lock, next] = [new Process(0.1).lock(), new Process(0.2).lock()];
	await clock.run(lock.take(always));
	const deleteRow = table.delete.bind(table);
	table.delete = (name) => {
		deleteRow(name);
		table.delete = deleteRow;
		throw new Error('Connection terminated');
	};
	const given = lock.giveBack(never);
	expect(await clock.run(next.take(always))).toBe(true);
	expect(await clock.run(given)).toBe(true);
	expect(table.rows.has(ROW)).toBe(true);
});

test('a lock that was kept, and that somebody else has deleted, has to be taken anew', async () => {
	const lock = new Process().lock();
	await clock.run(lock.take(always));
	expect(await clock.run(lock.giveBack(always))).toBe(true);
	table.delete(ROW);
	expect(await clock.run(lock.giveBack(always))).toBe(false);
	expect(await clock.run(lock.take(always))).toBe(true);
	expect(table.rows.has(ROW)).toBe(true);
});
