import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/** Makes a server on this machine one that is so many milliseconds away, there and back; returns the port of that one. */
export async function serverAtDistance(port: number, milliseconds: number) {
	const host = '127.0.0.1';
	const server = createServer((near) => {
		const far = connect(port, host);
		for (const [from, to] of [
			[near, far],
			[far, near],
		] as const)
			from
				.on('data', (data) => setTimeout(() => to.write(data), milliseconds / 2))
				.on('error', () => {})
				.on('close', () => to.destroy());
	});
	server.listen(0, host);
	await once(server, 'listening');
	return { port: (server.address() as AddressInfo).port, stop: () => server.close() };
}
