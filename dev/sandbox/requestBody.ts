import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { ReceivedPart } from './receivedRequest';

/** Files up to this size are kept for the inbox; larger ones are counted and hashed while they pass. */
const largestKeptFile = 8 * 1024 * 1024;

const largestTextPart = 1024 * 1024;

/** A multipart body that cannot be read, or whose parts are not what the service expects. */
class MultipartError extends Error {
	readonly status = 400;
}

/**
 * Reads a multipart body part by part, in constant memory whatever the size of its files.
 *
 * @param onPart called after each part that is no file, so that a request can be cut in the middle
 * @throws MultipartError when the body is no multipart form, ends early, or has a text part of more than 1 MB
 */
export async function readMultipart(
	incoming: IncomingMessage,
	parts: ReceivedPart[],
	onPart: () => void,
): Promise<void> {
	let parser: busboy.Busboy;
	let problem: string | undefined;
	try {
		parser = busboy({
			headers: incoming.headers,
			defParamCharset: 'utf8',
			preservePath: true,
			limits: { fieldSize: largestTextPart },
		});
	} catch (error) {
		throw new MultipartError((error as Error).message);
	}
	parser.on('field', (name, value, { valueTruncated, mimeType }) => {
		if (valueTruncated) problem = `Part ${name} is too long`;
		const bytes = Buffer.from(value);
		parts.push({ name, value, contentType: mimeType, size: bytes.length, sha256: sha256(bytes) });
		onPart();
	});
	parser.on('file', (name, file, { filename, mimeType }) => {
		const part: ReceivedPart = {
			name,
			fileName: filename,
			contentType: mimeType,
			size: 0,
			sha256: '',
		};
		parts.push(part);
		const hash = createHash('sha256');
		let kept: Buffer[] | undefined = [];
		file.on('data', (chunk: Buffer) => {
			hash.update(chunk);
			part.size += chunk.length;
			if (part.size > largestKeptFile) kept = undefined;
			kept?.push(chunk);
		});
		file.on('end', () => {
			part.sha256 = hash.digest('hex');
			if (kept) part.content = Buffer.concat(kept);
		});
		// A body that ends inside a file shows up as an error of the whole form, below.
		file.on('error', () => {});
	});
	try {
		await pipeline(incoming, parser);
	} catch (error) {
		throw new MultipartError((error as Error).message);
	}
	if (problem) throw new MultipartError(problem);
}

/**
 * The parts as one object, the way the OpenAPI document describes them: text parts by name, a file as empty text.
 *
 * @throws MultipartError when two parts have the same name, when `file` is no file, or when another part is one
 */
export function formOfParts(parts: readonly ReceivedPart[]): Record<string, string> {
	const names = new Set<string>();
	for (const { name, value } of parts) {
		if (names.has(name)) throw new MultipartError(`Part ${name} is there twice`);
		names.add(name);
		const isFile = value === undefined;
		if (isFile && name !== 'file') throw new MultipartError(`Part ${name} must not be a file`);
		if (!isFile && name === 'file')
			throw new MultipartError('Part file must be a file, with a file name');
	}
	return Object.fromEntries(parts.map(({ name, value }) => [name, value ?? '']));
}

function sha256(bytes: Buffer): string {
	return createHash('sha256').update(bytes).digest('hex');
}
