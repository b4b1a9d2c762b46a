import { setTimeout } from 'node:timers/promises';

import { DeduplicationStore, UNSAVED_WORKFLOW } from '../../../dev/engine/deduplicationStore';
import type {
	Claim,
	Conclusion,
	MessageKeys,
} from '../../../nodes/CustomerMessaging/delivery/messageKeys';
import { contextWithStore } from '../doubles/contextWithStore';
import { inNewProcess } from '../doubles/newProcess';

type Module = typeof import('../../../nodes/CustomerMessaging/delivery/messageKeys');

/** A process of n8n: the module knows nothing of the one in another process. Waits are short. */
function startProcess(): Module {
	return inNewProcess('delivery/messageKeys', {
		wait: async (milliseconds) => await setTimeout(milliseconds / 10),
	});
}

let store: DeduplicationStore;
beforeEach(() => {
	store = new DeduplicationStore();
});

/** Opens keys in a process of their own. */
function open(
	keys: string[],
	{ process = startProcess(), keysToRemember = 1000, workflowId = 'saved' } = {},
): MessageKeys {
	return process.openMessageKeys(contextWithStore(store, workflowId), keys, keysToRemember);
}

/** Claims a key in a process of its own, and leaves it with a conclusion; without one, the process is killed. */
async function claimOnce(
	key: string,
	conclusion?: Conclusion,
	keysToRemember?: number,
): Promise<Claim> {
	const keys = open([key], { keysToRemember });
	const claim = await keys.claim(key);
	if (conclusion === undefined) return claim;
	keys.conclude(key, conclusion);
	await keys.close();
	return claim;
}

let lastValue = 0;

/** Has the node remember so many other values. */
async function remember(count: number, maxEntries: number): Promise<void> {
	const values = Array.from({ length: count }, () => `value ${++lastValue}`);
	const { helpers } = contextWithStore(store);
	await helpers.checkProcessedAndRecord(values, 'node', { mode: 'entries', maxEntries });
}

const CONCLUSIONS: Conclusion[] = ['sent', 'notSent', 'unknown'];

describe('the table of states', () => {
	/** What brings a key into each state. */
	const STATES: Record<string, () => Promise<unknown>> = {
		never: async () => {},
		released: async () => await claimOnce('key', 'notSent'),
		sent: async () => await claimOnce('key', 'sent'),
		unknown: async () => await claimOnce('key', 'unknown'),
		killed: async () => await claimOnce('key'),
		half: async () => {
			await claimOnce('key', 'unknown');
			await remember(53, 54);
		},
	};
	const ROWS: Array<[string, Claim, Record<Conclusion, Claim>]> = [
		['never', 'ours', { sent: 'sent', notSent: 'ours', unknown: 'unknown' }],
		['released', 'ours', { sent: 'sent', notSent: 'ours', unknown: 'unknown' }],
		['sent', 'sent', { sent: 'sent', notSent: 'sent', unknown: 'sent' }],
		['unknown', 'unknown', { sent: 'sent', notSent: 'unknown', unknown: 'unknown' }],
		['killed', 'unknown', { sent: 'sent', notSent: 'unknown', unknown: 'unknown' }],
		['half', 'unknown', { sent: 'sent', notSent: 'unknown', unknown: 'unknown' }],
	];

	test.each(
		ROWS.flatMap(([state, claim, after]) =>
			CONCLUSIONS.map((conclusion) => ({ state, claim, conclusion, next: after[conclusion] })),
		),
	)('$state, claimed as $claim and left $conclusion: next $next', async (row) => {
		await STATES[row.state]!();
		expect(await claimOnce('key', row.conclusion)).toBe(row.claim);
		expect(await claimOnce('key')).toBe(row.next);
	});

	test('what was claimed and has no conclusion is released', async () => {
		const keys = open(['one', 'two']);
		await keys.claim('one');
		keys.conclude('one', 'sent');
		await keys.close();
		expect(await claimOnce('one')).toBe('sent');
		expect(await claimOnce('two')).toBe('ours');
	});
});

test('a run makes three calls for every 500 keys', async () => {
	const names = Array.from({ length: 1001 }, (_, index) => `key ${index}`);
	for (const claim of ['ours', 'sent']) {
		const keys = open(names, { keysToRemember: 2000 });
		store.calls = 0;
		expect(new Set(await Promise.all(names.map(keys.claim)))).toEqual(new Set([claim]));
		for (const name of names) keys.conclude(name, 'sent');
		await keys.close();
		expect(store.calls).toBe(9);
	}
});

describe('in two processes', () => {
	test('claims at the same moment do not undo one another', async () => {
		const names = Array.from({ length: 8 }, (_, index) => `key ${index}`);
		expect(await Promise.all(names.map((name) => claimOnce(name, 'sent')))).toEqual(
			names.map(() => 'ours'),
		);
		for (const name of names) expect(await claimOnce(name)).not.toBe('ours');
	});

	test('only one has a key that both claim at the same moment', async () => {
		for (let attempt = 0; attempt < 10; attempt++) {
			const claims = await Promise.all([1, 2, 3].map(() => claimOnce(`key ${attempt}`)));
			expect(claims.filter((claim) => claim === 'ours')).toHaveLength(1);
		}
	});
});

describe('in one process', () => {
	test('a key that is being sent is waited for', async () => {
		const process = startProcess();
		for (const conclusion of CONCLUSIONS) {
			const [first, second] = [open([conclusion], { process }), open([conclusion], { process })];
			expect(await first.claim(conclusion)).toBe('ours');
			let waits = true;
			const claim = second.claim(conclusion).finally(() => {
				waits = false;
			});
			for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
			expect(waits).toBe(true);
			first.conclude(conclusion, conclusion);
			expect(await claim).toBe(conclusion === 'notSent' ? 'ours' : conclusion);
			await second.close();
		}
	});

	test('many runs of the same keys, in any order, send each once', async () => {
		const process = startProcess();
		const sent: string[] = [];
		const names = Array.from({ length: 20 }, (_, index) => `key ${index}`);
		await Promise.all(
			Array.from({ length: 20 }, async (_, run) => {
				const mine = [...names.slice(run), ...names.slice(0, run)];
				const keys = open(mine, { process });
				for (const name of mine) {
					if ((await keys.claim(name)) === 'ours') sent.push(name);
					keys.conclude(name, 'sent');
				}
				await keys.close();
			}),
		);
		expect(sent.sort()).toEqual(names.sort());
	});

	test('runs of other keys do not undo one another', async () => {
		const process = startProcess();
		const names = Array.from({ length: 20 }, (_, index) => `key ${index}`);
		await Promise.all(
			names.map(async (name) => {
				const keys = open([name], { process });
				await keys.claim(name);
				keys.conclude(name, 'sent');
				await keys.close();
			}),
		);
		for (const name of names) expect(await claimOnce(name)).toBe('sent');
	});
});

describe('what is remembered', () => {
	test('is at least as many keys as wanted, the latest', async () => {
		const names = Array.from({ length: 10 }, (_, index) => `key ${index}`);
		for (const name of names) await claimOnce(name, 'unknown', 10);
		await remember(40, 70);
		for (const name of names) expect(await claimOnce(name, 'unknown', 10)).toBe('unknown');
		await remember(70, 70);
		for (const name of names) expect(await claimOnce(name, 'unknown', 10)).toBe('ours');
	});

	test('what was unknown is never taken for sent, however much of it is forgotten', async () => {
		for (let others = 49; others < 56; others++) {
			store = new DeduplicationStore();
			await claimOnce('key', 'unknown', 2);
			await remember(others, 54);
			for (const conclusion of ['unknown', 'notSent', 'unknown'] as const) {
				expect(await claimOnce('key', conclusion, 2)).not.toBe('sent');
				await remember(others + 1, 54);
			}
		}
	});

	test('is every key of a run, whatever became of it', async () => {
		const names = Array.from({ length: 600 }, (_, index) => `key ${index}`);
		const keys = open(names, { keysToRemember: 600 });
		await Promise.all(names.map(keys.claim));
		for (const name of names) keys.conclude(name, 'unknown');
		await keys.close();
		expect(await claimOnce('key 0', 'unknown', 600)).toBe('unknown');
	});

	test('a run with more keys is refused', async () => {
		const keys = open(['one', 'two', 'three'], { keysToRemember: 2 });
		await expect(keys.claim('one')).rejects.toThrow(
			"The items have 3 message keys, and 'Keys to Remember' under 'Options' is 2",
		);
		expect(store.calls).toBe(0);
	});
});

describe('a store that fails', () => {
	const failure = async (attempt: Promise<unknown>): Promise<unknown> =>
		await attempt.then(
			() => undefined,
			(error: { failure: unknown }) => error.failure,
		);

	test.each([UNSAVED_WORKFLOW, ''])(
		'of a workflow with the ID %p: save it first',
		async (workflowId) => {
			expect(await failure(open(['key'], { workflowId }).claim('key'))).toMatchObject({
				kind: 'unclaimed',
				advice: 'Save the workflow, then try again',
			});
		},
	);

	test('claims nothing, and lets the next one try', async () => {
		const process = startProcess();
		store.beforeAccess = () => {
			throw new Error('The database is locked');
		};
		const keys = open(['key'], { process });
		expect(await failure(keys.claim('key'))).toMatchObject({
			kind: 'unclaimed',
			message: 'n8n could not read or save the message keys: The database is locked',
			advice: "Check n8n's database, then try again",
		});
		await keys.close();
		store.beforeAccess = () => {};
		expect(await open(['key'], { process }).claim('key')).toBe('ours');
	});

	test('after the message was sent leaves the key unknown, and says so', async () => {
		const process = startProcess();
		const keys = open(['key'], { process });
		await keys.claim('key');
		store.beforeAccess = () => {
			throw new Error('The database is locked');
		};
		keys.conclude('key', 'sent');
		expect(await keys.close()).toMatchObject({
			kind: 'unclaimed',
			advice: "Check n8n's database",
		});
		store.beforeAccess = () => {};
		expect(await open(['key'], { process }).claim('key')).toBe('unknown');
	});
});
