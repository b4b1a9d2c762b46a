import { Readable } from 'node:stream';

import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { readFile } from '../../../../nodes/CustomerMessaging/operations/fields/file';
import { NodeParameters } from '../../../../nodes/CustomerMessaging/operations/nodeParameters';
import type { FilePart } from '../../../../nodes/CustomerMessaging/transport/multipart';
import { networkFailure } from '../../../../nodes/CustomerMessaging/transport/networkFailure';
import { executeContext } from '../../doubles/executeContext';
import { laterRefusalOf } from '../../doubles/refusal';

const CONTENT = Buffer.from('%PDF-1.7 content');
const IN_MEMORY: IBinaryData = {
	data: CONTENT.toString('base64'),
	mimeType: 'application/pdf',
	fileName: 'März.pdf',
};
const STORED: IBinaryData = {
	data: 'filesystem-v2',
	id: 'filesystem-v2:abc',
	mimeType: 'application/pdf',
	fileName: 'März.pdf',
};

interface Storage {
	binary?: Record<string, IBinaryData>;
	json?: IDataObject;
	content?: Buffer;
	streams?: Readable[];
}

async function read(
	named: unknown,
	{ binary = {}, json = {}, content = CONTENT, streams = [] }: Storage,
): Promise<FilePart | undefined> {
	const { context } = executeContext({
		parameters: { binaryPropertyName: named },
		items: [{ json, binary }],
		helpers: {
			assertBinaryData(_itemIndex: number, name: string) {
				if (binary[name] === undefined) throw new Error('no such field');
				return binary[name];
			},
			getBinaryDataBuffer: async () => await Promise.resolve(content),
			getBinaryMetadata: async () => await Promise.resolve({ fileSize: content.length }),
			getBinaryStream: async () => {
				const stream = Readable.from([content.subarray(0, 4), content.subarray(4)]);
				streams.push(stream);
				return await Promise.resolve(stream);
			},
		},
	});
	return await readFile(new NodeParameters(context), 0);
}

async function bytesOf(
	file: FilePart | undefined,
	released = new AbortController().signal,
): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of file!.content(released)) chunks.push(chunk);
	return Buffer.concat(chunks);
}

describe.each([
	['memory', IN_MEMORY],
	['storage', STORED],
])('a file in %s', (_mode, data) => {
	test('has its name, type, size and bytes', async () => {
		const file = await read('data', { binary: { data } });
		expect(file!).toMatchObject({
			fileName: 'März.pdf',
			mimeType: 'application/pdf',
			size: CONTENT.length,
		});
		expect(await bytesOf(file)).toEqual(CONTENT);
		// Each time it is sent, it is read from its beginning.
		expect(await bytesOf(file)).toEqual(CONTENT);
	});

	test.each<[fields: Partial<IBinaryData>, name: string, type: string]>([
		[{ fileName: undefined, fileExtension: 'pdf' }, 'file.pdf', 'application/pdf'],
		[{ fileName: ' ', fileExtension: undefined }, 'file', 'application/pdf'],
		[{ mimeType: '' }, 'März.pdf', 'application/octet-stream'],
	])('that lacks something gets it: %j', async (fields, name, type) => {
		const file = await read('data', { binary: { data: { ...data, ...fields } } });
		expect(file!).toMatchObject({ fileName: name, mimeType: type });
	});

	test('that is empty is refused', async () => {
		const refusal = await laterRefusalOf(
			async () => await read('data', { binary: { data }, content: Buffer.alloc(0) }),
		);
		expect(refusal.message).toBe("'Input Data Field Name' 'data' holds an empty file");
		expect(refusal.advice).toContain('the node before');
	});
});

test('a storage that fails in the middle is not taken for a service that was never reached', async () => {
	const streams: Readable[] = [];
	const file = await read('data', { binary: { data: STORED }, streams });
	const chunks = file!.content(new AbortController().signal)[Symbol.asyncIterator]();
	await chunks.next();
	const refused = Object.assign(new Error('connect ECONNREFUSED'), {
		code: 'ECONNREFUSED',
		syscall: 'connect',
	});
	streams[0]!.destroy(refused);
	const error = await chunks.next().catch((thrown: unknown) => thrown);
	expect(networkFailure(new Error('upload failed', { cause: error }), 60)).toMatchObject({
		kind: 'noAnswer',
		message: 'The file could not be read to its end while it was being sent',
	});
});

test('a stored file is opened only when it is sent, and closed however that ends', async () => {
	const streams: Readable[] = [];
	const file = await read('data', { binary: { data: STORED }, streams });
	expect(streams).toEqual([]);
	await bytesOf(file);
	for await (const _chunk of file!.content(new AbortController().signal)) break;
	const release = new AbortController();
	const chunks = file!.content(release.signal)[Symbol.asyncIterator]();
	await chunks.next();
	release.abort();
	expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
});

test.each([[''], ['  '], [null]])('no name, as %j, is no file', async (named) => {
	expect(await read(named, { binary: { data: IN_MEMORY } })).toBeUndefined();
});

test('a name that is not there lists the ones that are', async () => {
	const binary = { invoice: IN_MEMORY, picture: STORED };
	const { message, advice } = await laterRefusalOf(
		async () => await read('data', { binary, json: { report: { ...STORED }, text: 'x' } }),
	);
	expect(message).toBe("'Input Data Field Name' 'data' names no file of this item");
	expect(advice).toBe("The files of this item are in: 'invoice', 'picture', 'report'");
});

test('an item without any file says so', async () => {
	expect((await laterRefusalOf(async () => await read('data', {}))).advice).toContain(
		'no files at all',
	);
});

test.each([[5], [true], [['data']], [{ name: 'data' }], ['[object Object]']])(
	'%j is no name of a field',
	async (named) => {
		const { message, advice } = await laterRefusalOf(
			async () => await read(named, { binary: { data: IN_MEMORY } }),
		);
		expect(message).toBe("'Input Data Field Name' is not the name of a field");
		expect(advice).toContain("'Expression' to 'Fixed'");
	},
);
