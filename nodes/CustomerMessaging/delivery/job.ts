import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../transport/answerPolicy';
import type { ServiceRequest } from '../transport/service';

/** What one input item asks of the service. */
export interface Job {
	request: ServiceRequest;
	/**
	 * Compares the message with its template. Returns one sentence saying why that was not possible; undefined if the
	 * message fits. Throws a FailureError if it does not.
	 */
	check?: () => Promise<string | undefined>;
	/** Turns the objects of a read's answer into output; without it, they are the output. */
	results?: (objects: IDataObject[]) => IDataObject[];
}

/** The node's 'Options' for delivery, the same for all items of a run. */
export interface DeliveryOptions {
	/** Maximum number of requests in flight. */
	parallelSends: number;
	/** Maximum requests per second; 0 for no limit. */
	messagesPerSecond: number;
	/** How often to resend a request that was answered with status 429. */
	rateLimitRetries: number;
	/** Seconds for one request, response included; a file's size adds to it. */
	timeout: number;
	/** Whether to compare every item with its template before the first message leaves. */
	checkVariables: boolean;
	/**
	 * What to do with a message that may have arrived: fail and hold it back, count it as sent, or let a retry send it
	 * again.
	 */
	unknownOutcome: 'ask' | 'treatAsSent' | 'sendAgain';
	/** How many message keys the node remembers. */
	keysToRemember: number;
	/** How many failures in a row stop a run that continues on fail; 0 for never. */
	stopAfterFailures: number;
}

/** Reads from the service without changing anything. Throws a FailureError. */
export type Read = (request: ServiceRequest) => Promise<IDataObject[]>;

/** One run of the node: its operation, and how each item becomes a job. */
export interface ItemRun {
	/** Such as `template.send`. */
	operation: string;
	kind: 'send' | 'read';
	options: DeliveryOptions;
	/** Like `Read`, but returns a failure instead of throwing it. */
	read: (request: ServiceRequest) => Promise<Answer | undefined>;
	/** A phone number or a customer ID; empty for a read. Throws a FailureError. */
	recipientOf: (itemIndex: number) => string;
	/** The recipient in production, even if this is a test. Throws a FailureError. */
	customerOf: (itemIndex: number) => string;
	/** The key under which an item's message is sent only once, across executions. Throws a FailureError. */
	messageKeyOf?: (itemIndex: number) => string;
	/** Whether this is a test, whose messages all go to one recipient. */
	isTest: boolean;
	/** The output of an item that was sent. */
	sentItem: (answer: IDataObject, recipient: string) => IDataObject;
	/**
	 * Makes an item's job. Throws a FailureError if its values, or what the service says about them, cannot be used.
	 */
	prepare: (itemIndex: number, recipient: string) => Promise<Job>;
	/** Runs right before a message leaves. Throws a FailureError if it must not leave. */
	beforeSend: () => void;
}
