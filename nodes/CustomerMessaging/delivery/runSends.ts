import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { SYSTEM_CLOCK as clock } from '../primitives/clock';
import type { Claim } from './memory/claim';
import { DECISIONS, type Known } from './memory/fate';
import { repeatsIn, SentLog, type Message } from './memory/log';
import { Memory } from './memory/memory';
import { runError, showSummary } from '../reporting/runReport';
import { isFailure, unknownItem, type Outcome, type SkippedOutcome } from '../reporting/outcome';
import { simplifiedResult } from '../reporting/simplify';
import { failureOf, type Failure } from '../primitives/failure';
import { RETRY_POLICY } from '../service/retryPolicy';
import type { Service } from '../service/service';
import { ItemLoop, type Item } from './itemLoop';
import type { SendJob, SendRun } from './job';
import { createPace } from './pace';
import { createRequestWithRetries } from './requestWithRetries';

/** An item with a recipient. */
interface AddressedItem extends Message {
	insteadOf?: string;
	/** What the customer gets, if the output says it. */
	text?: string;
	/** Made when its turn comes. */
	claim?: Claim;
	/** Removed when its turn comes: thousands of finished messages need not stay in memory until the last one. */
	job?: SendJob;
}

/**
 * Runs a send operation over all input items, and returns what became of them. Messages are claimed and sent in
 * parallel, in order for each recipient. Throws a NodeApiError or NodeOperationError for the first failed item if the
 * node does not continue on fail; by then every message in flight has its outcome.
 */
export async function runSends(
	context: IExecuteFunctions,
	service: Service,
	run: SendRun,
): Promise<ItemLoop> {
	return await new Sends(context, service, run).sendAll();
}

class Sends {
	private readonly loop;

	private readonly log;

	private readonly pace;

	private readonly request;

	/** Why messages could not be compared with their templates. */
	private readonly unchecked = new Set<string>();

	/** Why n8n could not save what became of messages, if it could not. */
	private unwritten?: Failure;

	constructor(
		private readonly context: IExecuteFunctions,
		service: Service,
		private readonly run: SendRun,
	) {
		const { operation, options } = run;
		this.loop = new ItemLoop(context, options, (item, failure) => this.outcomeAfter(item, failure));
		const { signal: stop } = this.loop.stop;
		this.log = new SentLog(context, operation);
		const pace = createPace(context.getContext('node'), options.messagesPerSecond, clock, stop);
		this.pace = pace;
		this.request = createRequestWithRetries({ service, options, pace, clock, stop });
	}

	/** Addresses all items, restores what earlier tries sent, prepares the rest, stops if one cannot be sent, sends. */
	async sendAll(): Promise<ItemLoop> {
		const { context, loop, run } = this;
		const messages = await loop.prepare(loop.items, (item) => this.address(item));
		const prepared = await loop.prepare(messages, async (message) => await this.prepare(message));
		const restored = messages.filter(({ index }) => loop.outcomes[index]?.state === 'done');
		const repeats = repeatsIn([...restored, ...prepared]);
		const firsts = prepared.filter((message) => !repeats.has(message));
		if (loop.failedItem === undefined) await this.deliver(firsts);
		this.endUnreached(firsts, repeats);
		const { failedItem, outcomes } = loop;
		if (failedItem === undefined) return this.endWithoutError(messages);
		const { hasKeys } = run.recipients;
		throw runError(context.getNode(), outcomes, failedItem, { hasKeys, unwritten: this.unwritten });
	}

	/**
	 * Reads the recipient and the key of an item's message, and restores what an earlier try of this run has sent; none for
	 * an item that a test leaves out.
	 */
	private address({ index }: Item): AddressedItem | undefined {
		const { loop, log, run } = this;
		const { recipient, insteadOf } = run.recipients.of(index);
		if (recipient === undefined) {
			loop.outcomes[index] = skipped({ recipient: insteadOf }, 'testRun');
			return undefined;
		}
		const message: AddressedItem = { index, recipient, insteadOf };
		const own = log.fateOf(message);
		if (own.fate === 'sent')
			loop.outcomes[index] = this.sent({ ...message, text: own.text }, own.response);
		try {
			message.key = run.recipients.keyOf(index);
		} catch (error) {
			// A message that was sent needs no key.
			if (own.fate !== 'sent') loop.outcomes[index] = this.outcomeAfter(message, failureOf(error));
		}
		return message;
	}

	private async prepare(message: AddressedItem): Promise<AddressedItem> {
		const job = await this.run.prepare(message.index, message.recipient);
		const { isQuestion, options, simplify } = this.run;
		const checked = options.checkVariables ? await job.check?.() : undefined;
		if (checked?.whyUnchecked !== undefined) this.unchecked.add(checked.whyUnchecked);
		if (simplify && !isQuestion) message.text = checked?.text ?? job.text;
		message.job = job;
		return message;
	}

	private async deliver(messages: AddressedItem[]): Promise<void> {
		const { context, log, loop, run } = this;
		const memory = new Memory(context, log, messages, { ...run.options, stop: loop.stop.signal });
		await loop.deliver(messages, async (message) => await this.claimAndSend(message, memory));
		this.unwritten = await memory.close(loop.stop.isCancelled);
	}

	/** Claims a message, sends it if it may be sent, and concludes. Throws a FailureError only before the message leaves. */
	private async claimAndSend(message: AddressedItem, memory: Memory): Promise<Outcome> {
		const { job } = message;
		message.job = undefined;
		const claim = await memory.claim(message);
		if (claim === undefined || job === undefined) return UNTOUCHED;
		message.claim = claim;
		const decision = DECISIONS[claim.fate][this.run.options.unknownOutcome];
		let outcome: Outcome;
		if (decision === 'skip') outcome = skipped(message, 'alreadySent');
		else if (decision === 'hold') outcome = this.held(message);
		else outcome = await this.send(message, job);
		claim.conclude(outcome.state === 'done' ? 'sent' : this.log.fateOf(message).fate);
		return outcome;
	}

	private async send(message: AddressedItem, { request }: SendJob): Promise<Outcome> {
		const { log, loop } = this;
		this.run.beforeSend();
		try {
			const result = await this.request(request);
			if (result === undefined) return UNTOUCHED;
			loop.stop.noteResult(result);
			if (!result.ok) {
				const { failure: reason } = result;
				if (RETRY_POLICY[reason.kind].send === 'unknown')
					log.record(message, { fate: 'unknown', reason });
				return this.outcomeAfter(message, reason);
			}
			const [response = {}] = result.objects;
			log.record(message, { fate: 'sent', response, text: message.text });
			return this.sent(message, response);
		} catch (error) {
			// The request had begun, so it is unknown how far it got.
			const reason: Failure = { ...failureOf(error), kind: 'noResponse' };
			log.record(message, { fate: 'unknown', reason });
			loop.stop.noteDefect(reason);
			return this.outcomeAfter(message, reason);
		}
	}

	private sent(message: AddressedItem, response: IDataObject): Outcome {
		const result = this.run.simplify ? simplifiedResult(response, message) : response;
		return { state: 'done', results: [result] };
	}

	/** The outcome of an item after a failure: unknown if its message may have arrived all the same. */
	private outcomeAfter(item: Item & { claim?: Claim }, failure: Failure): Outcome {
		const { recipient = this.log.recipientOf(item.index), insteadOf } = item;
		const isUnknown =
			recipient !== undefined && this.knownOf({ ...item, recipient }).fate !== 'new';
		if (isUnknown && this.run.options.unknownOutcome === 'treatAsSent')
			return {
				state: 'done',
				results: [unknownItem(failure, { recipient, insteadOf })],
				isUnknown,
			};
		return { state: isUnknown ? 'unknown' : 'failed', kind: 'send', failure, recipient };
	}

	/** The outcome of a message that is not sent because it may have arrived before. */
	private held(message: AddressedItem): Outcome {
		const { reason } = this.knownOf(message);
		if (reason === undefined) return UNTOUCHED;
		const outcome = this.outcomeAfter(message, reason);
		return isFailure(outcome) ? { ...outcome, isHeldBack: true } : outcome;
	}

	/** What is known of a message: by the tries of this run or, once it is claimed, by other executions. */
	private knownOf(message: AddressedItem): Known {
		const own = this.log.fateOf(message);
		return own.fate === 'new' && message.claim !== undefined ? message.claim : own;
	}

	/**
	 * Decides the messages whose turn never came: one that an earlier try may have sent is held back, the others fail for the
	 * reason that stopped the run, and repeats go as their first.
	 */
	private endUnreached(messages: Message[], repeats: ReadonlyMap<Message, Message>): void {
		const { loop } = this;
		for (const message of messages)
			if (loop.isOpen(message) && !loop.stop.isCancelled)
				loop.outcomes[message.index] = this.held(message);
		loop.failUnreached(messages);
		for (const [message, first] of repeats) if (loop.isOpen(message)) this.follow(message, first);
	}

	/** Skips a message because the first one like it was sent, or copies the first one's failure. */
	private follow(message: Message, { index }: Message): void {
		const { outcomes } = this.loop;
		const first = outcomes[index] ?? UNTOUCHED;
		if (first.state === 'untouched') return;
		outcomes[message.index] = isFailure(first) ? first : skipped(message, 'sameKey');
	}

	/** Ends a run of which n8n offers no retry, so that the log can go; but not that of a question, which may still fail. */
	private endWithoutError(messages: readonly Message[]): ItemLoop {
		const { context, log, loop, pace, run, unwritten } = this;
		if (!loop.stop.isCancelled && !run.isQuestion) log.forget();
		showSummary(context, loop.outcomes, {
			wasPaused: pace.wasPaused,
			testRecipient: run.recipients.isTest ? messages[0]?.recipient : undefined,
			unwritten,
			unchecked: this.unchecked,
		});
		return loop;
	}
}

const UNTOUCHED: Outcome = { state: 'untouched' };

function skipped({ recipient, key }: Partial<Message>, reason: SkippedOutcome['reason']): Outcome {
	return { state: 'skipped', reason, recipient, messageKey: key };
}
