/** What is sent: a text, or a template whose three variables are filled. */
export type MessageKind = 'texts' | 'templates';

/** Sends `count` messages. */
export interface MessageJob {
	job: MessageKind;
	count: number;
	/** Whether all fields of a text hold plain values, so every message is the same; else expressions. */
	fixed?: boolean;
	/** How many keys the node remembers before it sends. */
	remembered?: number;
}

/** Uploads a file `count` times, from where n8n keeps files on disk. */
export interface UploadJob {
	job: 'uploads';
	count: number;
	/** Bytes of the file. */
	size: number;
}

export type Job = MessageJob | UploadJob;

/** One way to send messages. */
export interface Contender {
	/** Prepares the job, so that preparing is not measured. Returns what does the job. */
	prepare(job: Job): Promise<() => Promise<Done>>;
}

/** What a contender reports about its job. */
export interface Done {
	/** How many messages it has an answer for. */
	sent: number;
	/** Why it ended early. */
	problem?: string;
	/** How often it asked n8n what it remembers. */
	storeCalls?: number;
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

/** Where each kind of message is sent to (service: Send text, Send template). */
export const PATHS: Record<MessageKind, string> = {
	texts: '/stable/open/customers/send-text-message',
	templates: '/stable/open/whatsapp/send-template-message',
};

/** The template that is sent, and the channel it is sent through. */
export const TEMPLATE = { template_id: '301', channel_id: '201' };

/** What a workflow knows of a customer when it sends a text. */
export function textItem(index: number) {
	return { customer_id: String(5001 + index), text: `Your order ${index} is on its way.` };
}

/** What a workflow knows of a customer when it sends a template. */
export function templateItem(index: number) {
	// Numbers ending in 555-0100 to 555-0199 are nobody's, in any area.
	const area = 201 + Math.floor(index / 100);
	return {
		phone: `+1${area}55501${String(index % 100).padStart(2, '0')}`,
		name: `Customer ${index}`,
		order: `A-${1000 + index}`,
		day: 'Friday',
	};
}

/** What the service is to receive for an item. */
export function bodyOf(kind: MessageKind, index: number): object {
	if (kind === 'texts') return textItem(index);
	const { phone, name, order, day } = templateItem(index);
	return { ...TEMPLATE, customer_phone: phone, attributes: { 1: name, 2: order, 3: day } };
}
