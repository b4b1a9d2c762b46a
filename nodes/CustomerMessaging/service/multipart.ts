type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export const UNKNOWN_MIME_TYPE = 'application/octet-stream';

/** A file to be sent as one part; its bytes stay where they are until the part is written. */
export interface FilePart {
	fileName: string;
	mimeType: string;
	/** @param released aborted when no more of the bytes will be read */
	open(released: AbortSignal): Promise<{ size: number; bytes: Bytes }>;
}

/** A file as n8n's HTTP client reads it: shaped like a Blob, but streamed. */
interface StreamedBlob {
	name: string;
	type: string;
	size: number;
	stream(): Bytes;
}

type Part = [name: string, value: string | StreamedBlob];

/**
 * Multipart form data that streams its file (service: Send template with file). It has the shape of the platform's FormData,
 * by which n8n's HTTP client recognizes a form and gives it a Content-Length; but the file is read from n8n's storage while
 * it is written, so a large file never lies in memory. The empty `getHeaders` marks the body as single-use, which keeps n8n
 * from sending it again after a 401.
 */
export class MultipartBody {
	private readonly parts: Part[] = [];

	private readonly released = new AbortController();

	get [Symbol.toStringTag](): string {
		return 'FormData';
	}

	/** In bytes; the time limit grows with it. */
	get fileSize(): number {
		return this.parts.reduce(
			(sum, [, value]) => sum + (typeof value === 'string' ? 0 : value.size),
			0,
		);
	}

	append(name: string, value: string): void {
		this.parts.push([name, value]);
	}

	/** Opens the file, so that no request begins without it. */
	async appendFile(name: string, file: FilePart): Promise<void> {
		const { size, bytes } = await file.open(this.released.signal);
		const blob = { name: file.fileName, type: file.mimeType, size, stream: () => bytes };
		this.parts.push([name, blob]);
	}

	/** Closes the files. Call this after the request: if the connection breaks, n8n's HTTP client leaves a half-read file open. */
	release(): void {
		this.released.abort();
	}

	entries(): IterableIterator<Part> {
		return this.parts[Symbol.iterator]();
	}

	[Symbol.iterator](): IterableIterator<Part> {
		return this.entries();
	}

	getHeaders(): Record<string, string> {
		return {};
	}
}
