import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A port of the loopback address that nothing listens on: the wished one, or else one that the system chooses. */
export async function freePort(wished = 0): Promise<number> {
	const server = createServer().listen(wished, '127.0.0.1');
	try {
		await once(server, 'listening');
	} catch {
		return await freePort();
	}
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return port;
}
