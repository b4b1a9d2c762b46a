/** A file that is sent as one part: its bytes are asked for only when the part is written. */
export interface FilePart {
	fileName: string;
	mimeType: string;
	/** In bytes. */
	size: number;
	/** Its bytes; `released` is aborted when nobody will ask for more of them. */
	content(released: AbortSignal): AsyncIterable<Uint8Array>;
}

/** A file as n8n's HTTP client reads it: the shape of a Blob, without its memory. */
interface StreamedBlob {
	name: string;
	type: string;
	size: number;
	stream(): AsyncIterable<Uint8Array>;
}

type Part = [name: string, value: string | StreamedBlob];

/**
 * Multipart form data that streams its file (section 4.2).
 *
 * It has the shape of the platform's FormData, which is how n8n's HTTP client recognises a form
 * and gives it a Content-Length; only that the file is read from n8n's storage while it is being
 * written, so that a large file never lies in memory. The empty `getHeaders` marks the body as
 * one that can be sent once, which keeps n8n from sending it again after a 401.
 */
export class MultipartBody {
	private readonly parts: Part[] = [];

	private readonly released = new AbortController();

	get [Symbol.toStringTag](): string {
		return 'FormData';
	}

	/** The bytes of its files, by which a time limit can be stretched. */
	get fileSize(): number {
		return this.parts.reduce(
			(sum, [, value]) => sum + (typeof value === 'string' ? 0 : value.size),
			0,
		);
	}

	append(name: string, value: string): void {
		this.parts.push([name, value]);
	}

	appendFile(name: string, file: FilePart): void {
		this.parts.push([
			name,
			{
				name: file.fileName,
				type: file.mimeType,
				size: file.size,
				stream: () => file.content(this.released.signal),
			},
		]);
	}

	/**
	 * Lets go of the files: n8n's HTTP client leaves a half-read one behind when the connection
	 * breaks, so whoever sent the body calls this when the request is over.
	 */
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
