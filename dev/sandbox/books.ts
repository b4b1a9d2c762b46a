import type { AcceptedMessage, ReceivedRequest } from './receivedRequest';
import type { Reply } from './webhook';

/** What the service has seen and taken on since the start or the last reset. */
export class Books {
	/** in order of arrival */
	readonly requests: ReceivedRequest[] = [];

	/** in the order they were accepted */
	readonly accepted: AcceptedMessage[] = [];

	/** what customers wrote, in order */
	readonly replies: Reply[] = [];

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
		this.replies.length = 0;
		this.inFlightPeak = this.inFlight;
	}
}
