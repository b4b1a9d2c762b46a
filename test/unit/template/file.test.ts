import { Readable } from 'node:stream';

import { readFile } from '../../../nodes/CustomerMessaging/template/file';
import type { ItemParameters } from '../../../nodes/CustomerMessaging/parameters/nodeParameters';
import { networkFailure } from '../../../nodes/CustomerMessaging/service/networkFailure';

const STORED = { data: 'filesystem-v2', id: 'filesystem-v2:abc', mimeType: 'application/pdf' };

/** A file in n8n's storage, with every stream of it that is opened. */
function storedFile() {
	const streams: Readable[] = [];
	const helpers = {
		assertBinaryData: () => STORED,
		getBinaryMetadata: async () => await Promise.resolve({ fileSize: 8 }),
		getBinaryStream: async () => {
			streams.push(Readable.from([Buffer.from('%PDF'), Buffer.from('-1.7')]));
			return await Promise.resolve(streams.at(-1));
		},
	};
	const item = { context: { helpers }, read: () => STORED } as unknown as ItemParameters;
	return { file: readFile(item)!, streams };
}

test('a stored file is opened only when it is sent, and closed however that ends', async () => {
	const { file, streams } = storedFile();
	expect(streams).toEqual([]);
	const never = new AbortController().signal;
	const bytes = [];
	for await (const chunk of (await file.open(never)).bytes) bytes.push(chunk);
	expect(Buffer.concat(bytes).toString()).toBe('%PDF-1.7');
	const release = new AbortController();
	for await (const _chunk of (await file.open(release.signal)).bytes) break;
	await file.open(release.signal);
	release.abort();
	expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
});

test('a storage that fails in the middle is not taken for a service that was never reached', async () => {
	const { file, streams } = storedFile();
	const { bytes } = await file.open(new AbortController().signal);
	const chunks = (bytes as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
	await chunks.next();
	const refused = { code: 'ECONNREFUSED', syscall: 'connect' };
	streams[0]!.destroy(Object.assign(new Error('connect ECONNREFUSED'), refused));
	const cause = await chunks.next().catch((thrown: unknown) => thrown);
	expect(networkFailure(new Error('upload failed', { cause }), 60)).toMatchObject({
		kind: 'noResponse',
		message:
			"n8n could not read all of the file 'file' in 'Input Data Field Name' while sending it",
	});
});

test('a file in memory is taken only when its request is made, with its size, and kept by nobody', async () => {
	const taken = jest.fn(async () => await Promise.resolve(Buffer.from('%PDF-1.7')));
	const inMemory = { data: 'JVBERi0xLjc=', mimeType: 'application/pdf' };
	const helpers = { assertBinaryData: () => inMemory, getBinaryDataBuffer: taken };
	const item = { context: { helpers }, read: () => inMemory } as unknown as ItemParameters;
	const file = readFile(item)!;
	expect(taken.mock.calls.length).toBe(0);
	const never = new AbortController().signal;
	for (const opened of [await file.open(never), await file.open(never)])
		expect(opened).toEqual({ size: 8, bytes: [Buffer.from('%PDF-1.7')] });
	expect(taken.mock.calls.length).toBe(2);
});
