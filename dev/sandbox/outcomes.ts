import { customerOfPhone } from './catalogue';
import type { Fault } from './faultyAnswer';

/** How every message to a certain recipient ends. */
interface Outcome {
	phone: string;
	/** the same recipient, for texts and attachments */
	customer: string;
	/** in a few words */
	what: string;
	/** what goes wrong, if anything */
	fault?: Fault;
	/** only the first of two tries meets the fault */
	onFirstTry?: true;
	accepts: boolean;
}

function outcome(
	lastDigits: string,
	what: string,
	accepts: boolean,
	more: Pick<Outcome, 'fault' | 'onFirstTry'> = {},
): Outcome {
	const phone = `+1555555${lastDigits}`;
	return { phone, customer: String(customerOfPhone(phone)), what, accepts, ...more };
}

/**
 * The recipients whose messages always end the same way, so that everybody can see each outcome without a service that
 * fails. README.md beside this file says what the node does then.
 */
const outcomes: readonly Outcome[] = [
	outcome('0150', 'accepted', true),
	outcome('0151', 'refused', false, {
		fault: { kind: 'status', status: 400, message: 'This customer takes no messages' },
	}),
	outcome('0152', 'too many requests at each first try, accepted at the second', false, {
		fault: { kind: 'rateLimit', retryAfter: 1 },
		onFirstTry: true,
	}),
	outcome('0153', 'accepted, but the connection breaks before the response', true, {
		fault: { kind: 'resetAfterBody' },
	}),
	outcome('0154', 'not accepted, and the connection breaks before the response', false, {
		fault: { kind: 'resetAfterBody' },
	}),
	outcome('0155', 'accepted, with a response after 3 seconds', true, {
		fault: { kind: 'slow', milliseconds: 3000 },
	}),
];

/** How the messages to this phone number or customer ID end, if they always end the same way. */
export function outcomeOf(recipient: string | undefined): Outcome | undefined {
	return outcomes.find(({ phone, customer }) => recipient === phone || recipient === customer);
}

/** The recipients and what becomes of their messages, one a line. */
export function listOutcomes(): string {
	return outcomes
		.map(({ phone, customer, what }) => `  ${phone}  or customer ${customer}  ${what}`)
		.join('\n');
}
