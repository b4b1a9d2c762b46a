import { DeduplicationStore } from '../../../../dev/engine/deduplicationStore';
import { Memory } from '../../../../nodes/CustomerMessaging/delivery/memory/memory';
import { contextWithStore } from '../../doubles/contextWithStore';

const settings = { messagesPerSecond: 0, stop: new AbortController().signal };

/** A node's memory in an execution that may be a retry of another one. */
function memoryOf(store: DeduplicationStore, keysRemembered: number, retryOf?: string): Memory {
	const began = { executionId: retryOf ?? '1', mode: 'webhook', nodeId: 'messaging' };
	const context = contextWithStore(store, 'imported', {
		getContext: () => ({ began }),
		getExecuteData: () => ({}),
		getExecutionId: () => '1',
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
	});
	return new Memory(context, 'template.send', keysRemembered);
}

const messages = (count: number, hasKeys: boolean) =>
	Array.from({ length: count }, (_, index) => ({
		index,
		recipient: `customer ${index}`,
		...(hasKeys ? { key: 'key' } : {}),
	}));

test.each([undefined, '0'])(
	'more keys than a node remembers are refused, and as many are not (retry of %p)',
	(retryOf) => {
		const begin = (count: number): void =>
			memoryOf(new DeduplicationStore(), 2, retryOf).begin(messages(count, true), settings);
		expect(() => begin(3)).toThrow('The items have 3 message keys, and a node remembers 2');
		expect(() => begin(2)).not.toThrow();
	},
);

test('a retry without keys is never too large, and its list holds as many messages as it has', async () => {
	const store = new DeduplicationStore();
	store.fill('messaging', 6000);
	const memory = memoryOf(store, 1, '0');
	const all = messages(3000, false);
	memory.begin(all, settings);
	expect(await memory.claim(all[0]!)).toBe('new');
	memory.record(all[0]!, { response: {} });
	memory.conclude(all[0]!, true);
	expect(await memory.close(false)).toBeUndefined();
	expect(store.entries('imported n:messaging')).toBe(6001);
});
