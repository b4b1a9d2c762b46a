import type { ReceivedRequest } from './receivedRequest';
import type { RenderedMessage } from './render';

/** A message the service took on: one entry is one message to a real person. */
export interface AcceptedMessage {
	/** as in the answer, where the answer has one */
	id: string;
	operation: string;
	/** phone number or customer identifier, as the request gave it */
	recipient: string;
	request: ReceivedRequest;
	/** ISO 8601 */
	time: string;
	/** as the recipient sees it */
	content: RenderedMessage;
	channel?: { id: number; title: string; number: string };
	template?: { id: number; name: string };
}

/** What the service has seen and taken on since the start or the last reset. */
export class Books {
	/** in order of arrival */
	readonly requests: ReceivedRequest[] = [];

	/** in the order they were accepted */
	readonly accepted: AcceptedMessage[] = [];

	/** the most requests that were being handled at one time */
	inFlightPeak = 0;

	private inFlight = 0;

	private messages = 0;

	/**
	 * Notes a request and counts it as being handled.
	 *
	 * @returns what to call when its answer is about to go out, or when it is over without one; more calls do nothing
	 */
	arrive(request: ReceivedRequest): () => void {
		this.inFlight += 1;
		this.inFlightPeak = Math.max(this.inFlightPeak, this.inFlight);
		this.requests.push(request);
		let present = true;
		return () => {
			if (present) this.inFlight -= 1;
			present = false;
		};
	}

	/** The identifier of the next message to be accepted; none is used twice, also after a reset. */
	get nextMessageId(): string {
		return `message-${this.messages + 1}`;
	}

	/** Accepts a message. */
	accept(message: Omit<AcceptedMessage, 'id'>): void {
		this.accepted.push({ id: this.nextMessageId, ...message });
		this.messages += 1;
	}

	/** Forgets what was received and accepted; requests being handled stay counted. */
	reset(): void {
		this.requests.length = 0;
		this.accepted.length = 0;
		this.inFlightPeak = this.inFlight;
	}
}
