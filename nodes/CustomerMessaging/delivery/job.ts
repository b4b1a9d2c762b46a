import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../transport/answerPolicy';
import type { ServiceRequest } from '../transport/service';

/** What one input item asks of the service. */
export interface Job {
	request: ServiceRequest;
	/**
	 * Compares the message with its template. Gives why it could not, as one sentence; undefined where it fits. Throws a
	 * FailureError where it does not.
	 */
	check?: () => Promise<string | undefined>;
	/** Turns the answer to a read into output; without it, the answer is the output. */
	results?: (objects: IDataObject[]) => IDataObject[];
}

/** How a run of the node delivers: the node's 'Options' (see the workflow contract). */
export interface DeliveryOptions {
	/** The most requests in flight. */
	parallelSends: number;
	/** The most requests a second; 0 for no limit. */
	messagesPerSecond: number;
	/** How often a request that met a 429 is sent again. */
	rateLimitRetries: number;
	/** The seconds one request may take, its answer included; a file's size adds to it. */
	timeout: number;
	/** Whether every item is compared with its template before the first message leaves. */
	checkVariables: boolean;
	/**
	 * What becomes of a message that may have arrived: it stays an error and is held back, it counts as sent, or a retry
	 * sends it again.
	 */
	unknownOutcome: 'ask' | 'treatAsSent' | 'sendAgain';
	/** How many message keys the node remembers. */
	keysToRemember: number;
	/** After how many failures in a row nothing more leaves, where the node continues on fail; 0 for never. */
	stopAfterFailures: number;
}

/** Asks the service something that changes nothing. Returns what it answers; throws a FailureError. */
export type Read = (request: ServiceRequest) => Promise<IDataObject[]>;

/** One run of the node: what it does and how each item becomes a job. */
export interface ItemRun {
	/** The operation's name, such as `template.send`. */
	operation: string;
	/** A send reaches a person; a read changes nothing. */
	kind: 'send' | 'read';
	options: DeliveryOptions;
	/** Asks the service what changes nothing. */
	read: (request: ServiceRequest) => Promise<Answer | undefined>;
	/** Whom an item's message is for: a phone number or a customer ID; empty for a read. Throws a FailureError. */
	recipientOf: (itemIndex: number) => string;
	/** The same in production, where a test sends all to one recipient. Throws a FailureError. */
	customerOf: (itemIndex: number) => string;
	/** The key under which an item's message is sent only once, in whichever execution. Throws a FailureError. */
	messageKeyOf?: (itemIndex: number) => string;
	/** Whether a person tries the messages out, all of which go to one recipient. */
	isTest: boolean;
	/** The output of an item that was sent: takes the service's answer, and whom it was for. */
	sentItem: (answer: IDataObject, recipient: string) => IDataObject;
	/** Makes an item's job. Throws a FailureError where its values, or what the service says of them, cannot be used. */
	prepare: (itemIndex: number, recipient: string) => Promise<Job>;
	/** What has to be done right before a message leaves. Throws a FailureError where it cannot, and so must not leave. */
	beforeSend: () => void;
}
