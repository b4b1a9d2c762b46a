import { setImmediate as turn } from 'node:timers/promises';

/** The module as a new process has it. */
async function freshlyLoaded(): Promise<typeof import('../../../nodes/CustomerMessaging/transport/closedConnections')> {
	jest.resetModules();
	return await import('../../../nodes/CustomerMessaging/transport/closedConnections');
}

afterEach(() => jest.restoreAllMocks());

test('once in 4,000 connections, memory outside the heap is asked for', async () => {
	const { connectionClosed } = await freshlyLoaded();
	const asked = jest.spyOn(globalThis, 'ArrayBuffer');
	const after = (connections: number): number => {
		for (let count = 0; count < connections; count++) connectionClosed();
		return asked.mock.calls.length;
	};
	expect([after(3999), after(1), after(3999), after(1)]).toEqual([0, 1, 1, 2]);
	const [size] = asked.mock.calls[0] as unknown as [number];
	expect(size).toBeGreaterThan(64 * 1024 * 1024);
});

test('memory that is refused does no harm', async () => {
	const { connectionClosed } = await freshlyLoaded();
	const asked = jest.spyOn(globalThis, 'ArrayBuffer').mockImplementation(() => {
		throw new RangeError('Array buffer allocation failed');
	});
	for (let count = 0; count < 4000; count++) connectionClosed();
	expect(asked).toHaveBeenCalledTimes(1);
});

test('what V8 keeps until it collects all garbage is freed, and no memory is taken', async () => {
	const { connectionClosed } = await freshlyLoaded();
	let registry: FinalizationRegistry<string> | undefined;
	const freed = new Promise((resolve) => (registry = new FinalizationRegistry(resolve)));
	keptInOldHeap(registry!);
	await turn();
	const before = process.memoryUsage.rss();
	for (let count = 0; count < 4000; count++) connectionClosed();
	expect(process.memoryUsage.rss() - before).toBeLessThan(32 * 1024 * 1024);
	expect(await freed).toBe('connection');
});

/** Makes what nobody uses any more, but what is kept as a closed connection is. */
function keptInOldHeap(registry: FinalizationRegistry<string>): void {
	const connection: { state: { callback?: () => object } } = { state: {} };
	// V8 puts a function that is set as a property into the old part of the heap right away.
	connection.state.callback = () => connection;
	registry.register(connection, 'connection');
}
