import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../transport/answer';
import type { ServiceRequest } from '../transport/service';

/** What one input item asks of the service. */
export interface Job {
	request: ServiceRequest;
	/** Whom a send is for: a phone number or a customer id. */
	recipient?: string;
	/** What makes this message this message, beside its request: the file it carries. */
	identity?: unknown;
	/**
	 * Looks at the message before anything is sent, unless an earlier try has sent it. Throws what
	 * `ItemRun.prepare` throws.
	 */
	check?: () => Promise<void>;
	/** Turns the answer into output; without it, the answer is the output. */
	results?: (body: IDataObject | IDataObject[]) => IDataObject[];
}

/** How a run of the node delivers: the node's 'Options' (see the workflow contract). */
export interface DeliveryOptions {
	/** The most requests in flight. */
	parallelSends: number;
	/** The most requests a second; 0 for no limit. */
	messagesPerSecond: number;
	/** How often a request that met a 429 is sent again. */
	rateLimitRetries: number;
	/** The seconds one request may take; a file's size adds to it. */
	timeout: number;
	/** Whether a retry sends a message again whose outcome is unknown. */
	resendUnknown: boolean;
}

/** The options where the user adds none. */
export const DEFAULT_DELIVERY: DeliveryOptions = {
	parallelSends: 20,
	messagesPerSecond: 0,
	rateLimitRetries: 3,
	timeout: 60,
	resendUnknown: false,
};

/** Asks the service something that changes nothing. Never throws. */
export type Read = (request: ServiceRequest) => Promise<Answer>;

/** One run of the node: what it does and how each item becomes a job. */
export interface ItemRun {
	/** A send reaches a person; a read changes nothing. */
	kind: 'send' | 'read';
	options: DeliveryOptions;
	/** Asks the service what changes nothing. */
	read: Read;
	/**
	 * Makes an item's job. Throws an InputError where its values cannot be used, a LookupError
	 * where the service does not say what the item needs to know.
	 */
	prepare: (itemIndex: number) => Job | Promise<Job>;
}
