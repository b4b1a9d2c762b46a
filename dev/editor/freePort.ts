import { createServer, type AddressInfo } from 'node:net';

/**
 * Finds a port of the loopback address that nothing listens on.
 *
 * @param wished taken if it is free; else, or without it, the system chooses
 */
export async function freePort(wished = 0): Promise<number> {
	const server = createServer();
	const isFree = await new Promise<boolean>((resolve) => {
		server.once('error', () => resolve(false));
		server.listen(wished, '127.0.0.1', () => resolve(true));
	});
	if (!isFree) return await freePort();
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}
