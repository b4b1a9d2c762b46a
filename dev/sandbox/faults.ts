import { endpointOf } from './contract';
import { outcomeOf } from './outcomes';
import { type ReceivedRequest, recipientOf } from './receivedRequest';

/** What can go wrong with an answer. None of these answers is validated against the OpenAPI document. */
export type Fault =
	/**
	 * this status; text goes out as it is, anything else as JSON; default an error body that fits the status, with this
	 * message
	 */
	| {
			kind: 'status';
			status: number;
			body?: unknown;
			message?: string;
			headers?: Record<string, string>;
	  }
	/** 429; `retryAfter` in seconds or as a date, as the header has it */
	| { kind: 'rateLimit'; retryAfter?: number | string }
	/** the right answer, late */
	| { kind: 'slow'; milliseconds: number }
	/** no answer, the connection stays open */
	| { kind: 'hang' }
	/** the head of the right answer, then nothing more; the connection stays open */
	| { kind: 'stall' }
	/**
	 * the right answer, one byte at a time with this many milliseconds between; `endless` puts white space without end
	 * in front of it
	 */
	| { kind: 'drip'; milliseconds: number; endless?: boolean }
	/** a reset as soon as the recipient was read, which is before the file of an upload */
	| { kind: 'resetBeforeBody' }
	/** a reset after the whole body was read */
	| { kind: 'resetAfterBody' }
	/** the head and half of the body that it announces, then the end */
	| { kind: 'halfAnswer' }
	/** a web page, with status 200 unless told */
	| { kind: 'html'; status?: number }
	/** the right answer, said to be plain text */
	| { kind: 'wrongContentType' }
	/** the right answer, with a byte order mark in front */
	| { kind: 'byteOrderMark' }
	/** the right answer, which says success, with this value as its `error`; a list has no place for one and stays */
	| { kind: 'successWithError'; error: unknown }
	/**
	 * somewhere else with the same query and its key, by default a path the service does not have, so that following it
	 * shows in the requests
	 */
	| { kind: 'redirect'; status: 300 | 301 | 302 | 303 | 304 | 307 | 308; location?: string }
	/** 200 that says it was no success: in the operation's own answer, or as an error object */
	| { kind: 'successFalse'; message?: string; shape?: 'errorObject' }
	/** an error (default 400) whose text holds the request's full URL and the key, wherever it came */
	| { kind: 'echoUrl'; status?: number }
	/**
	 * these bytes below TLS after the whole body was read, then the end: a record that cannot be decrypted, an HTTP
	 * answer in the clear, or a fatal alert in the clear with a number that TLS does not have; needs a sandbox with TLS
	 */
	| { kind: 'breakTls'; with: 'badRecord' | 'plainText' | 'alert' };

/** Which requests a fault is for; what is absent matches every request. */
export interface FaultRule {
	operation?: string;
	/** phone number or customer identifier, as the request gives it */
	recipient?: string;
	/** how many matching requests go by untouched first; default 0 */
	after?: number;
	/** how many requests it is for; default all */
	times?: number;
	fault: Fault;
	/**
	 * Whether a valid message goes into the books although its answer is faulty; an invalid request is refused the
	 * ordinary way then. Default: only for the kinds that give the right answer, or begin to.
	 */
	accepts?: boolean;
}

/** A fault that hit a request. */
export interface ChosenFault {
	fault: Fault;
	accepts: boolean;
}

/** The kinds that give the right answer in a wrong way, or begin to. */
const kindsOfRightAnswer: ReadonlyArray<Fault['kind']> = [
	'slow',
	'stall',
	'drip',
	'wrongContentType',
	'byteOrderMark',
	'successWithError',
];

/** The faults that are switched on, and those of the recipients whose messages always end the same way. */
export class Faults {
	private rules: Array<FaultRule & { seen: number }> = [];

	/** The recipients whose message has had its first try, and waits for the second. */
	private readonly tried = new Set<string>();

	/**
	 * Switches a fault on. Where several rules match a request, the first one added that is not used up counts.
	 *
	 * @throws Error when the service has no such operation
	 */
	add(rule: FaultRule): void {
		if (rule.operation !== undefined) endpointOf(rule.operation);
		this.rules.push({ ...rule, seen: 0 });
	}

	/** Switches all faults off, and begins with the first tries anew. */
	clear(): void {
		this.rules = [];
		this.tried.clear();
	}

	/**
	 * The fault for a request, if one is due. Counts, so it is asked once for each moment.
	 *
	 * @param isWhole whether the whole body is there, or nothing but the recipient
	 */
	choose(request: ReceivedRequest, isWhole: boolean): ChosenFault | undefined {
		for (const rule of this.rules) {
			const { fault, operation, recipient, after = 0, times = Infinity } = rule;
			if (isWhole === (fault.kind === 'resetBeforeBody')) continue;
			if (operation !== undefined && operation !== request.operation) continue;
			if (recipient !== undefined && recipient !== recipientOf(request)) continue;
			if (rule.seen >= after + times) continue;
			rule.seen += 1;
			if (rule.seen <= after) continue;
			return { fault, accepts: rule.accepts ?? kindsOfRightAnswer.includes(fault.kind) };
		}
		return isWhole ? this.chooseOutcome(request) : undefined;
	}

	private chooseOutcome(request: ReceivedRequest): ChosenFault | undefined {
		const recipient = recipientOf(request);
		const { fault, accepts, onFirstTry } = outcomeOf(recipient) ?? {};
		if (recipient === undefined || fault === undefined) return undefined;
		if (onFirstTry && this.tried.delete(recipient)) return undefined;
		if (onFirstTry) this.tried.add(recipient);
		return { fault, accepts: accepts === true };
	}
}
