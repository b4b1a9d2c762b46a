import type { INode } from 'n8n-workflow';

import { DeduplicationStore, UNSAVED_WORKFLOW } from '../../../dev/engine/deduplicationStore';
import type { Completion, Status } from '../../../lib/once/status';
import type { SentLog } from '../../../lib/once/log';
import type { Memory } from '../../../lib/once/memory';
import { contextWithStore } from '../../doubles/contextWithStore';
import { inNewProcess } from '../../doubles/newProcess';
import { VirtualClock } from '../../doubles/virtualClock';

/** What runs in one process of n8n: it shares nothing that it remembers with another process. */
interface Process {
	Memory: typeof Memory;
	SentLog: typeof SentLog;
}

let store: DeduplicationStore;
let clock: VirtualClock;

/** An access to the database takes some time. */
const access = async (): Promise<void> => await clock.wait(1);

function begin(): void {
	store = new DeduplicationStore();
	clock = new VirtualClock();
	store.beforeAccess = access;
}

beforeEach(begin);

function startProcess(): Process {
	return inNewProcess(['lib/once/memory', 'lib/once/log'], {
		now: () => clock.now(),
		random: () => clock.random(),
		wait: async (milliseconds, signal) => await clock.wait(milliseconds, signal),
	});
}

/** With so many keys to remember, a list has no more entries, beside those of a change. */
const REMEMBERED = 100;
const FEWEST = 3 * (REMEMBERED + 300);

const HOW: Record<Completion, Parameters<Memory['complete']>[1]> = {
	sent: { status: 'sent', response: {} },
	unknown: { status: 'unknown', reason: { kind: 'noResponse', message: '', advice: '' } },
	new: { status: 'new' },
};

/** A run with a message for each name, which is its key. */
class Run {
	private readonly memory: Memory;

	private readonly messages;

	constructor(
		names: string[],
		{
			process = startProcess(),
			workflowId = 'saved',
			stop = new AbortController().signal,
			messagesPerSecond = 0,
			keysRemembered = 10_000,
			isRetry = false,
			hasKeys = true,
			recipient = 'customer',
			others = {} as Record<string, unknown>,
		} = {},
	) {
		const context = contextWithStore(store, workflowId, {
			getContext: () => ({ began: { executionId: 'original', nodeId: 'messaging' } }),
			getExecuteData: () => ({}),
			getExecutionId: () => (isRetry ? 'retry' : 'original'),
			getWorkflowDataProxy: () => ({ $runIndex: 0 }),
			...others,
		});
		this.messages = new Map(
			names.map((name, index) => [name, { index, recipient, key: hasKeys ? name : undefined }]),
		);
		this.memory = new process.Memory(
			context,
			new process.SentLog(context, 'template.send'),
			[...this.messages.values()],
			{ messagesPerSecond, countsUnknownAsSent: false, stop },
			keysRemembered,
		);
	}

	async claim(name: string): Promise<Status | undefined> {
		return (await this.memory.claim(this.messages.get(name)!))?.status;
	}

	complete(name: string, completion: Completion): void {
		this.memory.complete(this.messages.get(name)!, HOW[completion]);
	}

	async close(isCancelled = false) {
		return await this.memory.close(isCancelled);
	}
}

function open(...run: ConstructorParameters<typeof Run>): Run {
	return new Run(...run);
}

/** Claims a message in a new process, and completes it; without a completion, the process is killed. */
async function claimOnce(
	name: string,
	completion?: Completion,
	settings: ConstructorParameters<typeof Run>[1] = {},
): Promise<Status | undefined> {
	return await clock.run(
		(async () => {
			const run = open([name], settings);
			const known = await run.claim(name);
			if (completion === undefined) return known;
			run.complete(name, completion);
			expect(await run.close()).toBeUndefined();
			return known;
		})(),
	);
}

const entries = (): number => store.entries('saved n:messaging');

const namesOf = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `name ${index}`);

const nodeWith = (id: string, type = 'customerMessaging') => ({ id, type }) as INode;

let lastValue = 0;

/** Adds a number of other entries to the list. */
async function remember(count: number, maxEntries: number): Promise<void> {
	const values = Array.from({ length: count }, () => `value ${++lastValue}`);
	const { helpers } = contextWithStore(store);
	const options = { mode: 'entries', maxEntries } as const;
	await clock.run(helpers.checkProcessedAndRecord(values, 'node', options));
}

test('in a retry, the same item to another recipient is another message', async () => {
	const retry = { isRetry: true, hasKeys: false };
	await claimOnce('name', 'sent', retry);
	expect(await claimOnce('name', undefined, { ...retry, recipient: 'other' })).toBe('new');
	expect(await claimOnce('name', undefined, retry)).toBe('sent');
});

test.each([
	[0, 100],
	[2.5, 3],
	[500, 100],
])(
	'at %d a second, a run claims its messages in parts of %d, two at a time',
	async (pace, part) => {
		const names = namesOf(1000);
		const claims = open(names, { messagesPerSecond: pace });
		expect(await clock.run(claims.claim('name 0'))).toBe('new');
		expect(entries()).toBe(3 * 2 * part);
		for (const name of names.slice(1, part)) await clock.run(claims.claim(name));
		expect(entries()).toBe(3 * 2 * part);
		await clock.run(claims.claim(`name ${part}`));
		await clock.run(clock.wait(100));
		expect(entries()).toBe(3 * 3 * part);
		for (const name of names.slice(0, part)) claims.complete(name, 'sent');
		expect(await clock.run(claims.close())).toBeUndefined();
		// What was claimed and not sent is given back.
		expect(entries()).toBe(part);
	},
);

test('what waits for the list in one process is changed at once, whichever execution it belongs to', async () => {
	const process = startProcess();
	const names = namesOf(120);
	const runs = names.map((name) => ({ name, claims: open([name], { process }) }));
	store.calls = 0;
	const known = await clock.run(
		Promise.all(runs.map(async ({ name, claims }) => await claims.claim(name))),
	);
	expect(new Set(known)).toEqual(new Set(['new']));
	await clock.run(
		Promise.all(
			runs.map(async ({ name, claims }) => {
				claims.complete(name, 'sent');
				await claims.close();
			}),
		),
	);
	// Twice: the count, the lock, the list, the count, the lock.
	expect(store.calls).toBe(10);
	expect(entries()).toBe(120);
});

test('what comes while the list is changed is changed under the same lock', async () => {
	const process = startProcess();
	const claim = async (name: string) => await open([name], { process }).claim(name);
	store.calls = 0;
	const first = claim('first');
	await clock.run(clock.wait(4));
	expect(await clock.run(Promise.all([first, claim('second')]))).toEqual(['new', 'new']);
	// The count, the lock, the list, the count, the list, the count, the lock.
	expect(store.calls).toBe(7);
});

test('completions are written together, after half a second', async () => {
	const names = namesOf(20);
	const run = open(names);
	for (const name of names) await clock.run(run.claim(name));
	store.calls = 0;
	for (const name of names) {
		run.complete(name, 'sent');
		await clock.run(clock.wait(20));
	}
	expect([store.calls, entries()]).toEqual([0, 60]);
	await clock.run(clock.wait(150));
	expect([store.calls, entries()]).toEqual([5, 20]);
});

test('a lock is not kept for completions, which can wait', async () => {
	const process = startProcess();
	const run = open(['first'], { process });
	await clock.run(run.claim('first'));
	const second = open(['second'], { process }).claim('second');
	await clock.run(clock.wait(4));
	run.complete('first', 'sent');
	await clock.run(second);
	expect([store.entries('saved '), entries()]).toEqual([0, 6]);
	await clock.run(clock.wait(510));
	expect([store.entries('saved '), entries()]).toEqual([0, 4]);
});

test('two nodes, and two workflows, have lists of their own, although one process has them', async () => {
	const process = startProcess();
	const others = { getNode: () => nodeWith('another') };
	const runs = [{}, { others }, { workflowId: 'another' }].map((settings, index) =>
		open(namesOf(index + 1), { process, ...settings }),
	);
	await clock.run(Promise.all(runs.map(async (run) => await run.claim('name 0'))));
	const rows = ['saved n:messaging', 'saved n:another', 'another n:messaging'];
	expect(rows.map((row) => store.entries(row) / 3)).toEqual([1, 2, 3]);
});

test('a claim whose lock was deleted meanwhile is made again, as another execution may have the message', async () => {
	await remember(1, 2000);
	let writes = 0;
	let other: Status | undefined;
	store.beforeAccess = async (kind) => {
		await access();
		// The first one was the lock.
		if (kind !== 'write' || ++writes !== 2) return;
		await contextWithStore(store).helpers.clearAllProcessedItems('workflow', { mode: 'entries' });
		other = await open(['name']).claim('name');
	};
	const first = await clock.run(open(['name']).claim('name'));
	expect([first, other]).toEqual(['inProgress', 'new']);
});

test('what a killed process left is looked up for seven seconds, once: then it is unknown', async () => {
	await claimOnce('name');
	const start = clock.now();
	expect(await claimOnce('name', 'new')).toBe('inProgress');
	expect(clock.now() - start).toBeGreaterThan(7000);
	const again = clock.now();
	expect(await claimOnce('name', 'unknown')).toBe('unknown');
	expect(clock.now() - again).toBeLessThan(500);
});

test('a message that was sent again stays sent, although the execution that had left it unknown gives it back', async () => {
	const first = open(['name']);
	await clock.run(first.claim('name'));
	expect(await claimOnce('name', 'new')).toBe('inProgress');
	const again = open(['name']);
	expect(await clock.run(again.claim('name'))).toBe('unknown');
	first.complete('name', 'new');
	await clock.run(first.close());
	again.complete('name', 'sent');
	await clock.run(again.close());
	expect(await claimOnce('name')).toBe('sent');
});

test.each([0, 5000])(
	'a message that is in progress holds up only itself, and not a run that is stopped after %d ms',
	async (milliseconds) => {
		await claimOnce('inProgress');
		const halt = new AbortController();
		const claims = open(['inProgress', 'other'], { stop: halt.signal });
		const claiming = claims.claim('inProgress');
		expect(await clock.run(claims.claim('other'))).toBe('new');
		await clock.run(clock.wait(milliseconds));
		const start = clock.now();
		halt.abort();
		expect(await clock.run(claiming)).toBeUndefined();
		expect(clock.now() - start).toBeLessThan(200);
		await clock.run(claims.close());
		expect(await claimOnce('other')).toBe('new');
		// Who did not wait to the end takes nothing from who has it.
		expect(await claimOnce('inProgress')).toBe('inProgress');
	},
);

test('a wait for the lock ends once all who wait are stopped', async () => {
	const { helpers } = contextWithStore(store);
	await clock.run(helpers.checkProcessedAndRecord(['lock 0'], 'workflow', { mode: 'entries' }));
	const process = startProcess();
	const halts = [new AbortController(), new AbortController()];
	let stopped = 0;
	const claiming = halts.map(async ({ signal }, index) => {
		const known = await open([`${index}`], { process, stop: signal }).claim(`${index}`);
		stopped++;
		return known;
	});
	for (const [index, halt] of halts.entries()) {
		await clock.run(clock.wait(1000));
		expect([index, stopped]).toEqual([index, 0]);
		halt.abort();
	}
	expect(await clock.run(Promise.all(claiming))).toEqual([undefined, undefined]);
	expect(clock.now()).toBeLessThan(2200);
});

test('a cancelled run does not wait for ever for its completions', async () => {
	const run = open(['name']);
	await clock.run(run.claim('name'));
	const { helpers } = contextWithStore(store);
	await clock.run(helpers.checkProcessedAndRecord(['lock 0'], 'workflow', { mode: 'entries' }));
	const start = clock.now();
	run.complete('name', 'sent');
	expect(await clock.run(run.close(true))).toBeUndefined();
	expect(clock.now() - start).toBeLessThan(6000);
});

test('who comes at the moment when all who wait are stopped is not dropped with them', async () => {
	const { helpers } = contextWithStore(store);
	await clock.run(helpers.checkProcessedAndRecord(['lock 0'], 'workflow', { mode: 'entries' }));
	const process = startProcess();
	let isStopped = false;
	let coming: Promise<Status | undefined> | undefined;
	const stop = {
		get aborted() {
			if (isStopped) coming ??= open(['other'], { process }).claim('other');
			return isStopped;
		},
	} as AbortSignal;
	const stopped = open(['name'], { process, stop }).claim('name');
	await clock.run(clock.wait(1000));
	isStopped = true;
	expect(await clock.run(stopped)).toBeUndefined();
	await clock.run(helpers.clearAllProcessedItems('workflow', { mode: 'entries' }));
	expect(await clock.run(coming!)).toBe('new');
});

test('executions that change the list together forget no more than the one that remembers the most', async () => {
	await remember(FEWEST + 500, FEWEST + 500);
	const process = startProcess();
	const runs = [1, 201].map((more) =>
		open(['name'], { process, keysRemembered: REMEMBERED + more }),
	);
	await clock.run(Promise.all(runs.map(async (run) => await run.claim('name'))));
	// The one that waited in vain has made it unknown.
	expect(entries()).toBe(FEWEST + 500 + 2);
});

test('ten executions that look up two hundred known keys each push out nothing that is in progress', async () => {
	const settings = { process: startProcess(), keysRemembered: 2000 };
	const namesBy = (what: string) =>
		Array.from({ length: 10 }, (_, run) => namesOf(200).map((name) => `${what} ${run} ${name}`));
	const claimAll = async (all: string[][]) =>
		await clock.run(
			Promise.all(
				all.map(async (names) => {
					const run = open(names, settings);
					const statuses = await Promise.all(names.map(async (name) => await run.claim(name)));
					return { names, run, statuses: new Set(statuses) };
				}),
			),
		);
	for (const { names, run } of await claimAll(namesBy('known'))) {
		for (const name of names) run.complete(name, 'sent');
		expect(await clock.run(run.close())).toBeUndefined();
	}
	const inProgress = namesBy('in progress');
	for (const { statuses } of await claimAll(inProgress)) expect(statuses).toEqual(new Set(['new']));
	for (const { statuses } of await claimAll(namesBy('known')))
		expect(statuses).toEqual(new Set(['sent']));
	for (const { statuses } of await claimAll(inProgress))
		expect(statuses).toEqual(new Set(['inProgress']));
});

test('a retry that finds most of its messages sent, and has the others in progress, forgets no key', async () => {
	const settings = { keysRemembered: 1000 };
	const names = namesOf(1000);
	const claimAll = async (run: Run, some = names) =>
		await clock.run(Promise.all(some.map(async (name) => await run.claim(name))));
	const first = open(names.slice(0, 700), settings);
	await claimAll(first, names.slice(0, 700));
	for (const name of names.slice(0, 700)) first.complete(name, 'sent');
	await clock.run(first.close());
	await claimAll(open(names, { ...settings, isRetry: true }));
	expect(entries()).toBe(3 * 700 + 6 * 300);
	await claimOnce('name', 'new', settings);
	const statuses = await claimAll(open(names, settings));
	expect(statuses).toEqual(names.map((_, index) => (index < 700 ? 'sent' : 'inProgress')));
});

test('what was unknown is so while any of it is remembered, and never taken for sent', async () => {
	const settings = { keysRemembered: REMEMBERED };
	for (let others = FEWEST - 6; others < FEWEST + 2; others++) {
		begin();
		await claimOnce('name', 'unknown', settings);
		await remember(others, FEWEST);
		const known = await claimOnce('name', 'unknown', settings);
		expect([others, known]).toEqual([others, others < FEWEST ? 'unknown' : 'new']);
		for (const later of [1, 1, others + 1]) {
			await remember(later, FEWEST);
			expect(await claimOnce('name', 'unknown', settings)).not.toBe('sent');
		}
	}
});

const lockFrom = (first: number, last = Infinity): void => {
	let accesses = 0;
	store.beforeAccess = async () => {
		await access();
		accesses++;
		if (accesses >= first && accesses <= last) throw new Error('The database is locked');
	};
};

test.each([UNSAVED_WORKFLOW, ''])(
	'a workflow with the ID %p has to be saved',
	async (workflowId) => {
		await expect(clock.run(open(['name'], { workflowId }).claim('name'))).rejects.toMatchObject({
			failure: { kind: 'unclaimed', advice: 'Save the workflow, then try again' },
		});
	},
);

test('a claim that was written counts, although its lock could not be given back', async () => {
	// After the lock was looked up and created, and the list was written.
	lockFrom(6, 10);
	expect(await claimOnce('name')).toBe('new');
});

test('a completion that could not be written is tried again, and never dropped in silence', async () => {
	const claims = open(['name']);
	await clock.run(claims.claim('name'));
	// Until the lock is given up.
	lockFrom(1, 11);
	claims.complete('name', 'sent');
	expect(await clock.run(claims.close())).toBeUndefined();
	expect(await claimOnce('name')).toBe('sent');

	const others = open(['other']);
	store.beforeAccess = access;
	await clock.run(others.claim('other'));
	lockFrom(1);
	others.complete('other', 'sent');
	expect(await clock.run(others.close())).toMatchObject({ kind: 'unclaimed' });
	store.beforeAccess = access;
	expect(await claimOnce('other')).toBe('inProgress');
});

test.each([false, true])(
	'more keys than a node remembers are refused, and as many are not (retry: %p)',
	async (isRetry) => {
		const settings = { isRetry, keysRemembered: 2 };
		const claimFirst = async (count: number) =>
			await clock.run(open(namesOf(count), settings).claim('name 0'));
		await expect(claimFirst(3)).rejects.toThrow(
			'The items have 3 message keys, and a node remembers 2',
		);
		expect(await claimFirst(2)).toBe('new');
	},
);

test('a retry without keys is never too large, and its list holds as many messages as it has', async () => {
	await remember(6000, 6000);
	const run = open(namesOf(3000), { isRetry: true, hasKeys: false, keysRemembered: 1 });
	expect(await clock.run(run.claim('name 0'))).toBe('new');
	run.complete('name 0', 'sent');
	expect(await clock.run(run.close())).toBeUndefined();
	expect(entries()).toBe(6001);
});

test('a retry with keys forgets none of them, with two hundred in progress at any time', async () => {
	const names = namesOf(4000);
	const run = open(names, { isRetry: true, keysRemembered: 4000 });
	await clock.run(
		(async () => {
			for (const [position, name] of names.entries()) {
				await run.claim(name);
				if (position >= 200) run.complete(names[position - 200]!, 'sent');
			}
		})(),
	);
	expect(await claimOnce('name 0', undefined, { keysRemembered: 4000 })).toBe('sent');
});

test("in a retry, too, each call of an agent's tool is another message", async () => {
	const others = {
		getNode: () => nodeWith('messaging', 'customerMessagingTool'),
		getInputData: () => [{ json: {} }],
	};
	for (const _call of ['first', 'second'])
		expect(await claimOnce('name', 'sent', { isRetry: true, hasKeys: false, others })).toBe('new');
});
