import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { runError } from '../reporting/failureWords';
import {
	isFailure,
	stateAfter,
	unknownItem,
	type Outcome,
	type SkippedOutcome,
} from '../reporting/outcome';
import { inSentence, summaryHint, unwrittenWords, type RefusedItem } from '../reporting/runSummary';
import { failureOf, type Failure } from '../service/failure';
import type { Service } from '../service/service';
import { SYSTEM_CLOCK } from './clock';
import { ItemLoop, type Item } from './itemLoop';
import type { DeliveryOptions, SendJob, SendRun } from './job';
import { createPace } from './pace';
import { createRequestWithRetries } from './requestWithRetries';
import { SentLog, type Message } from './sentLog';
import type { Conclusion, MessageState } from './sentList';

/** How many messages a test sends. */
const TEST_MESSAGES = 5;

/** Why a message may have arrived, if only the list of all executions says so; or did, for a retry that has lost its key. */
const DOUBTS: Record<Exclude<MessageState, 'new'>, Failure> = {
	unknown: cutOff('An earlier execution left it unknown whether the message arrived'),
	underWay: cutOff('Another execution began to send it, and has not said what became of it'),
	sent: cutOff('A message with the key that it had before was sent'),
};

type Decision = 'send' | 'skip' | 'hold';

/**
 * What to do with a message, by what the executions know of it and by 'If Outcome Is Unknown'. A message that is held
 * counts as sent with 'Treat as Sent', and otherwise fails.
 */
const DECISIONS: Record<
	MessageState | 'treated',
	Record<DeliveryOptions['unknownOutcome'], Decision>
> = {
	new: { ask: 'send', sendAgain: 'send', treatAsSent: 'send' },
	unknown: { ask: 'hold', sendAgain: 'send', treatAsSent: 'hold' },
	// It may be leaving right now.
	underWay: { ask: 'hold', sendAgain: 'hold', treatAsSent: 'hold' },
	sent: { ask: 'skip', sendAgain: 'skip', treatAsSent: 'skip' },
	// An earlier try of this run was in doubt; if it was treated as sent then, it has the same output again.
	treated: { ask: 'skip', sendAgain: 'skip', treatAsSent: 'hold' },
};

/** What each outcome tells other executions about the message. */
const CONCLUSIONS: Record<Outcome['state'], Conclusion> = {
	done: 'sent',
	skipped: 'sent',
	unknown: 'unknown',
	failed: 'notSent',
	untouched: 'notSent',
};

/** An item that can be sent. */
interface PreparedItem extends Message {
	/** Removed when its turn comes: thousands of finished messages need not stay in memory until the last one. */
	job?: SendJob;
}

/** What a run of sends leaves. */
export interface SendsEnd {
	output: INodeExecutionData[][];
	outcomes: readonly Outcome[];
}

/**
 * Runs a send operation over all input items. Messages are claimed and sent in parallel, in order for each recipient;
 * the output is in input order. Throws a NodeApiError or NodeOperationError for the first failed item if the node does
 * not continue on fail; by then every message in flight has its outcome.
 */
export async function runSends(
	context: IExecuteFunctions,
	service: Service,
	run: SendRun,
): Promise<SendsEnd> {
	return await new Sends(context, service, run).end();
}

class Sends {
	private readonly loop;

	private readonly log;

	private readonly pace;

	private readonly request;

	/** Why it is unknown whether an earlier attempt arrived, by item. */
	private readonly doubts = new Map<number, Failure>();

	/** In a test, the customers by item. */
	private readonly insteadOf = new Map<number, string>();

	/** In a test, why production would refuse items. */
	private readonly refused: RefusedItem[] = [];

	/** Why messages could not be compared with their templates. */
	private readonly unchecked = new Set<string>();

	constructor(
		private readonly context: IExecuteFunctions,
		service: Service,
		private readonly run: SendRun,
	) {
		const { operation, options } = run;
		this.loop = new ItemLoop(context, 'send', options, (item, failure) =>
			this.failed(item, failure),
		);
		const { stop } = this.loop;
		const clock = SYSTEM_CLOCK;
		this.log = new SentLog(context, operation);
		this.pace = createPace(context.getContext('node'), options.messagesPerSecond, clock, stop);
		const { pace } = this;
		this.request = createRequestWithRetries({ service, options, kind: 'send', pace, clock, stop });
	}

	/** Addresses all items, restores what earlier tries sent, prepares the rest, stops if one cannot be sent, sends. */
	async end(): Promise<SendsEnd> {
		const { loop } = this;
		const messages = await loop.prepare(loop.items, (item) => this.readMessage(item));
		for (const message of messages) this.restore(message);
		const prepared = await loop.prepare(
			messages.filter((message) => loop.isOpen(message)),
			async (message) => await this.prepare(message),
		);
		const restored = messages.filter(({ index }) => loop.outcomes[index]?.state === 'done');
		const repeats = repeatsIn([...restored, ...prepared]);
		const firsts = prepared.filter((message) => !repeats.has(message));
		const mayGoOn = loop.continues || loop.firstFailed === undefined;
		const unwritten = mayGoOn ? await this.sendAll(firsts) : undefined;
		for (const message of firsts) this.holdIfDoubtful(message);
		loop.failUnreached(firsts);
		for (const [message, first] of repeats) if (loop.isOpen(message)) this.follow(message, first);
		return this.report(unwritten);
	}

	/** Reads the recipient and the key of an item's message; none for an item that a test leaves out. */
	private readMessage(item: Item): Message | undefined {
		const { index } = item;
		const { customerOf, test } = this.run;
		if (test === undefined) {
			item.recipient = customerOf(index);
			const message = { index, recipient: item.recipient };
			return { ...message, key: this.keyOf(message) };
		}
		try {
			item.recipient = customerOf(index);
			this.insteadOf.set(index, item.recipient);
		} catch (error) {
			this.refused.push({ index, why: failureOf(error).message });
		}
		if (index >= TEST_MESSAGES) {
			this.loop.outcomes[index] = skipped(item, 'testRun');
			return undefined;
		}
		// Whatever the test recipient is, it is not the customer.
		item.recipient = undefined;
		item.recipient = test.recipientOf(index);
		// A test reads keys only to check them.
		this.run.messageKeyOf?.(index);
		return { index, recipient: item.recipient };
	}

	/** The key of a message; none if it cannot be read and does not matter any more, as the message was sent. */
	private keyOf(message: Message): string | undefined {
		const { messageKeyOf } = this.run;
		if (!('response' in (this.log.recall(message) ?? {}))) return messageKeyOf?.(message.index);
		try {
			return messageKeyOf?.(message.index);
		} catch {
			return undefined;
		}
	}

	/** Restores what an earlier try of this run knows about a message: its outcome, or why that is unknown. */
	private restore(message: Message): void {
		const { index, recipient } = message;
		const earlier = this.log.recall(message);
		if (earlier === undefined) return;
		if ('unknown' in earlier) {
			if (earlier.byKey === undefined || earlier.byKey !== message.key)
				this.doubts.set(index, earlier.unknown);
		} else
			this.loop.outcomes[index] = {
				state: 'done',
				results: [this.run.sentItem(earlier.response, recipient, this.insteadOf.get(index))],
			};
	}

	private async prepare(message: Message): Promise<PreparedItem> {
		const job = await this.run.prepare(message.index, message.recipient);
		const whyUnchecked = this.run.options.checkVariables ? await job.check?.() : undefined;
		if (whyUnchecked !== undefined) this.unchecked.add(whyUnchecked);
		return { ...message, job };
	}

	/** Sends messages. Returns why n8n could not save what became of them, if it could not. */
	private async sendAll(messages: PreparedItem[]): Promise<Failure | undefined> {
		const { log, loop } = this;
		try {
			log.begin(messages, this.run.options, loop.stop);
		} catch (error) {
			const failure = failureOf(error);
			for (const message of messages) loop.outcomes[message.index] = this.failed(message, failure);
			return undefined;
		}
		await loop.deliver(messages, async (message) => await this.claimAndSend(message));
		return await log.close(loop.isCancelled);
	}

	/**
	 * Claims a message, sends it unless another execution has, and records what became of it. Throws a FailureError only
	 * before the message leaves.
	 */
	private async claimAndSend(message: PreparedItem): Promise<Outcome> {
		const { job } = message;
		message.job = undefined;
		const known = await this.log.claim(message);
		const outcome =
			known === undefined || job === undefined
				? UNTOUCHED
				: await this.carryOut(message, job, known);
		this.log.conclude(message, this.conclusionOf(message, known, outcome));
		return outcome;
	}

	/** What this execution itself can say of a message: *unknown* only if it, or an earlier try of it, has sent it. */
	private conclusionOf(
		message: Message,
		known: MessageState | undefined,
		{ state }: Outcome,
	): Conclusion {
		const earlier = this.log.recall(message);
		const isDoubted = earlier !== undefined && 'unknown' in earlier && earlier.byKey === undefined;
		if (known === 'underWay') return isDoubted ? 'unknown' : 'givenUp';
		return state === 'unknown' && !isDoubted ? 'notSent' : CONCLUSIONS[state];
	}

	/** Sends, skips or holds a message, by what is known of it. */
	private async carryOut(message: Message, job: SendJob, known: MessageState): Promise<Outcome> {
		const { index } = message;
		const earlier = this.doubts.get(index);
		const doubted = known === 'new' ? 'unknown' : known === 'sent' ? 'treated' : known;
		const row = earlier === undefined ? known : doubted;
		const decision = DECISIONS[row][this.run.options.unknownOutcome];
		const doubt = earlier ?? (known === 'new' ? undefined : DOUBTS[known]);
		if (earlier === undefined && doubt !== undefined) this.noteForRetries(message, doubt);
		if (decision === 'skip') return skipped(message, 'alreadySent');
		if (doubt !== undefined) this.doubts.set(index, doubt);
		return decision === 'hold' && doubt !== undefined
			? this.held(message, doubt)
			: await this.send(message, job);
	}

	private async send(message: Message, { request }: SendJob): Promise<Outcome> {
		this.run.beforeSend();
		try {
			const result = await this.request(request);
			if (result === undefined) return UNTOUCHED;
			this.loop.noteResult(result);
			if (!result.ok) {
				const { failure } = result;
				const state = stateAfter(failure);
				if (state === 'unknown') this.log.record(message, { unknown: failure });
				return this.outcomeOf(
					message,
					failure,
					state === 'unknown' || this.doubts.has(message.index),
				);
			}
			const [response = {}] = result.objects;
			this.log.record(message, { response });
			const { index, recipient } = message;
			const sent = this.run.sentItem(response, recipient, this.insteadOf.get(index));
			return { state: 'done', results: [sent] };
		} catch (error) {
			// The request had begun, so it is unknown how far it got.
			const failure: Failure = { ...failureOf(error), kind: 'noResponse' };
			this.log.record(message, { unknown: failure });
			this.loop.stopWith({
				...failure,
				message: `Nothing more was sent after an error of this node: ${inSentence(failure.message)}`,
			});
			return this.outcomeOf(message, failure, true);
		}
	}

	/** The outcome of a message that does not leave; unknown if an earlier attempt may have arrived, or has. */
	private failed(
		{ index, recipient = this.log.recipientOf(index) }: Item,
		failure: Failure,
	): Outcome {
		const isKnown = recipient !== undefined && this.log.recall({ index, recipient }) !== undefined;
		return this.outcomeOf({ index, recipient }, failure, isKnown || this.doubts.has(index));
	}

	private outcomeOf({ index, recipient }: Item, failure: Failure, isUnknown: boolean): Outcome {
		return isUnknown && this.run.options.unknownOutcome === 'treatAsSent'
			? {
					state: 'done',
					results: [unknownItem(failure, recipient, this.insteadOf.get(index))],
					isUnknown,
				}
			: { state: isUnknown ? 'unknown' : 'failed', failure, recipient };
	}

	/** The outcome of a message that is not sent because an earlier attempt may have arrived. */
	private held(message: Message, doubt: Failure): Outcome {
		const outcome = this.outcomeOf(message, doubt, true);
		return isFailure(outcome) ? { ...outcome, isHeldBack: true } : outcome;
	}

	/** Holds back a message whose turn never came, if an earlier attempt may have arrived. */
	private holdIfDoubtful(message: Message): void {
		const { loop } = this;
		const doubt = this.doubts.get(message.index);
		if (doubt !== undefined && loop.isOpen(message) && !loop.isCancelled)
			loop.outcomes[message.index] = this.held(message, doubt);
	}

	/** Skips a message because the first one like it was sent, or copies the first one's failure. */
	private follow(message: Message, { index }: Message): void {
		const { outcomes } = this.loop;
		const first = outcomes[index] ?? UNTOUCHED;
		if (first.state === 'untouched') return;
		if (first.state !== 'failed')
			this.noteForRetries(message, isFailure(first) ? first.failure : DOUBTS.sent);
		outcomes[message.index] = isFailure(first) ? first : skipped(message, 'sameKey');
	}

	/** Notes why a message was not sent because of its key: a retry without this key could not look it up. */
	private noteForRetries(message: Message, unknown: Failure): void {
		if (message.key !== undefined) this.log.record(message, { unknown, byKey: message.key });
	}

	private report(unwritten: Failure | undefined): SendsEnd {
		const { context, loop, run } = this;
		const { outcomes } = loop;
		const isTest = run.test !== undefined;
		const failed = loop.firstFailed;
		const hasKeys = run.messageKeyOf !== undefined && !isTest;
		const resends = run.options.unknownOutcome === 'sendAgain';
		if (failed !== undefined && !loop.continues)
			throw runError(context.getNode(), 'send', outcomes, failed, { hasKeys, resends, unwritten });
		if (!loop.isCancelled) this.log.forget();
		const testRecipient = isTest
			? (loop.items.slice(0, TEST_MESSAGES).find(({ recipient }) => recipient)?.recipient ?? '')
			: undefined;
		const { slowDowns } = this.pace;
		context.addExecutionHints(
			...summaryHint(outcomes, { slowDowns, testRecipient, refused: this.refused }),
			...[unwrittenWords(unwritten) ?? [], ...this.unchecked]
				.flat()
				.map((message) => ({ message, type: 'warning' }) as const),
		);
		return { output: loop.output(), outcomes };
	}
}

const UNTOUCHED: Outcome = { state: 'untouched' };

function cutOff(message: string): Failure {
	return { kind: 'cancelled', message, advice: '' };
}

/** The messages that repeat an earlier one with the same key and recipient, each with that one. */
function repeatsIn(messages: readonly Message[]): Map<Message, Message> {
	const firsts = new Map<string, Message>();
	const repeats = new Map<Message, Message>();
	for (const message of messages) {
		const { key, recipient } = message;
		if (key === undefined) continue;
		const identity = JSON.stringify([key, recipient]);
		const first = firsts.get(identity);
		if (first === undefined) firsts.set(identity, message);
		else repeats.set(message, first);
	}
	return repeats;
}

function skipped(
	{ recipient, key }: Item & { key?: string },
	reason: SkippedOutcome['reason'],
): SkippedOutcome {
	return { state: 'skipped', reason, recipient, messageKey: key };
}
