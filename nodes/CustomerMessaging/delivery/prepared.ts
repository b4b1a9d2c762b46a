import type { ItemParameters, NodeParameters } from '../../../lib/fields';
import type { RecipientField } from '../recipient/recipient';
import type { Outcome } from '../reporting/outcome';
import type { ReadableService, ServiceRequest } from '../service/service';

/** An item's message, once its values are read. */
export interface PreparedSend {
	request: ServiceRequest;
	/** What the customer gets, if no check says it. */
	text?: string;
	/**
	 * Compares the message and its template: returns the text or, in a sentence, why it did not, and what to do if the service
	 * refuses the message as well. May throw a FailureError.
	 */
	check?: () => Promise<{ text?: string; whyUnchecked?: string; ifRefused?: string }>;
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
	countsUnknownAsSent: boolean;
	resendsUnknown: boolean;
}

/** How an operation reaches a person. */
export interface SendSteps {
	/** Read before anything else, because an item that was already sent needs nothing more. */
	recipientField: RecipientField;
	/** Of an operation that waits, such as for an answer: what it does before and after its message leaves. All throw a FailureError. */
	wait?: (parameters: NodeParameters) => {
		beforeSend: () => void;
		/** Has the execution wait, if the message left. */
		afterSend: (outcome: Outcome | undefined) => Promise<void>;
	};
	/** Throws a FailureError if the item's values cannot be used. */
	prepare: (
		item: ItemParameters,
		service: ReadableService,
		recipient: string,
	) => PreparedSend | Promise<PreparedSend>;
}
