import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { BinaryDataFileNotFoundError } from 'n8n-core';
import type { BinaryData } from 'n8n-core';

/**
 * The `database` mode of binary data, as far as nodes here use it. n8n keeps the table for it in its server package, so the
 * files lie in memory here; the ids (`database:<uuid>`), streams and metadata are the same.
 */
export function databaseBinaryData(): BinaryData.Manager {
	const files = new Map<string, { content: Buffer; metadata: BinaryData.Metadata }>();

	function find(fileId: string) {
		const file = files.get(fileId);
		if (!file) throw new BinaryDataFileNotFoundError(fileId);
		return file;
	}

	const manager: Partial<BinaryData.Manager> = {
		async store(_location, bufferOrStream, metadata) {
			const content = Buffer.isBuffer(bufferOrStream)
				? bufferOrStream
				: await buffer(bufferOrStream);
			const fileId = randomUUID();
			const fileSize = content.length;
			files.set(fileId, { content, metadata: { ...metadata, fileSize } });
			return { fileId, fileSize };
		},
		getAsBuffer: async (fileId) => find(fileId).content,
		getAsStream: async (fileId) => Readable.from(find(fileId).content),
		getMetadata: async (fileId) => find(fileId).metadata,
	};
	return manager as BinaryData.Manager;
}
