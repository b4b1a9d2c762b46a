import { endpointOf } from './contract';
import type { Fault } from './faultyAnswer';
import { outcomeOf } from './outcomes';
import { type ReceivedRequest, recipientOf } from './receivedRequest';

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
