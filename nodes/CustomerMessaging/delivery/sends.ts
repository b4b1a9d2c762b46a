import { type Failure, failureOf, SYSTEM_CLOCK as clock } from '../../../lib/basics';
import type { NodeParameters } from '../../../lib/fields';
import {
	type Known,
	mayBeSent,
	Memory,
	type Message,
	type OwnRecord,
	repeatsIn,
	SentLog,
} from '../../../lib/once';
import { createPace, createRequestWithRetries, FAILURE_POLICY } from '../../../lib/traffic';
import { Recipients } from '../recipient/recipient';
import { type Outcome, type SkippedOutcome, unknownItem, UNTOUCHED } from '../reporting/outcome';
import { runError, showSummary } from '../reporting/runReport';
import { readSimplify, simplifiedResult } from '../reporting/simplify';
import type { Service } from '../service/service';
import { ItemLoop, type Item } from './itemLoop';
import type { DeliveryOptions, PreparedSend, SendSteps } from './prepared';
import { readableService } from './reader';

interface AddressedItem extends Message {
	insteadOf?: string;
	/** What the customer gets, if the output says it. */
	text?: string;
	/** What this run's tries know of it and, once it is claimed, other executions. */
	known: Known;
	/** Removed when its turn comes: thousands of finished messages need not stay in memory until the last one. */
	prepared?: PreparedSend;
}

interface Settings {
	operationName: string;
	options: DeliveryOptions;
	beforeSend?: () => void;
}

/** A run that cannot begin needs it, too: n8n then stores again what earlier tries have sent, for the next retry. */
export { SentLog };

/** A send operation over all input items. */
export class Sends {
	private readonly context;

	private readonly recipients;

	private readonly simplify;

	private readonly service;

	private readonly loop;

	private readonly log;

	private readonly pace;

	private readonly request;

	/** Why messages were not compared with their templates. */
	private readonly unchecked = new Set<string>();

	/** For each message with the same key and recipient as an earlier one, the last of these before it. */
	private repeats: ReadonlyMap<Message, Message> = new Map();

	/** Why n8n could not save what became of messages, if it could not. */
	private unwritten?: Failure;

	/** Throws an InputError if n8n does not tell for whom the messages are. */
	constructor(
		private readonly parameters: NodeParameters,
		service: Service,
		private readonly operation: SendSteps,
		private readonly settings: Settings,
	) {
		const { context } = parameters;
		const { operationName, options } = settings;
		this.context = context;
		this.recipients = new Recipients(parameters, operation.recipientField);
		this.simplify = readSimplify(parameters.item(0));
		this.service = readableService(context, service, options);
		this.loop = new ItemLoop(context, options, (item, reason) =>
			this.outcomeOf(item, { status: 'new', reason }),
		);
		const { signal: stop } = this.loop.stop;
		this.log = new SentLog(context, operationName);
		const pace = createPace(context.getContext('node'), options.messagesPerSecond, clock, stop);
		this.pace = pace;
		this.request = createRequestWithRetries({ service, options, pace, clock, stop });
	}

	/**
	 * Sends all messages, in parallel but in order for each recipient. If an item cannot be sent and the node does not continue
	 * on fail, it sends none. In that case and after a failure, it throws a NodeApiError or NodeOperationError for the first
	 * failed item, once every message in flight has its outcome.
	 */
	async sendAll(): Promise<ItemLoop> {
		const { context, loop } = this;
		const messages = await loop.prepare(loop.items, (item) => this.address(item));
		const prepared = await loop.prepare(messages, async (message) => await this.prepare(message));
		const restored = messages.filter(({ index }) => loop.outcomes[index]?.state === 'done');
		this.repeats = repeatsIn([...restored, ...prepared]);
		if (loop.failedItem === undefined) await this.deliver(prepared);
		this.endUnreached(prepared);
		const { failedItem, outcomes } = loop;
		if (failedItem === undefined) return this.endWithoutError(messages);
		throw runError(context.getNode(), outcomes, failedItem, {
			hasKeys: this.recipients.hasKeys,
			isCalled: context.getMode() === 'integrated',
			isLaterRound: this.log.isLaterRound,
			unwritten: this.unwritten,
		});
	}

	/** Reads an item's recipient and key, and restores what an earlier try of this run sent; undefined if it is left out. */
	private address({ index }: Item): AddressedItem | undefined {
		const { loop, log, recipients } = this;
		const { recipient, insteadOf, leftOut } = recipients.of(index);
		if (leftOut !== undefined) {
			loop.outcomes[index] = skipped({ recipient }, leftOut);
			return undefined;
		}
		const own = log.recordOf({ index, recipient });
		const message: AddressedItem = { index, recipient, insteadOf, known: own };
		if (own.status === 'sent') loop.outcomes[index] = this.outcomeOf(message, own);
		try {
			message.key = recipients.keyOf(index);
		} catch (error) {
			// A message that was sent needs no key.
			const failed: OwnRecord = { status: 'new', reason: failureOf(error) };
			if (loop.isOpen(message)) loop.outcomes[index] = this.outcomeOf(message, failed);
		}
		return message;
	}

	private async prepare(message: AddressedItem): Promise<AddressedItem> {
		const { operation, parameters, service, settings, simplify } = this;
		const item = parameters.item(message.index);
		const prepared = await operation.prepare(item, service, message.recipient);
		const checked = settings.options.checkVariables ? await prepared.check?.() : undefined;
		if (checked?.whyUnchecked !== undefined) this.unchecked.add(checked.whyUnchecked);
		prepared.request.ifRefused = checked?.ifRefused ?? prepared.request.ifRefused;
		if (simplify && operation.wait === undefined) message.text = checked?.text ?? prepared.text;
		message.prepared = prepared;
		return message;
	}

	private async deliver(messages: AddressedItem[]): Promise<void> {
		const { context, log, loop, settings } = this;
		const { signal: stop } = loop.stop;
		const firsts = messages.filter((message) => !this.repeats.has(message));
		const memory = new Memory(context, log, firsts, { ...settings.options, stop });
		await loop.deliver(
			messages,
			async (message) => this.repeated(message) ?? (await this.claimAndSend(message, memory)),
		);
		this.unwritten = await memory.close(loop.stop.isCancelled);
	}

	/** Claims a message, sends it if it may be sent, and completes. Throws a FailureError only before the message leaves. */
	private async claimAndSend(message: AddressedItem, memory: Memory): Promise<Outcome> {
		const { prepared } = message;
		message.prepared = undefined;
		const known = await memory.claim(message);
		if (known === undefined || prepared === undefined) return UNTOUCHED;
		message.known = known;
		const isOpen = mayBeSent(known.status, this.settings.options.resendsUnknown);
		const own = isOpen ? await this.send(message, prepared) : NOT_SENT;
		memory.complete(message, own);
		return this.outcomeOf(message, own);
	}

	private async send({ text }: AddressedItem, { request }: PreparedSend): Promise<OwnRecord> {
		const { stop } = this.loop;
		this.settings.beforeSend?.();
		try {
			const result = await this.request(request);
			if (result === undefined) return NOT_SENT;
			stop.noteResult(result);
			if (result.ok) return { status: 'sent', response: result.objects[0] ?? {}, text };
			const { failure: reason } = result;
			return { status: FAILURE_POLICY[reason.kind].send === 'unknown' ? 'unknown' : 'new', reason };
		} catch (error) {
			// The request had begun, so it is unknown how far it got.
			const reason: Failure = { ...failureOf(error), kind: 'noResponse' };
			stop.noteDefect(reason);
			return { status: 'unknown', reason };
		}
	}

	/** What an item comes out as, by what this run has made of its message, and by what was known of that before. */
	private outcomeOf(item: Item & Partial<AddressedItem>, own: OwnRecord): Outcome {
		const {
			recipient = this.log.recipientOf(item.index),
			insteadOf,
			key: messageKey,
			known,
		} = item;
		if (own.status === 'sent') {
			const sent = { recipient, insteadOf, text: own.text };
			const result = this.simplify ? simplifiedResult(own.response, sent) : own.response;
			return { state: 'done', results: [result] };
		}
		if (known?.status === 'sent') return skipped(item, 'alreadySent');
		const failure = own.reason ?? known?.reason;
		if (failure === undefined) return UNTOUCHED;
		// Without `known`, it failed before it was addressed: the recipient is an earlier try's, whose message may have arrived.
		const mayHaveArrived = recipient !== undefined && known?.status !== 'new';
		const isUnknown = own.status === 'unknown' || mayHaveArrived;
		if (isUnknown && this.settings.options.countsUnknownAsSent) {
			const result = unknownItem(failure, { recipient, insteadOf });
			return { state: 'done', results: [result], isUnknown };
		}
		const state = isUnknown ? 'unknown' : 'failed';
		const of = { requestKind: 'send', isQuestion: this.operation.wait !== undefined } as const;
		const isHeldBack = own.reason === undefined;
		return { ...of, state, failure, recipient, insteadOf, messageKey, isHeldBack };
	}

	/**
	 * What becomes of a message because of the one before it with the same key: skipped if that was sent, and unknown if that
	 * is; undefined if that was not sent.
	 */
	private repeated(message: AddressedItem): Outcome | undefined {
		const before = this.loop.outcomes[this.repeats.get(message)?.index ?? NaN] ?? UNTOUCHED;
		if (before.state === 'untouched' || before.state === 'failed') return undefined;
		return before.state === 'unknown' ? before : skipped(message, 'sameKey');
	}

	/** Decides messages whose turn never came: held back if an earlier try may have sent them, otherwise failed. */
	private endUnreached(messages: AddressedItem[]): void {
		const { loop } = this;
		for (const message of messages)
			if (loop.isOpen(message) && !loop.stop.isCancelled)
				loop.outcomes[message.index] = this.repeated(message) ?? this.outcomeOf(message, NOT_SENT);
		loop.failUnreached(messages);
	}

	/** Drops the log of a run that n8n cannot retry; not that of a question, whose execution may still fail. */
	private endWithoutError(messages: readonly AddressedItem[]): ItemLoop {
		const { context, log, loop, operation, pace, unwritten } = this;
		if (operation.wait === undefined) log.forget();
		showSummary(context, loop.outcomes, {
			wasPaused: pace.wasPaused,
			recipientOfAll: messages.find(({ insteadOf }) => insteadOf !== undefined)?.recipient,
			unwritten,
			unchecked: this.unchecked,
		});
		return loop;
	}
}

const NOT_SENT: OwnRecord = { status: 'new' };

function skipped({ recipient, key }: Partial<Message>, reason: SkippedOutcome['reason']): Outcome {
	return { state: 'skipped', reason, recipient, messageKey: key };
}
