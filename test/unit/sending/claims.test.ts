import { setTimeout } from 'node:timers/promises';

import { DeduplicationStore, UNSAVED_WORKFLOW } from '../../../dev/engine/deduplicationStore';
import type { Claims, Known } from '../../../nodes/CustomerMessaging/sending/claims';
import { contextWithStore } from '../doubles/contextWithStore';
import { inNewProcess } from '../doubles/newProcess';

/** What runs in one process of n8n: it shares nothing that it remembers with another process. Waits are short. */
interface Process {
	Claims: typeof Claims;
	MarkStore: typeof import('../../../nodes/CustomerMessaging/sending/markStore').MarkStore;
}

function startProcess(): Process {
	return inNewProcess(['sending/claims', 'sending/markStore'], {
		wait: async (milliseconds) => await setTimeout(milliseconds / (milliseconds < 1000 ? 20 : 100)),
	});
}

let store: DeduplicationStore;
beforeEach(() => {
	store = new DeduplicationStore();
});

/** Opens the claims of a run, in a new process unless one is given. */
function open(
	names: string[],
	{ process = startProcess(), maxEntries = 2000, workflowId = 'saved', stop = NEVER } = {},
): Claims {
	const marks = new process.MarkStore(contextWithStore(store, workflowId), 'node', maxEntries);
	return new process.Claims(marks, names, stop);
}

const NEVER = new AbortController().signal;

/** Claims a message in a new process, and concludes it; without a conclusion, the process is killed. */
async function claimOnce(name: string, conclusion?: Known, maxEntries?: number): Promise<Known> {
	const claims = open([name], { maxEntries });
	const known = await claims.claim(name);
	if (conclusion === undefined) return known;
	claims.conclude(name, conclusion);
	await claims.close();
	return known;
}

const namesOf = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `name ${index}`);

let lastValue = 0;

/** Adds a number of other marks to the list, as another process does. */
async function remember(count: number, maxEntries: number): Promise<void> {
	const values = Array.from({ length: count }, () => `value ${++lastValue}`);
	const { helpers } = contextWithStore(store);
	await helpers.checkProcessedAndRecord(values, 'node', { mode: 'entries', maxEntries });
}

const CONCLUSIONS: Known[] = ['sent', 'new', 'unknown'];

/** What a message that was found as such is after each conclusion. */
const NEXT: Record<Known, Record<Known, Known>> = {
	new: { sent: 'sent', new: 'new', unknown: 'unknown' },
	sent: { sent: 'sent', new: 'sent', unknown: 'sent' },
	unknown: { sent: 'sent', new: 'unknown', unknown: 'unknown' },
};

test.each<[state: string, known: Known, bring: () => Promise<unknown>]>([
	['never claimed', 'new', async () => {}],
	['released', 'new', async () => await claimOnce('name', 'new')],
	['sent', 'sent', async () => await claimOnce('name', 'sent')],
	['unknown', 'unknown', async () => await claimOnce('name', 'unknown')],
	['left by a killed process', 'unknown', async () => await claimOnce('name')],
	[
		'half forgotten',
		'unknown',
		async () => {
			await claimOnce('name', 'unknown');
			await remember(53, 55);
		},
	],
])('what is %s is found as %s, and then as it was concluded', async (_state, known, bring) => {
	for (const conclusion of CONCLUSIONS) {
		store = new DeduplicationStore();
		await bring();
		const found = [await claimOnce('name', conclusion), await claimOnce('name')];
		expect([conclusion, ...found]).toEqual([conclusion, known, NEXT[known][conclusion]]);
	}
});

test('a run makes six calls at most for every 500 messages, and leaves nothing but their marks', async () => {
	const names = namesOf(1001);
	for (const [known, calls] of [
		['new', 15],
		['sent', 18],
	] as const) {
		const claims = open(names, { maxEntries: 4000 });
		store.calls = 0;
		expect(new Set(await Promise.all(names.map(async (name) => await claims.claim(name))))).toEqual(
			new Set([known]),
		);
		for (const name of names) claims.conclude(name, 'sent');
		await claims.close();
		expect(store.calls).toBe(calls);
		expect(store.entries('saved n:messaging')).toBe(names.length);
	}
});

test('claims at the same moment do not undo one another', async () => {
	const names = namesOf(8);
	expect(await Promise.all(names.map(async (name) => await claimOnce(name, 'sent')))).toEqual(
		names.map(() => 'new'),
	);
	for (const name of names) expect(await claimOnce(name)).toBe('sent');
});

/** Lets another process read the list before a change, and write what it has read over it. */
async function undo(change: () => Promise<unknown>): Promise<void> {
	let letGo = (): void => {};
	const held = new Promise<void>((resolve) => {
		letGo = resolve;
	});
	let writes = 0;
	store.beforeAccess = async (access) => {
		if (access === 'read') return;
		writes++;
		// The other process is the first to read and to write, and what it writes comes right after the change.
		if (writes === 1) await held;
		else setImmediate(letGo);
	};
	await Promise.all([remember(1, 2000), change()]);
	store.beforeAccess = () => {};
}

test('a claim that another process has written over is made again', async () => {
	await claimOnce('earlier', 'sent');
	const claims = open(['name']);
	await undo(async () => expect(await claims.claim('name')).toBe('new'));
	expect(await claimOnce('name')).toBe('unknown');
});

test.each(['sent', 'new'] as const)('so is the conclusion %s', async (conclusion) => {
	await claimOnce('earlier', 'sent');
	const claims = open(['name']);
	await claims.claim('name');
	await undo(async () => {
		claims.conclude('name', conclusion);
		await claims.close();
	});
	expect(await claimOnce('name')).toBe(conclusion);
});

test('so is a conclusion if all that a look found was there already, and what it wrote was written over', async () => {
	await claimOnce('name', 'unknown');
	// A run that is stopped looks only once.
	const claims = open(['name'], { stop: AbortSignal.abort() });
	await undo(async () => expect(await claims.claim('name')).toBe('unknown'));
	await undo(async () => {
		claims.conclude('name', 'sent');
		await claims.close();
	});
	expect(await claimOnce('name')).toBe('sent');
});

test('a process that is held up for longer than others wait undoes a claim: the last gap (docs/scale.md)', async () => {
	await claimOnce('earlier', 'sent');
	let goOn = (): void => {};
	const isHeldUp = new Promise<void>((resolve) => {
		store.beforeAccess = async (access) => {
			if (access === 'read') return;
			resolve();
			await new Promise<void>((go) => (goOn = go));
		};
	});
	const slow = remember(1, 2000);
	await isHeldUp;
	store.beforeAccess = () => {};
	expect(await claimOnce('name')).toBe('new');
	goOn();
	await slow;
	expect(await claimOnce('name')).toBe('new');
});

test.each(CONCLUSIONS)(
	'a message that is under way is looked up until it is %s',
	async (conclusion) => {
		for (const process of [startProcess(), undefined]) {
			const name = `${conclusion} ${process === undefined}`;
			const [first, second] = [open([name], { process }), open([name], { process })];
			expect(await first.claim(name)).toBe('new');
			const claiming = second.claim(name);
			await setTimeout(20);
			// It is told at once, and not only when the run ends.
			first.conclude(name, conclusion);
			expect(await claiming).toBe(conclusion);
			await Promise.all([first.close(), second.close()]);
		}
	},
);

test('a message that is under way is looked up after one, two and four seconds, each a little longer by chance', async () => {
	await claimOnce('name');
	const waits: number[] = [];
	const process = inNewProcess<Process>(['sending/claims', 'sending/markStore'], {
		now: () => 0,
		random: () => 0.5,
		wait: async (milliseconds) => {
			waits.push(milliseconds);
			await Promise.resolve();
		},
	});
	expect(await open(['name'], { process }).claim('name')).toBe('unknown');
	const others = 62.5;
	expect(waits).toEqual([others, 1125, others, 2250, others, 4500, others]);
});

test('a message that is under way holds up only itself, and not a run that is stopped', async () => {
	await claimOnce('unknown');
	const halt = new AbortController();
	const claims = open(['unknown', 'other'], { stop: halt.signal });
	let isFound = false;
	const claiming = claims.claim('unknown').finally(() => {
		isFound = true;
	});
	expect(await claims.claim('other')).toBe('new');
	expect(isFound).toBe(false);
	store.calls = 0;
	halt.abort();
	expect(await claiming).toBe('unknown');
	expect(store.calls).toBe(0);
});

test('the wait for others follows from the call itself, and not from its turn', async () => {
	let [time, waited] = [0, 0];
	const process = inNewProcess<Process>(['sending/claims', 'sending/markStore'], {
		now: () => time,
		wait: async (milliseconds) => {
			waited = Math.max(waited, milliseconds);
			await Promise.resolve();
		},
	});
	store.beforeAccess = () => {
		time += 10;
	};
	await Promise.all(
		namesOf(30).map(async (name) => {
			const claims = open([name], { process });
			await claims.claim(name);
			claims.conclude(name, 'sent');
			await claims.close();
		}),
	);
	// A call reads and writes, which takes 20 ms; four times that, and up to a half more by chance.
	expect(waited).toBeGreaterThanOrEqual(80);
	expect(waited).toBeLessThanOrEqual(120);
});

test('at least as many messages as wanted are remembered, the latest', async () => {
	const names = namesOf(10);
	for (const name of names) await claimOnce(name, 'sent', 70);
	await remember(30, 70);
	for (const name of names) expect(await claimOnce(name, 'sent', 70)).toBe('sent');
	await remember(70, 70);
	for (const name of names) expect(await claimOnce(name, 'sent', 70)).toBe('new');
});

test('what was unknown is never taken for sent, however much of it is forgotten', async () => {
	for (let others = 49; others < 57; others++) {
		store = new DeduplicationStore();
		await claimOnce('name', 'unknown', 55);
		await remember(others, 55);
		for (const conclusion of ['unknown', 'new', 'unknown'] as const) {
			expect(await claimOnce('name', conclusion, 55)).not.toBe('sent');
			await remember(others + 1, 55);
		}
	}
});

test('every message of a run is remembered, whatever became of it', async () => {
	const names = namesOf(600);
	const claims = open(names, { maxEntries: 1250 });
	await Promise.all(names.map(async (name) => await claims.claim(name)));
	for (const name of names) claims.conclude(name, 'unknown');
	await claims.close();
	expect(await claimOnce('name 0', 'unknown', 1250)).toBe('unknown');
});

const lockFrom = (first: number, last = Infinity): void => {
	let accesses = 0;
	store.beforeAccess = () => {
		accesses++;
		if (accesses >= first && accesses <= last) throw new Error('The database is locked');
	};
};

test.each([UNSAVED_WORKFLOW, ''])(
	'a workflow with the ID %p has to be saved',
	async (workflowId) => {
		await expect(open(['name'], { workflowId }).claim('name')).rejects.toMatchObject({
			failure: { kind: 'unclaimed', advice: 'Save the workflow, then try again' },
		});
	},
);

test('a database that fails claims nothing, and lets the next one try', async () => {
	const process = startProcess();
	lockFrom(1);
	const claims = open(['name'], { process });
	await expect(claims.claim('name')).rejects.toMatchObject({
		failure: {
			kind: 'unclaimed',
			message: 'n8n could not read or save which messages were sent: The database is locked',
			advice: "Check n8n's database, then try again",
		},
	});
	await claims.close();
	store.beforeAccess = () => {};
	expect(await claimOnce('name')).toBe('new');
});

// What a claim adds is read and written, then what is not wanted of it, then it is looked at again.
test.each([3, 4, 5, 6])(
	'a database that fails at access %d takes the claim back',
	async (access) => {
		await claimOnce('sent', 'sent');
		await claimOnce('unknown', 'unknown');
		lockFrom(access, access);
		const names = ['new', 'sent', 'unknown'];
		const claims = open(names);
		await expect(claims.claim('new')).rejects.toMatchObject({ failure: { kind: 'unclaimed' } });
		await claims.close();
		store.beforeAccess = () => {};
		for (const name of names) expect(await claimOnce(name)).toBe(name);
	},
);

test('a database that fails after the message was sent leaves it unknown, and says so', async () => {
	const claims = open(['name']);
	await claims.claim('name');
	lockFrom(1);
	claims.conclude('name', 'sent');
	await expect(claims.close()).rejects.toMatchObject({ failure: { kind: 'unclaimed' } });
	store.beforeAccess = () => {};
	expect(await claimOnce('name')).toBe('unknown');
});
