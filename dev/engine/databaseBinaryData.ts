import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer as readAll } from 'node:stream/consumers';

import { BinaryDataFileNotFoundError } from 'n8n-core';
import type { BinaryData } from 'n8n-core';

interface StoredFile {
	executionId: string | undefined;
	content: Buffer;
	metadata: BinaryData.Metadata;
}

/**
 * The `database` mode of binary data. n8n keeps the table for it in its server package, so the
 * files lie in memory here; the ids (`database:<uuid>`), streams and metadata are the same.
 */
export class DatabaseBinaryData implements BinaryData.Manager {
	private readonly files = new Map<string, StoredFile>();

	async init(): Promise<void> {}

	async store(
		location: BinaryData.FileLocation,
		bufferOrStream: Buffer | Readable,
		metadata: BinaryData.PreWriteMetadata,
	): Promise<BinaryData.WriteResult> {
		const content = Buffer.isBuffer(bufferOrStream)
			? bufferOrStream
			: await readAll(bufferOrStream);
		const fileId = randomUUID();
		this.files.set(fileId, {
			executionId: location.type === 'execution' ? location.executionId : location.sourceId,
			content,
			metadata: { ...metadata, fileSize: content.length },
		});
		return { fileId, fileSize: content.length };
	}

	getPath(fileId: string): string {
		return `database://${fileId}`;
	}

	async getAsBuffer(fileId: string): Promise<Buffer> {
		return this.find(fileId).content;
	}

	async getAsStream(fileId: string): Promise<Readable> {
		return Readable.from(this.find(fileId).content);
	}

	async getMetadata(fileId: string): Promise<BinaryData.Metadata> {
		return this.find(fileId).metadata;
	}

	async deleteMany(locations: BinaryData.FileLocation[]): Promise<void> {
		const executionIds = locations.flatMap((location) =>
			location.type === 'execution' ? [location.executionId] : [],
		);
		for (const [fileId, { executionId }] of this.files) {
			if (executionId !== undefined && executionIds.includes(executionId)) {
				this.files.delete(fileId);
			}
		}
	}

	async deleteManyByFileId(fileIds: string[]): Promise<void> {
		for (const fileId of fileIds) this.files.delete(fileId);
	}

	async copyByFileId(location: BinaryData.FileLocation, fileId: string): Promise<string> {
		const { content, metadata } = this.find(fileId);
		const copy = await this.store(location, content, metadata);
		return copy.fileId;
	}

	async copyByFilePath(
		location: BinaryData.FileLocation,
		path: string,
		metadata: BinaryData.PreWriteMetadata,
	): Promise<BinaryData.WriteResult> {
		return await this.store(location, await readFile(path), metadata);
	}

	async rename(oldFileId: string, newFileId: string): Promise<void> {
		this.files.set(newFileId, this.find(oldFileId));
		this.files.delete(oldFileId);
	}

	private find(fileId: string): StoredFile {
		const file = this.files.get(fileId);
		if (!file) throw new BinaryDataFileNotFoundError(fileId);
		return file;
	}
}
