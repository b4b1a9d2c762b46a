import { customerOfPhone, isKnownCustomer, phoneOfCustomer } from './catalogue';
import type { Books } from './books';
import type { AcceptedMessage } from './receivedRequest';

/** What the service reports (service: Webhooks), as far as the names are known, with the words that the page has for it. */
export const actions = {
	ticket_created: 'Ticket created',
	ticket_resolved: 'Ticket resolved',
	customer_created: 'Customer created',
};

export type Action = keyof typeof actions;

/** Somebody who gets messages, and writes. */
export interface Customer {
	id: number;
	/** with the plus sign */
	phone: string;
}

/** What somebody wrote in the inbox as a customer, or had happen there. */
export interface Reply {
	customer: Customer;
	action: Action;
	/** may be empty, as above a picture */
	text: string;
	/** ISO 8601 */
	time: string;
	/** why the webhook does not have it, or nothing when it has */
	problem?: string;
}

/** Milliseconds that the webhook may take. */
const PATIENCE = 10_000;

/** Where the service reports what customers do: an address that somebody typed, and no other. */
export class Webhook {
	private url = '';

	/** @throws Error when it is no web address */
	constructor(address: string = '') {
		this.address = address;
	}

	get address(): string {
		return this.url;
	}

	/** Nothing is reported to an empty one. */
	set address(address: string) {
		const url = address.trim();
		if (url !== '' && !(/^https?:\/\//i.test(url) && URL.canParse(url)))
			throw new Error(`The webhook has to be a web address that begins with http://, not ${url}`);
		this.url = url;
	}

	/** Notes a reply, as an answer to it may come at once, and reports it. */
	async report(reply: Reply, books: Books): Promise<void> {
		books.replies.push(reply);
		const problem = await this.post(eventOf(reply, books));
		if (problem) reply.problem = problem;
	}

	/** @returns why it has not arrived, or nothing */
	private async post(event: object): Promise<string | undefined> {
		if (!this.url) return 'No webhook is set: enter its address at the top of the page.';
		try {
			const answer = await fetch(this.url, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify(event),
				redirect: 'manual',
				signal: AbortSignal.timeout(PATIENCE),
			});
			const text = await answer.text();
			return answer.ok ? undefined : `The webhook answered ${answer.status}. ${wordsOf(text)}`;
		} catch (error) {
			return (error as Error).name === 'TimeoutError'
				? `The webhook has not answered within ${PATIENCE / 1000} seconds.`
				: `Nothing answers at ${this.url}. Is n8n running, and the address right?`;
		}
	}
}

/** What n8n says of its own webhooks: what happened, and what to do. */
function wordsOf(text: string): string {
	try {
		const { message, hint } = JSON.parse(text) as { message?: unknown; hint?: unknown };
		return [message, hint].filter((words) => typeof words === 'string').join(' ');
	} catch {
		return text.slice(0, 200);
	}
}

/** Whom a message went to: templates go to phone numbers, all else to customer IDs. */
export function customerIdOf(message: AcceptedMessage): number {
	return isToPhone(message) ? customerOfPhone(message.recipient) : Number(message.recipient);
}

function isToPhone({ operation }: AcceptedMessage): boolean {
	return operation.startsWith('template.');
}

/** The customer with an ID, with the phone number that they were written to, if there is one. */
export function customerWithId(id: number, { accepted, replies }: Books): Customer {
	const phones = [
		...accepted.filter(isToPhone).map(({ recipient }) => `+${recipient.replace(/\D/g, '')}`),
		...replies.map(({ customer }) => customer.phone),
	];
	const known = phones.find((phone) => customerOfPhone(phone) === id);
	return { id, phone: known ?? phoneOfCustomer(String(id)) };
}

/**
 * The customer with a phone number or an ID that somebody typed.
 *
 * @throws Error when it is neither
 */
export function typedCustomer(typed: string, books: Books): Customer {
	const compact = typed.replace(/[\s()-]/g, '');
	if (/^\+[1-9][0-9]{6,14}$/.test(compact)) return { id: customerOfPhone(compact), phone: compact };
	if (isKnownCustomer(compact)) return customerWithId(Number(compact), books);
	throw new Error(
		'Enter a phone number with its plus sign, such as +12025550123, or a customer ID.',
	);
}

/** How a customer is written to: by the phone number if it is theirs, not one that was made up for their ID. */
export function addressOf({ id, phone }: Customer): string {
	return customerOfPhone(phone) === id ? phone : String(id);
}

/** The event of a reply (service: Webhooks). Where no value is known, or only another platform's, it is the sandbox's choice. */
function eventOf(reply: Reply, { accepted, replies }: Books): object {
	const { customer, action, text, time } = reply;
	const { id, phone } = customer;
	// The latest first.
	const messages = accepted.filter((message) => customerIdOf(message) === id).reverse();
	const written = replies.filter((one) => one.customer.id === id).reverse();
	const first = [...messages, ...written].map((one) => one.time).sort()[0]!;
	const channel = messages.find((message) => message.channel)?.channel;
	const opening = written.find((one) => one.action === 'ticket_created');
	return {
		action,
		customer: {
			...{ id, primary_id: String(id), avatar: '', gender: '', timezone: '', locale: 'en_US' },
			...{ first_name: 'Customer', last_name: String(id), full_name: `Customer ${id}` },
			...{ language: 'en', phone, email: '', created_at: unixSeconds(first) },
			last_message_time: unixSeconds(time),
			last_message_text: text || written.find((one) => one.text)?.text || '',
			...{ city: '', region: '', country: '', ip_address: '', user_agent: '' },
		},
		channel: { id: channel?.id ?? 11, type: 'whatsapp', name: channel?.title ?? 'Webshop' },
		team: { id: 1, name: 'Sandbox' },
		...(action !== 'customer_created' && {
			ticket: {
				id: 7000 + replies.indexOf(opening ?? reply),
				is_replied: messages.length > 0,
				is_resolved: action === 'ticket_resolved',
				conversation_text: opening?.text ?? text,
				created_at: unixSeconds((opening ?? reply).time),
				...{ assigned_agent: null, assigned_group: null, resolved_by: null, tags: [] },
			},
		}),
	};
}

function unixSeconds(time: string): string {
	return String(Math.floor(Date.parse(time) / 1000));
}
