import { DeduplicationStore, UNSAVED_WORKFLOW } from '../../../../dev/engine/deduplicationStore';
import type { Claims } from '../../../../nodes/CustomerMessaging/delivery/memory/claims';
import type { Fate } from '../../../../nodes/CustomerMessaging/delivery/memory/fate';
import type { SentList } from '../../../../nodes/CustomerMessaging/delivery/memory/list';
import { contextWithStore } from '../../doubles/contextWithStore';
import { inNewProcess } from '../../doubles/newProcess';
import { VirtualClock } from '../../doubles/virtualClock';

/** What runs in one process of n8n: it shares nothing that it remembers with another process. */
interface Process {
	Claims: typeof Claims;
	SentList: typeof SentList;
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
	return inNewProcess(['delivery/memory/claims', 'delivery/memory/list'], {
		now: () => clock.now(),
		random: () => clock.random(),
		wait: async (milliseconds, signal) => await clock.wait(milliseconds, signal),
	});
}

const NEVER = new AbortController().signal;

/** Opens the claims of a run, in a new process unless one is given; `a+b` is a message with two names. */
function open(
	messages: string[],
	{
		process = startProcess(),
		maxEntries = 2000,
		workflowId = 'saved',
		stop = NEVER,
		ahead = 200,
	} = {},
): Claims<string> {
	return new process.Claims({
		list: new process.SentList(contextWithStore(store, workflowId)),
		messages,
		namesOf: (message) => message.split('+'),
		ahead,
		maxEntries,
		stop,
	});
}

/** Claims a message in a new process, and concludes it; without a conclusion, the process is killed. */
async function claimOnce(
	message: string,
	conclusion?: End,
	maxEntries?: number,
): Promise<Fate | undefined> {
	return await clock.run(
		(async () => {
			const claims = open([message], { maxEntries });
			const known = await claims.claim(message);
			if (conclusion === undefined) return known;
			claims.conclude(message, conclusion);
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

type End = Parameters<Claims<string>['conclude']>[1];

const ENDS: End[] = ['sent', 'unknown', 'new'];

/** What a message that was found as such is after each end. */
const NEXT: Record<Fate, Record<End, Fate>> = {
	new: { sent: 'sent', unknown: 'unknown', new: 'new' },
	// It was waited for in vain.
	underWay: { sent: 'sent', unknown: 'unknown', new: 'unknown' },
	unknown: { sent: 'sent', unknown: 'unknown', new: 'unknown' },
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
		'unknown',
		async () => {
			await claimOnce('name');
			await remember(54, 55);
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
	'a message that is %s by one name and %s by the other is %s, and is concluded by both',
	async (one, other, known) => {
		const bring = async (name: string, what: Fate): Promise<void> => {
			if (what === 'underWay') await claimOnce(name);
			else if (what !== 'new') await claimOnce(name, what);
		};
		for (const names of [
			['a', 'b'],
			['b', 'a'],
		] as const) {
			for (const conclusion of ENDS) {
				begin();
				await bring(names[0], one);
				await bring(names[1], other);
				expect(await claimOnce('a+b', conclusion)).toBe(known);
				// What by itself was not sent stays as it was; anything else holds for both names.
				const next = (found: Fate): Fate =>
					// Where the other name has said it, nobody waits for this one.
					found === 'underWay' && known === 'sent' && conclusion === 'new'
						? 'underWay'
						: NEXT[found][conclusion];
				expect(await claimOnce(names[0], undefined)).toBe(next(one));
				expect(await claimOnce(names[1], undefined)).toBe(next(other));
			}
		}
	},
);

test('a run claims a part of its messages ahead, and no more', async () => {
	const names = namesOf(1000);
	const claims = open(names, { ahead: 100 });
	expect(await clock.run(claims.claim('name 0'))).toBe('new');
	expect(entries()).toBe(2 * 101);
	for (const name of names.slice(1, 30)) await clock.run(claims.claim(name));
	expect(entries()).toBe(2 * 101);
	for (const name of names.slice(0, 30)) claims.conclude(name, 'sent');
	expect(await clock.run(claims.close())).toBeUndefined();
	// What was claimed and not sent is given back.
	expect(entries()).toBe(30);
});

test('what waits for the list in one process is done in one visit, whichever execution it belongs to', async () => {
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
	// Two visits: the count, the lock, the list, what goes from it, the count, the lock.
	expect(store.calls).toBeLessThanOrEqual(12);
	expect(entries()).toBe(120);
});

test('two executions that claim the same message at the same moment: only one has it', async () => {
	for (const second of [undefined, startProcess()]) {
		begin();
		const process = startProcess();
		const runs = [open(['name'], { process }), open(['name'], { process: second ?? process })];
		const known = await clock.run(
			Promise.all(runs.map(async (claims) => await claims.claim('name'))),
		);
		expect(known.sort()).toEqual(['new', 'underWay']);
	}
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

test('an execution that gives up just after the other one has said what became of it takes nothing from that', async () => {
	for (const conclusion of ENDS) {
		begin();
		const [first, second] = [open(['name']), open(['name'])];
		await clock.run(first.claim('name'));
		expect(await clock.run(second.claim('name'))).toBe('underWay');
		first.conclude('name', conclusion);
		await clock.run(first.close());
		second.conclude('name', 'new');
		await clock.run(second.close());
		expect(await claimOnce('name')).toBe(NEXT.new[conclusion]);
	}
});

test('an execution that held back what was unknown takes nothing from the one that sends it after all', async () => {
	for (const conclusion of ENDS) {
		begin();
		const [first, third] = [open(['name']), open(['name'])];
		await clock.run(first.claim('name'));
		await claimOnce('name', 'new');
		expect(await clock.run(third.claim('name'))).toBe('unknown');
		first.conclude('name', conclusion);
		await clock.run(first.close());
		third.conclude('name', 'new');
		await clock.run(third.close());
		expect(await claimOnce('name')).toBe(NEXT.new[conclusion]);
	}
});

test('a message that is under way holds up only itself, and not a run that is stopped', async () => {
	await claimOnce('unknown');
	const halt = new AbortController();
	const claims = open(['unknown', 'other'], { stop: halt.signal });
	const claiming = claims.claim('unknown');
	expect(await clock.run(claims.claim('other'))).toBe('new');
	const start = clock.now();
	halt.abort();
	expect(await clock.run(claiming)).toBeUndefined();
	expect(clock.now() - start).toBeLessThan(200);
	await clock.run(claims.close());
	expect(await claimOnce('other')).toBe('new');
});

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
	for (const name of names) await claimOnce(name, 'sent', 40);
	await remember(28, 40);
	for (const name of names) expect(await claimOnce(name, 'sent', 40)).toBe('sent');
	await remember(40, 40);
	for (const name of names) expect(await claimOnce(name, 'sent', 40)).toBe('new');
});

test('what was unknown is never taken for sent, however much of it is forgotten', async () => {
	for (let others = 49; others < 57; others++) {
		begin();
		await claimOnce('name', 'unknown', 55);
		await remember(others, 55);
		for (const conclusion of ['unknown', 'new', 'unknown'] as const) {
			expect(await claimOnce('name', conclusion, 55)).not.toBe('sent');
			await remember(others + 1, 55);
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

test('a database that fails claims nothing, and lets the next one try', async () => {
	const process = startProcess();
	lockFrom(1);
	const claims = open(['name'], { process });
	await expect(clock.run(claims.claim('name'))).rejects.toMatchObject({
		failure: {
			kind: 'unclaimed',
			message: 'n8n could not read or save which messages were sent: The database is locked',
			advice: "Check n8n's database, then try again",
		},
	});
	await clock.run(claims.close());
	store.beforeAccess = access;
	expect(await claimOnce('name')).toBe('new');
});

// The lock takes a count and two more accesses; then the list is read and written, twice, and the lock is given back.
test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
	'one error of the database, at access %d, changes nothing',
	async (failing) => {
		await claimOnce('sent', 'sent');
		await claimOnce('unknown', 'unknown');
		const names = ['new', 'sent', 'unknown'];
		lockFrom(failing, failing);
		const start = clock.now();
		const claims = open(names);
		for (const name of names) expect(await clock.run(claims.claim(name))).toBe(name);
		lockFrom(failing, failing);
		claims.conclude('new', 'sent');
		await clock.run(claims.close());
		expect(clock.now() - start).toBeLessThan(2000);
		store.beforeAccess = access;
		for (const name of names) expect(await claimOnce(name)).toBe(name === 'new' ? 'sent' : name);
		expect(store.entries('saved ')).toBe(0);
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
