import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { ReceivedPart } from './receivedRequest';

/** Files up to this size are kept for the inbox; larger ones are counted and hashed while they pass. */
const largestKeptFile = 8 * 1024 * 1024;

/**
 * Reads a multipart body part by part, in constant memory whatever the size of its files.
 *
 * @param onPart called after each part that is no file, so that a request can be cut in the middle
 * @throws Error when the body is no multipart form, or ends early
 */
export async function readMultipart(
	incoming: IncomingMessage,
	parts: ReceivedPart[],
	onPart: () => void,
): Promise<void> {
	const parser = busboy({
		headers: incoming.headers,
		defParamCharset: 'utf8',
		preservePath: true,
	});
	parser.on('field', (name, value) => {
		parts.push({ name, value });
		onPart();
	});
	parser.on('file', (name, file, { filename: fileName, mimeType: contentType }) => {
		const part: ReceivedPart = { name, fileName, contentType };
		parts.push(part);
		const hash = createHash('sha256');
		let size = 0;
		let kept: Buffer[] | undefined = [];
		file.on('data', (chunk: Buffer) => {
			hash.update(chunk);
			size += chunk.length;
			if (size > largestKeptFile) kept = undefined;
			kept?.push(chunk);
		});
		file.on('end', () => {
			Object.assign(part, { size, sha256: hash.digest('hex') });
			if (kept) part.content = Buffer.concat(kept);
		});
		// A body that ends inside a file shows up as an error of the whole form, below.
		file.on('error', () => {});
	});
	await pipeline(incoming, parser);
}

/**
 * The parts as one object, the way the OpenAPI document describes them: text parts by name, a file as empty text.
 *
 * @throws Error when two parts have the same name, when `file` is no file, or when another part is one
 */
export function formOfParts(parts: readonly ReceivedPart[]): Record<string, string> {
	const form: Record<string, string> = {};
	for (const { name, value } of parts) {
		if (name in form) throw new Error(`Part ${name} is there twice`);
		if ((name === 'file') !== (value === undefined))
			throw new Error(`Part ${name} must ${name === 'file' ? '' : 'not '}be a file`);
		form[name] = value ?? '';
	}
	return form;
}
