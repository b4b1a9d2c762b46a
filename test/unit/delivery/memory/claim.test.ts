import { DeduplicationStore, UNSAVED_WORKFLOW } from '../../../../dev/engine/deduplicationStore';
import type { Conclusion, Fate } from '../../../../nodes/CustomerMessaging/delivery/memory/fate';
import type { Message, SentLog } from '../../../../nodes/CustomerMessaging/delivery/memory/log';
import type { Memory } from '../../../../nodes/CustomerMessaging/delivery/memory/memory';
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
	return inNewProcess(['delivery/memory/memory', 'delivery/memory/log'], {
		now: () => clock.now(),
		random: () => clock.random(),
		wait: async (milliseconds, signal) => await clock.wait(milliseconds, signal),
	});
}

const NEVER = new AbortController().signal;

/** By which names executions know a message: its key, its place in a retry, or both. */
type By = 'key' | 'place' | 'both';

/** With one key to remember, a list has no more entries. */
const FEWEST = 2003;

const HOW: Record<Conclusion, Parameters<Memory['conclude']>[1]> = {
	sent: { fate: 'sent', response: {} },
	unknown: { fate: 'unknown', reason: { kind: 'noResponse', message: '', advice: '' } },
	new: { fate: 'new' },
};

/** A run whose messages have these keys. */
class Run {
	private readonly memory: Memory;

	private readonly messages = new Map<string, Message>();

	/** @param by with a place, it has one message alone */
	constructor(
		keys: string[],
		{
			process = startProcess(),
			by = 'key' as By,
			workflowId = 'saved',
			stop = NEVER,
			messagesPerSecond = 0,
			keysRemembered = 10_000,
		} = {},
	) {
		const context = contextWithStore(store, workflowId, {
			getContext: () => ({ began: { executionId: 'original', nodeId: 'messaging' } }),
			getExecuteData: () => ({}),
			getExecutionId: () => (by === 'key' ? 'original' : 'retry'),
			getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		});
		for (const [index, key] of keys.entries())
			this.messages.set(key, {
				...{ index, recipient: 'customer' },
				...(by === 'place' ? {} : { key }),
			});
		this.memory = new process.Memory(
			context,
			new process.SentLog(context, 'template.send'),
			[...this.messages.values()],
			{ messagesPerSecond, unknownOutcome: 'ask', stop },
			keysRemembered,
		);
	}

	async claim(key: string): Promise<Fate | undefined> {
		return (await this.memory.claim(this.messages.get(key)!))?.fate;
	}

	conclude(key: string, conclusion: Conclusion): void {
		this.memory.conclude(this.messages.get(key)!, HOW[conclusion]);
	}

	async close() {
		return await this.memory.close(false);
	}
}

function open(...run: ConstructorParameters<typeof Run>): Run {
	return new Run(...run);
}

/** Claims a message in a new process, and concludes it; without a conclusion, the process is killed. */
async function claimOnce(
	key: string,
	conclusion?: Conclusion,
	settings: { by?: By; keysRemembered?: number } = {},
): Promise<Fate | undefined> {
	return await clock.run(
		(async () => {
			const claims = open([key], settings);
			const known = await claims.claim(key);
			if (conclusion === undefined) return known;
			claims.conclude(key, conclusion);
			expect(await claims.close()).toBeUndefined();
			return known;
		})(),
	);
}

const entries = (): number => store.entries('saved n:messaging');

const namesOf = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `name ${index}`);

let lastValue = 0;

/** Adds a number of other entries to the list. */
async function remember(count: number, maxEntries: number): Promise<void> {
	const values = Array.from({ length: count }, () => `value ${++lastValue}`);
	const { helpers } = contextWithStore(store);
	const options = { mode: 'entries', maxEntries } as const;
	await clock.run(helpers.checkProcessedAndRecord(values, 'node', options));
}

const ENDS: Conclusion[] = ['sent', 'unknown', 'new'];

/** What a message that was found as such is after each conclusion. */
const NEXT: Record<Fate, Record<Conclusion, Fate>> = {
	new: { sent: 'sent', unknown: 'unknown', new: 'new' },
	// It was waited for in vain, and not claimed.
	underWay: { sent: 'unknown', unknown: 'unknown', new: 'unknown' },
	unknown: { sent: 'sent', unknown: 'unknown', new: 'unknown' },
	// There is nothing to conclude.
	sent: { sent: 'sent', unknown: 'sent', new: 'sent' },
};

test.each<[state: string, known: Fate, bring: () => Promise<unknown>]>([
	['never claimed', 'new', async () => {}],
	['given back', 'new', async () => await claimOnce('name', 'new')],
	['sent', 'sent', async () => await claimOnce('name', 'sent')],
	['unknown', 'unknown', async () => await claimOnce('name', 'unknown')],
	['left by a killed process', 'underWay', async () => await claimOnce('name')],
	[
		'half forgotten',
		'underWay',
		async () => {
			await claimOnce('name');
			await remember(FEWEST - 1, FEWEST);
		},
	],
])('what is %s is found as %s, and then as it was concluded', async (_state, known, bring) => {
	for (const conclusion of ENDS) {
		begin();
		await bring();
		const found = [await claimOnce('name', conclusion), await claimOnce('name')];
		expect([conclusion, ...found]).toEqual([conclusion, known, NEXT[known][conclusion]]);
	}
});

/** The strongest of what is known by two names. */
test.each<[Fate, Fate, Fate]>([
	['new', 'new', 'new'],
	['new', 'unknown', 'unknown'],
	['unknown', 'underWay', 'underWay'],
	['new', 'underWay', 'underWay'],
	['underWay', 'sent', 'sent'],
	['unknown', 'sent', 'sent'],
	['new', 'sent', 'sent'],
])(
	'a message that is %s by one name and %s by the other is %s, and is claimed by both or by none',
	async (one, other, known) => {
		const bring = async (by: By, what: Fate): Promise<void> => {
			if (what === 'underWay') await claimOnce('name', undefined, { by });
			else if (what !== 'new') await claimOnce('name', what, { by });
		};
		for (const names of [
			['key', 'place'],
			['place', 'key'],
		] as const) {
			for (const conclusion of ENDS) {
				begin();
				await bring(names[0], one);
				await bring(names[1], other);
				expect(await claimOnce('name', conclusion, { by: 'both' })).toBe(known);
				// One that was claimed is concluded by both names.
				const next = (found: Fate): Fate => {
					if (known === 'sent') return found === 'new' ? 'unknown' : found;
					if (known === 'underWay') return found === 'underWay' ? 'unknown' : found;
					return NEXT[found][conclusion];
				};
				expect(await claimOnce('name', undefined, { by: names[0] })).toBe(next(one));
				expect(await claimOnce('name', undefined, { by: names[1] })).toBe(next(other));
			}
		}
	},
);

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
		for (const name of names.slice(0, part)) claims.conclude(name, 'sent');
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
				claims.conclude(name, 'sent');
				await claims.close();
			}),
		),
	);
	// Twice: the count, the lock, the list, what goes from it, the count, the lock.
	expect(store.calls).toBeLessThanOrEqual(12);
	expect(entries()).toBe(120);
});

test('a claim whose lock was deleted meanwhile is made again, as another execution may have the message', async () => {
	await remember(1, 2000);
	let writes = 0;
	let other: Fate | undefined;
	store.beforeAccess = async (kind) => {
		await access();
		// The first one was the lock.
		if (kind !== 'write' || ++writes !== 2) return;
		await contextWithStore(store).helpers.clearAllProcessedItems('workflow', { mode: 'entries' });
		other = await open(['name']).claim('name');
	};
	const first = await clock.run(open(['name']).claim('name'));
	expect([first, other]).toEqual(['underWay', 'new']);
});

test.each(ENDS)(
	'a message that is under way is looked up until it is %s, and the execution need not be over',
	async (conclusion) => {
		const [first, second] = [open(['name', 'other']), open(['name'])];
		await clock.run(first.claim('name'));
		const claiming = second.claim('name');
		first.conclude('name', conclusion);
		const known = await clock.run(claiming);
		expect(known).toBe(NEXT.new[conclusion]);
		// Within the second after its outcome, and the next look.
		expect(clock.now()).toBeLessThan(2000);
	},
);

test('a conclusion reaches the list in less than a second, and what is over is known to be so at once', async () => {
	const claims = open(['name', 'other']);
	await clock.run(claims.claim('name'));
	const start = clock.now();
	claims.conclude('name', 'unknown');
	await clock.run(clock.wait(900));
	expect(await claimOnce('name')).toBe('unknown');
	expect(clock.now() - start).toBeLessThan(1100);
});

test('what a killed process left is looked up for seven seconds, once: then it is unknown', async () => {
	await claimOnce('name');
	const start = clock.now();
	expect(await claimOnce('name', 'new')).toBe('underWay');
	expect(clock.now() - start).toBeGreaterThan(7000);
	const again = clock.now();
	expect(await claimOnce('name', 'unknown')).toBe('unknown');
	expect(clock.now() - again).toBeLessThan(500);
});

test('what is sent under one name while an execution waits for the other is known to be sent, and stays so', async () => {
	const slow = open(['key']);
	await clock.run(slow.claim('key'));
	expect(await claimOnce('key', 'new')).toBe('underWay');
	await clock.run(open(['key'], { by: 'place' }).claim('key'));

	const retry = open(['key'], { by: 'both' });
	const known = retry.claim('key');
	await clock.run(clock.wait(500));
	slow.conclude('key', 'sent');
	expect(await clock.run(known)).toBe('sent');
	await clock.run(retry.close());
	expect(await claimOnce('key')).toBe('sent');
});

test('an execution that gave up on a message takes nothing from the one that sends it', async () => {
	for (const conclusion of ENDS) {
		begin();
		const first = open(['name']);
		await clock.run(first.claim('name'));
		expect(await claimOnce('name', 'new')).toBe('underWay');
		first.conclude('name', conclusion);
		await clock.run(first.close());
		expect(await claimOnce('name')).toBe(NEXT.new[conclusion]);
	}
});

test.each([0, 5000])(
	'a message that is under way holds up only itself, and not a run that is stopped after %d ms',
	async (milliseconds) => {
		await claimOnce('underWay');
		const halt = new AbortController();
		const claims = open(['underWay', 'other'], { stop: halt.signal });
		const claiming = claims.claim('underWay');
		expect(await clock.run(claims.claim('other'))).toBe('new');
		await clock.run(clock.wait(milliseconds));
		const start = clock.now();
		halt.abort();
		expect(await clock.run(claiming)).toBeUndefined();
		expect(clock.now() - start).toBeLessThan(200);
		await clock.run(claims.close());
		expect(await claimOnce('other')).toBe('new');
		// Who did not wait to the end takes nothing from who has it.
		expect(await claimOnce('underWay')).toBe('underWay');
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

test('at least as many messages as wanted are remembered, the latest', async () => {
	const names = namesOf(10);
	const settings = { keysRemembered: 1 };
	for (const name of names) await claimOnce(name, 'sent', settings);
	await remember(FEWEST - 12, FEWEST);
	for (const name of names) expect(await claimOnce(name, 'sent', settings)).toBe('sent');
	await remember(FEWEST, FEWEST);
	for (const name of names) expect(await claimOnce(name, 'sent', settings)).toBe('new');
});

test('executions that change the list together forget no more than the one that remembers the most', async () => {
	await remember(FEWEST + 500, FEWEST + 500);
	const process = startProcess();
	const runs = [1, 301].map((keysRemembered) => open(['name'], { process, keysRemembered }));
	await clock.run(Promise.all(runs.map(async (run) => await run.claim('name'))));
	// The one that waited in vain has made it unknown.
	expect(entries()).toBe(FEWEST + 500 + 2);
});

test('what was unknown is never taken for sent, however much of it is forgotten', async () => {
	const settings = { keysRemembered: 1 };
	for (let others = FEWEST - 6; others < FEWEST + 2; others++) {
		begin();
		await claimOnce('name', 'unknown', settings);
		await remember(others, FEWEST);
		for (const later of [1, 1, others + 1, 0]) {
			expect(await claimOnce('name', 'unknown', settings)).not.toBe('sent');
			await remember(later, FEWEST);
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

test('a conclusion that could not be written is tried again, and never dropped in silence', async () => {
	const claims = open(['name']);
	await clock.run(claims.claim('name'));
	lockFrom(1, 1);
	claims.conclude('name', 'sent');
	expect(await clock.run(claims.close())).toBeUndefined();
	expect(await claimOnce('name')).toBe('sent');

	const others = open(['other']);
	store.beforeAccess = access;
	await clock.run(others.claim('other'));
	lockFrom(1);
	others.conclude('other', 'sent');
	expect(await clock.run(others.close())).toMatchObject({ kind: 'unclaimed' });
	store.beforeAccess = access;
	expect(await claimOnce('other')).toBe('underWay');
});
