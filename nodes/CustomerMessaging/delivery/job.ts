import type { IDataObject } from 'n8n-workflow';

import type { UnknownOutcome } from './memory/fate';
import type { ItemRecipient } from '../recipient/recipient';
import type { ServiceRequest } from '../service/service';

/** Reads what an item asks for, and makes its output of that. Throws a FailureError. */
export type ReadJob = () => Promise<IDataObject[]>;

/** What an item asks of the service if it reaches a person. */
export interface SendJob {
	request: ServiceRequest;
	/** What the customer gets, if no check says it. */
	text?: string;
	/**
	 * Compares the message with its template. Returns the filled-in text or, in one sentence, why that was not possible.
	 * Throws a FailureError if the message does not fit.
	 */
	check?: () => Promise<{ text?: string; whyUnchecked?: string }>;
}

/** The node's 'Options' for delivery, the same for all items of a run. */
export interface DeliveryOptions {
	parallelSends: number;
	/** Maximum requests per second; 0 for no limit. */
	messagesPerSecond: number;
	/** Seconds for one request, response included; a file's size adds to it. */
	timeout: number;
	/** Whether to compare every item with its template before the first message leaves. */
	checkVariables: boolean;
	/**
	 * What to do with a message that may have arrived: fail and hold it back, count it as sent, or let a retry send it
	 * again.
	 */
	unknownOutcome: UnknownOutcome;
}

export interface SendRun {
	/** Such as `template.send`. */
	operation: string;
	options: DeliveryOptions;
	recipients: {
		isTest: boolean;
		hasKeys: boolean;
		/** Throws a FailureError. */
		of(itemIndex: number): ItemRecipient;
		/** The key under which an item's message is sent only once, across executions. Throws a FailureError. */
		keyOf(itemIndex: number): string | undefined;
	};
	/** Throws a FailureError if the item's values, or what the service says about them, cannot be used. */
	prepare: (itemIndex: number, recipient: string) => Promise<SendJob>;
	/** Runs right before a message leaves. Throws a FailureError if it must not leave. */
	beforeSend: () => void;
	/** Whether the execution then waits for an answer, which fails if the message is another execution's. */
	isQuestion: boolean;
	/** Whether the output of what was sent has only the useful parts of the response. */
	simplify: boolean;
}
