/** Sends so many messages. */
export interface TextJob {
	job: 'texts';
	count: number;
	/** Whether all fields hold plain values, so every message is the same; else expressions. */
	fixed?: boolean;
}

/** Uploads a file so many times, from where n8n keeps files on disk. */
export interface UploadJob {
	job: 'uploads';
	count: number;
	/** Bytes of the file. */
	size: number;
}

export type Job = TextJob | UploadJob;

/** One way to send messages. */
export interface Contender {
	/** Makes ready whatever the job needs, so that it is not measured. Returns what does the job. */
	prepare(job: Job): Promise<() => Promise<Done>>;
}

/** What a contender says of its job. */
export interface Done {
	/** How many messages it holds an answer for. */
	sent: number;
	/** Why it ended early. */
	problem?: string;
}

/** What a contender may depend on. */
export interface Surroundings {
	/** The service's address, without a trailing slash. */
	address: string;
	/** A folder for its files, removed afterwards. */
	folder: string;
}

/** How many requests this node, the bare loop and plain axios have in flight. */
export const IN_FLIGHT = 20;

/** What every contender but Telegram sends with each request. */
export const API_KEY = 'bench-key';

export const TEXT_PATH = '/stable/open/customers/send-text-message';

/** The recipient and text of a message. */
export function messageOf(index: number): { customer_id: string; text: string } {
	return { customer_id: String(5001 + index), text: `Your order ${index} is on its way.` };
}
