import { operations, type Operation, type ReceivedRequest, recipientOf } from './receivedRequest';

/** What can go wrong with an answer. None of these answers is validated against the OpenAPI document. */
export type Fault =
	/** this status; text goes out as it is, anything else as JSON; default an error body that fits the status */
	| { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
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
	/** a reset before the body was read, or, for a rule about a recipient, as soon as the recipient was read */
	| { kind: 'resetBeforeBody' }
	/** a reset after the whole body was read */
	| { kind: 'resetAfterBody' }
	/** the head and half of the body that it announces, then the end */
	| { kind: 'halfAnswer' }
	/** a web page, with status 200 unless told */
	| { kind: 'html'; status?: number }
	/** 200 without a body */
	| { kind: 'emptyBody' }
	/** the right answer, said to be plain text */
	| { kind: 'wrongContentType' }
	/** the right answer, with a byte order mark in front */
	| { kind: 'byteOrderMark' }
	/** the right answer, which says success, with this value as its `error`; a list has no place for one and stays */
	| { kind: 'successWithError'; error: unknown }
	/** 200 with JSON of this many bytes (default 50 MB) that is not what the service answers */
	| { kind: 'hugeBody'; bytes?: number }
	/**
	 * somewhere else, by default a path the service does not have, so that following it shows in the requests;
	 * `keepQuery` (default true) hands on the query with the key
	 */
	| {
			kind: 'redirect';
			status: 300 | 301 | 302 | 303 | 304 | 307 | 308;
			location?: string;
			keepQuery?: boolean;
	  }
	/** 200 that says it was no success: in the operation's own answer (default), or as an error object */
	| { kind: 'successFalse'; message?: string; shape?: 'answer' | 'errorObject' }
	/** an error (default 400) whose text holds the request's full URL, key included */
	| { kind: 'echoUrl'; status?: number }
	/**
	 * these bytes below TLS after the whole body was read, then the end: a record that cannot be decrypted, an HTTP
	 * answer in the clear, or a fatal alert in the clear with a number that TLS does not have; needs a sandbox with TLS
	 */
	| { kind: 'breakTls'; with: 'badRecord' | 'plainText' | 'alert' };

/** Which requests a fault is for; what is absent matches every request. */
export interface FaultRule {
	operation?: Operation;
	/** phone number or customer identifier, as the request gives it */
	recipient?: string;
	path?: string;
	/** how many matching requests go by untouched first; default 0 */
	after?: number;
	/** how many requests it is for; default all */
	times?: number;
	fault: Fault;
	/**
	 * Whether a valid message goes into the books although its answer is faulty. Default: only for the kinds that give
	 * the right answer, or begin to: `slow`, `stall`, `drip`, `wrongContentType`, `byteOrderMark` and
	 * `successWithError`. An invalid request is refused the ordinary way then. A `slow` that does not accept waits
	 * first, and then treats the request as if it had just come, provided that the caller is still there.
	 */
	accepts?: boolean;
}

/** A fault that hit a request. */
export interface ChosenFault {
	fault: Fault;
	accepts: boolean;
}

/** The moments at which a request can be hit: nothing but its head is there, its recipient, all of it. */
export type FaultMoment = 'head' | 'recipient' | 'body';

/** The kinds that need the right answer worked out, whether the message is accepted or not. */
const kindsOfRightAnswer: ReadonlyArray<Fault['kind']> = [
	'slow',
	'stall',
	'drip',
	'wrongContentType',
	'byteOrderMark',
	'successWithError',
];

/** Whether a fault gives the right answer in a wrong way, or begins to. */
export function givesRightAnswer({ kind }: Fault): boolean {
	return kindsOfRightAnswer.includes(kind);
}

/** The faults that are switched on. */
export class Faults {
	private rules: Array<FaultRule & { seen: number }> = [];

	/** @param hasTls whether the service speaks TLS, which `breakTls` needs; default false */
	constructor(private readonly hasTls = false) {}

	/** Switches a fault on. Where several rules match a request, the first one added that is not used up counts. */
	add(rule: FaultRule): void {
		if (rule.operation !== undefined && !operations.includes(rule.operation)) {
			throw new TypeError(
				`There is no operation '${rule.operation}'. Use one of: ${operations.join(', ')}`,
			);
		}
		if (rule.fault.kind === 'breakTls' && !this.hasTls) {
			throw new TypeError('A fault of the kind breakTls needs a sandbox that was started with tls');
		}
		this.rules.push({ ...rule, seen: 0 });
	}

	/** Switches all faults off. */
	clear(): void {
		this.rules = [];
	}

	/** The rules that are switched on, and how many requests each has matched. */
	get active(): ReadonlyArray<FaultRule & { seen: number }> {
		return this.rules;
	}

	/** The fault for a request, if one is due. Counts, so it is asked once for each moment. */
	choose(request: ReceivedRequest, moment: FaultMoment): ChosenFault | undefined {
		if (this.rules.length === 0) return undefined;
		const recipient = recipientOf(request);
		for (const rule of this.rules) {
			if (!isDue(rule, moment)) continue;
			if (rule.operation !== undefined && rule.operation !== request.operation) continue;
			if (rule.path !== undefined && rule.path !== request.path) continue;
			if (rule.recipient !== undefined && rule.recipient !== recipient) continue;
			const after = rule.after ?? 0;
			if (rule.seen >= after + (rule.times ?? Infinity)) continue;
			rule.seen += 1;
			if (rule.seen <= after) continue;
			return { fault: rule.fault, accepts: rule.accepts ?? givesRightAnswer(rule.fault) };
		}
		return undefined;
	}
}

/** A reset before the body comes as early as its rule can be decided; everything else waits for the body. */
function isDue(rule: FaultRule, moment: FaultMoment): boolean {
	if (rule.fault.kind !== 'resetBeforeBody') return moment === 'body';
	return rule.recipient === undefined ? moment === 'head' : moment === 'recipient';
}
