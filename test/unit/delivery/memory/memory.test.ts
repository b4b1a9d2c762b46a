import type { IExecuteFunctions } from 'n8n-workflow';

import { DeduplicationStore } from '../../../../dev/engine/deduplicationStore';
import { SentLog, type Message } from '../../../../nodes/CustomerMessaging/delivery/memory/log';
import { Memory } from '../../../../nodes/CustomerMessaging/delivery/memory/memory';
import { contextWithStore } from '../../doubles/contextWithStore';
import { inNewProcess } from '../../doubles/newProcess';
import { VirtualClock } from '../../doubles/virtualClock';

const settings = {
	messagesPerSecond: 0,
	unknownOutcome: 'ask',
	stop: new AbortController().signal,
} as const;

/** What n8n tells a node in an execution, which may be a retry of another one. */
function inExecution(retryOf?: string) {
	const began = { executionId: retryOf ?? '1', mode: 'webhook', nodeId: 'messaging' };
	return {
		getContext: () => ({ began }),
		getExecuteData: () => ({}),
		getExecutionId: () => '1',
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
	};
}

/** A node's memory in an execution that may be a retry of another one. */
function memoryOf(
	store: DeduplicationStore,
	messages: Message[],
	keysRemembered: number,
	retryOf?: string,
	others: object = {},
): Memory {
	const context = contextWithStore(store, 'imported', { ...inExecution(retryOf), ...others });
	const log = new SentLog(context, 'template.send');
	return new Memory(context, log, messages, settings, keysRemembered);
}

const SENT = { fate: 'sent', response: {} } as const;

const messages = (count: number, hasKeys: boolean) =>
	Array.from({ length: count }, (_, index) => ({
		index,
		recipient: `customer ${index}`,
		...(hasKeys ? { key: 'key' } : {}),
	}));

test.each([undefined, '0'])(
	'more keys than a node remembers are refused, and as many are not (retry of %p)',
	async (retryOf) => {
		const begin = async (count: number): Promise<unknown> => {
			const keyed = messages(count, true);
			return await memoryOf(new DeduplicationStore(), keyed, 2, retryOf).claim(keyed[0]!);
		};
		await expect(begin(3)).rejects.toThrow('The items have 3 message keys, and a node remembers 2');
		expect(await begin(2)).toMatchObject({ fate: 'new' });
	},
);

test('a retry without keys is never too large, and its list holds as many messages as it has', async () => {
	const store = new DeduplicationStore();
	store.fill('messaging', 6000);
	const all = messages(3000, false);
	const memory = memoryOf(store, all, 1, '0');
	expect(await memory.claim(all[0]!)).toMatchObject({ fate: 'new' });
	memory.conclude(all[0]!, SENT);
	expect(await memory.close(false)).toBeUndefined();
	expect(store.entries('imported n:messaging')).toBe(6001);
});

test('a retry with keys forgets none of them, with two hundred under way at any time', async () => {
	const store = new DeduplicationStore();
	const all = messages(4000, true);
	const memory = memoryOf(store, all, 4000, '0');
	for (const [position, message] of all.entries()) {
		await memory.claim(message);
		if (position >= 200) memory.conclude(all[position - 200]!, SENT);
	}
	const later = memoryOf(store, all.slice(0, 1), 4000);
	expect(await later.claim(all[0]!)).toMatchObject({ fate: 'sent' });
	await memory.close(false);
});

test("in a retry, too, each call of an agent's tool is another message", async () => {
	const store = new DeduplicationStore();
	const tool = {
		getNode: () => ({ id: 'messaging', type: 'customerMessagingTool' }),
		getInputData: () => [{ json: {} }],
	};
	for (const _call of ['first', 'second']) {
		const [message] = messages(1, false) as [Message];
		const memory = memoryOf(store, [message], 1, '0', tool);
		expect(await memory.claim(message)).toMatchObject({ fate: 'new' });
		memory.conclude(message, SENT);
		await memory.close(false);
	}
});

test('a conclusion that was written, although the database said otherwise, takes nothing from an execution that has claimed since', async () => {
	const clock = new VirtualClock();
	const store = new DeduplicationStore();
	store.beforeAccess = async () => await clock.wait(1);
	const [message] = messages(1, true) as [Message];
	const inProcess = (failing: (helpers: IExecuteFunctions['helpers']) => void = () => {}) => {
		const modules = inNewProcess<{ Memory: typeof Memory; SentLog: typeof SentLog }>(
			['delivery/memory/memory', 'delivery/memory/log'],
			{
				now: () => clock.now(),
				random: () => clock.random(),
				wait: async (milliseconds, signal) => await clock.wait(milliseconds, signal),
			},
		);
		const context = contextWithStore(store, 'imported', inExecution());
		failing(context.helpers);
		const log = new modules.SentLog(context, 'template.send');
		return new modules.Memory(context, log, [message], settings, 1);
	};
	const other = inProcess();
	let failures = 0;
	let ofOther: unknown;
	const memory = inProcess((helpers) => {
		const { removeProcessed, clearAllProcessedItems } = helpers;
		helpers.removeProcessed = async (...given) => {
			const removed = await removeProcessed(...given);
			if (++failures > 5) return removed;
			throw new Error('The connection broke');
		};
		helpers.clearAllProcessedItems = async (...given) => {
			await clearAllProcessedItems(...given);
			if (failures === 5) ofOther ??= await other.claim(message);
		};
	});

	expect(await clock.run(memory.claim(message))).toMatchObject({ fate: 'new' });
	await clock.run(memory.close(false));
	expect(ofOther).toMatchObject({ fate: 'new' });
	expect(await clock.run(inProcess().claim(message))).not.toMatchObject({ fate: 'new' });
});
