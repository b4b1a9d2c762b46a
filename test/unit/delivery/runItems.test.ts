import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import * as fc from 'fast-check';

import { InputError } from '../../../nodes/CustomerMessaging/delivery/inputError';
import { DEFAULT_DELIVERY, type DeliveryOptions } from '../../../nodes/CustomerMessaging/delivery/job';
import { runItems } from '../../../nodes/CustomerMessaging/delivery/runItems';
import type { Answer } from '../../../nodes/CustomerMessaging/transport/answer';
import type { FailureKind } from '../../../nodes/CustomerMessaging/transport/failure';
import type { Service, ServiceRequest } from '../../../nodes/CustomerMessaging/transport/service';
import { executeContext, type ContextSetup } from '../doubles/executeContext';
import { VirtualClock } from '../doubles/virtualClock';

const mockTime = { clock: new VirtualClock() };

jest.mock('../../../nodes/CustomerMessaging/delivery/clock', () => ({
	SYSTEM_CLOCK: {
		now: () => mockTime.clock.now(),
		random: () => mockTime.clock.random(),
		wait: async (milliseconds: number, signal: AbortSignal) => await mockTime.clock.wait(milliseconds, signal),
	},
}));

beforeEach(() => {
	mockTime.clock = new VirtualClock();
});

/** What the service does with one request: takes the message or not, and answers with a failure or not. */
interface Reaction {
	accepts: boolean;
	failure?: FailureKind;
	latency?: number;
}

const OK: Reaction = { accepts: true };
const refuses = (failure: FailureKind): Reaction => ({ accepts: false, failure });
const LOST: Reaction = { accepts: true, failure: 'noAnswer' };

interface Message {
	recipient?: string;
	/** The reactions to the requests for this item, one after the other; after them all is well. */
	reactions?: Reaction[];
	/** The item's values cannot be used. */
	invalid?: boolean;
	text?: string;
}

interface Event {
	what: 'start' | 'end';
	item: number;
	at: number;
	failure?: FailureKind;
}

/** A service that reacts as each message says, and keeps books of what it took. */
class ScriptedService {
	/** How often the message of each item was taken. */
	readonly accepted = new Map<number, number>();

	events: Event[] = [];

	mostInFlight = 0;

	/** Recipients that were sent two messages at once. */
	together: string[] = [];

	private readonly inFlight = new Map<number, string | undefined>();

	private readonly asked = new Map<number, number>();

	constructor(private readonly messages: Message[]) {}

	readonly service = {
		address: 'https://hub.example.com',
		request: async (request: ServiceRequest): Promise<Answer> => await this.react(request.body!.item as number),
	} as unknown as Service;

	timesAccepted(item: number): number {
		return this.accepted.get(item) ?? 0;
	}

	private async react(item: number): Promise<Answer> {
		const { recipient, reactions = [] } = this.messages[item]!;
		const turn = this.asked.get(item) ?? 0;
		this.asked.set(item, turn + 1);
		const { accepts, failure, latency = 10 } = reactions[turn] ?? OK;

		this.events.push({ what: 'start', item, at: mockTime.clock.now() });
		if (recipient !== undefined && [...this.inFlight.values()].includes(recipient)) this.together.push(recipient);
		this.inFlight.set(item, recipient);
		this.mostInFlight = Math.max(this.mostInFlight, this.inFlight.size);
		await mockTime.clock.wait(latency);
		this.inFlight.delete(item);
		if (accepts) this.accepted.set(item, this.timesAccepted(item) + 1);
		this.events.push({ what: 'end', item, at: mockTime.clock.now(), failure });
		return failure === undefined
			? { ok: true, body: { item, answer: turn } }
			: { ok: false, failure: { kind: failure, message: `Met ${failure}`, advice: 'Mend it' } };
	}
}

interface Run {
	messages: Message[];
	service: ScriptedService;
	options?: Partial<DeliveryOptions>;
	setup?: ContextSetup;
	kind?: 'send' | 'read';
}

interface Ended {
	output?: INodeExecutionData[];
	error?: Error & { description?: string };
}

async function run({ messages, service, options = {}, setup = {}, kind = 'send' }: Run): Promise<Ended> {
	const { context } = executeContext({ items: messages.map(() => ({ json: {} })), ...setup });
	const running = runItems(context, service.service, {
		kind,
		options: { ...DEFAULT_DELIVERY, ...options },
		read: async (request) => await service.service.request(request),
		prepare: (itemIndex) => {
			const { invalid, recipient, text } = messages[itemIndex]!;
			if (invalid) throw new InputError("'Text' is empty", 'Enter the text');
			return {
				recipient,
				request: { method: 'POST', path: '/send', answer: 'object', body: { item: itemIndex, recipient, text } },
			};
		},
	});
	return await mockTime.clock.run(
		running.then(
			([output]) => ({ output }),
			(error: Error) => ({ error }),
		),
	);
}

async function runOnce(messages: Message[], more: Partial<Run> = {}) {
	const service = new ScriptedService(messages);
	return { service, ...(await run({ messages, service, ...more })) };
}

const statusOf = ({ json }: INodeExecutionData): unknown => (json.details as IDataObject | undefined)?.status;

describe('with nothing wrong', () => {
	test('every item gives its answer, in input order, paired', async () => {
		const messages = [50, 10, 30].map((latency): Message => ({ reactions: [{ accepts: true, latency }] }));
		const { output } = await runOnce(messages);
		expect(output).toEqual([0, 1, 2].map((item) => ({ json: { item, answer: 0 }, pairedItem: { item } })));
	});

	test('no items give no items', async () => {
		expect(await runOnce([])).toMatchObject({ output: [] });
	});

	test('a read may give several items for one', async () => {
		const { context } = executeContext({ items: [{ json: {} }, { json: {} }] });
		const service = new ScriptedService([{}, {}]);
		const [output] = await mockTime.clock.run(
			runItems(context, service.service, {
				kind: 'read',
				options: DEFAULT_DELIVERY,
				read: async () => await Promise.resolve({ ok: true, body: [{ id: 1 }, { id: 2 }] }),
				prepare: () => ({
					request: { method: 'GET', path: '/list', answer: 'list' },
					results: (body) => [body].flat(),
				}),
			}),
		);
		expect(output!.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
			[1, { item: 0 }],
			[2, { item: 0 }],
			[1, { item: 1 }],
			[2, { item: 1 }],
		]);
	});
});

describe('without continue on fail', () => {
	test('bad input anywhere stops the run before the first request', async () => {
		const { error, service } = await runOnce([{}, {}, { invalid: true }]);
		expect(error?.message).toBe("'Text' is empty [item 2]");
		expect(error?.description).toContain('Nothing was sent');
		expect(service.events).toEqual([]);
	});

	test('the first failure stops new sends, waits for those in flight, and counts', async () => {
		const messages: Message[] = Array.from({ length: 10 }, () => ({ reactions: [{ accepts: true, latency: 100 }] }));
		messages[1] = { reactions: [{ accepts: false, failure: 'refused', latency: 50 }] };
		const { error, service } = await runOnce(messages, { options: { parallelSends: 4 } });
		expect(service.events.filter(({ what }) => what === 'start').map(({ item }) => item)).toEqual([0, 1, 2, 3]);
		expect(service.events.filter(({ what }) => what === 'end')).toHaveLength(4);
		expect(error?.message).toBe('Met refused [item 1]');
		expect(error?.description).toContain('3 of 10 messages were sent, 7 were not. A retry will not repeat those that were sent.');
	});
});

describe('with continue on fail', () => {
	test('every item has an outcome of its own', async () => {
		const messages: Message[] = [{ reactions: [refuses('refused')] }, {}, { invalid: true }, { reactions: [LOST] }, {}];
		const { output } = await runOnce(messages, { setup: { continueOnFail: true } });
		expect(output!.map(statusOf)).toEqual(['failed', undefined, 'failed', 'unknown', undefined]);
		expect(output!.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3, 4].map((item) => ({ item })));
	});

	test('after a 401 every further item fails without a request', async () => {
		const messages: Message[] = [{}, { reactions: [refuses('unauthorized')] }, {}, {}];
		const { output, service } = await runOnce(messages, { options: { parallelSends: 1 }, setup: { continueOnFail: true } });
		expect(output!.map(statusOf)).toEqual([undefined, 'failed', 'failed', 'failed']);
		expect(service.events.filter(({ what }) => what === 'start')).toHaveLength(2);
		expect(output![3]!.json.error).toBe('Met unauthorized');
	});
});

describe('a cancelled execution', () => {
	test('sends nothing where it was cancelled before', async () => {
		const { service } = await runOnce([{}, {}], { setup: { cancelSignal: AbortSignal.abort(), continueOnFail: true } });
		expect(service.events).toEqual([]);
	});

	test('is noticed while many items are still being prepared', async () => {
		const cancel = new AbortController();
		void mockTime.clock.wait(0).then(() => cancel.abort());
		const messages = Array.from({ length: 250 }, (): Message => ({}));
		const { service } = await runOnce(messages, { setup: { cancelSignal: cancel.signal, continueOnFail: true } });
		expect(service.events).toEqual([]);
	});

	test('starts nothing more, and does not wait out a hold', async () => {
		const cancel = new AbortController();
		void mockTime.clock.wait(500).then(() => cancel.abort());
		const messages = Array.from({ length: 5 }, (): Message => ({ reactions: [refuses('rateLimited')] }));
		const { service } = await runOnce(messages, { options: { parallelSends: 2 }, setup: { cancelSignal: cancel.signal, continueOnFail: true } });
		expect(service.events.filter(({ what }) => what === 'start')).toHaveLength(2);
		expect(mockTime.clock.now()).toBe(500);
	});
});

describe('a retry', () => {
	const twenty = (): Message[] => Array.from({ length: 20 }, () => ({}));

	test('of 20 items, the 13th failing once, sends each exactly once', async () => {
		const messages = twenty();
		messages[12] = { reactions: [refuses('refused')] };
		const service = new ScriptedService(messages);
		const setup = { nodeContext: {}, executeData: {} };
		expect((await run({ messages, service, setup })).error).toBeDefined();
		const { output } = await run({ messages, service, setup });
		expect(messages.map((_message, item) => service.timesAccepted(item))).toEqual(messages.map(() => 1));
		expect(output!.map(({ json }) => json.item)).toEqual(messages.map((_message, item) => item));
		// The first answers come again, and nothing is left behind.
		expect(output!.map(({ json }) => json.answer)).toEqual(messages.map((_message, item) => (item === 12 ? 1 : 0)));
		expect(setup.nodeContext).toEqual({});
	});

	test('sends an item whose message has changed', async () => {
		const messages: Message[] = [{ text: 'one' }, { reactions: [refuses('refused')] }];
		const service = new ScriptedService(messages);
		const setup = { nodeContext: {}, executeData: {} };
		await run({ messages, service, setup, options: { parallelSends: 1 } });
		messages[0]!.text = 'two';
		await run({ messages, service, setup });
		expect(service.timesAccepted(0)).toBe(2);
	});

	test.each([
		[false, 1],
		[true, 2],
	])("with 'Resend Unknown' %s, a lost message has been taken %i times", async (resendUnknown, times) => {
		const messages: Message[] = [{ reactions: [LOST] }, {}];
		const service = new ScriptedService(messages);
		const setup = { nodeContext: {}, executeData: {} };
		const options = { resendUnknown, parallelSends: 1 };
		expect((await run({ messages, service, setup, options })).error?.message).toMatch(/^Outcome unknown/);
		expect(service.timesAccepted(1)).toBe(0);
		const second = await run({ messages, service, setup, options });
		expect(service.timesAccepted(0)).toBe(times);
		// What is still open holds up nobody else.
		expect(service.timesAccepted(1)).toBe(1);
		expect(second.error?.message).toEqual(resendUnknown ? undefined : expect.stringMatching(/^Outcome unknown/));
	});

	test('a later run of the node with the same message is a new message', async () => {
		const messages = [{}];
		const service = new ScriptedService(messages);
		const nodeContext = {};
		await run({ messages, service, setup: { nodeContext, runIndex: 0 } });
		await run({ messages, service, setup: { nodeContext, runIndex: 1 } });
		expect(service.timesAccepted(0)).toBe(2);
	});
});

const anyReaction: fc.Arbitrary<Reaction> = fc.record({
	accepts: fc.constant(false),
	failure: fc.constantFrom<FailureKind>('rateLimited', 'unreachable', 'refused', 'unauthorized', 'unsuccessful', 'redirected'),
	latency: fc.nat(200),
});

/** The request left, and whether it arrived only the service knows. */
const anyLoss: fc.Arbitrary<Reaction> = fc.record({
	accepts: fc.boolean(),
	failure: fc.constantFrom<FailureKind>('noAnswer', 'serverError', 'unreadable'),
	latency: fc.nat(200),
});

const anySuccess: fc.Arbitrary<Reaction> = fc.record({ accepts: fc.constant(true), latency: fc.nat(200) });

const anyMessages = fc.array(
	fc.record({
		recipient: fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: undefined }),
		reactions: fc.array(fc.oneof({ weight: 4, arbitrary: anySuccess }, anyReaction, anyLoss), { maxLength: 4 }),
		invalid: fc.integer({ min: 0, max: 30 }).map((chance) => chance === 0),
	}),
	{ maxLength: 30 },
);

const anyOptions = fc.record({
	parallelSends: fc.integer({ min: 1, max: 25 }),
	messagesPerSecond: fc.constantFrom(0, 0, 5, 100),
	rateLimitRetries: fc.nat(3),
});

/** How n8n comes back to a node that failed. */
const anyRetries = fc.array(fc.constantFrom<'sameProcess' | 'storedExecution'>('sameProcess', 'storedExecution'), { maxLength: 4 });

/** Failures after which a send has its outcome, so that a stopping run stops. */
const FINAL: FailureKind[] = ['refused', 'unauthorized', 'unsuccessful', 'redirected', 'noAnswer', 'serverError', 'unreadable'];

describe.each([true, false])('whatever happens, with continue on fail %s,', (continueOnFail) => {
	test('nothing is sent twice, nothing is lost, and the order and the limits hold', async () => {
		await fc.assert(
			fc.asyncProperty(anyMessages, anyOptions, anyRetries, async (messages, options, retries) => {
				mockTime.clock = new VirtualClock();
				const service = new ScriptedService(messages);
				let setup: ContextSetup = { continueOnFail, nodeContext: {}, executeData: {} };
				let ended: Ended = {};
				for (const comeback of [undefined, ...retries]) {
					if (comeback === 'storedExecution') {
						if (continueOnFail) break;
						setup = { ...setup, nodeContext: JSON.parse(JSON.stringify(setup.nodeContext)) as IDataObject, executeData: {} };
					}
					service.events = [];
					ended = await run({ messages, service, options, setup });
					checkCourse(service, messages, options, continueOnFail);
					// n8n tries again where the node threw or its first item is an error.
					if (ended.error === undefined && !ended.output?.[0]?.json.error) break;
				}
				checkBooks(ended, service, messages, continueOnFail);
				if (ended.error === undefined) expect(setup.nodeContext).toEqual({});
			}),
			{ numRuns: 150 },
		);
	});
});

function checkCourse({ events, mostInFlight, together }: ScriptedService, messages: Message[], options: { parallelSends: number; messagesPerSecond: number }, continueOnFail: boolean): void {
	const starts = events.filter(({ what }) => what === 'start');
	expect(mostInFlight).toBeLessThanOrEqual(options.parallelSends);
	expect(together).toEqual([]);
	for (const recipient of ['a', 'b', 'c', 'd']) {
		const theirs = starts.map(({ item }) => item).filter((item) => messages[item]!.recipient === recipient);
		expect(theirs).toEqual([...theirs].sort((one, other) => one - other));
	}
	if (options.messagesPerSecond > 0) {
		for (const [index, { at }] of starts.entries()) {
			if (index > 0) expect(at - starts[index - 1]!.at).toBeGreaterThanOrEqual(1000 / options.messagesPerSecond - 0.001);
		}
	}
	if (!continueOnFail) {
		if (messages.some(({ invalid }) => invalid)) expect(starts).toEqual([]);
		const stop = events.findIndex(({ what, failure }) => what === 'end' && failure !== undefined && FINAL.includes(failure));
		if (stop >= 0) expect(events.slice(stop).filter(({ what }) => what === 'start')).toEqual([]);
	}
}

function checkBooks({ output, error }: Ended, service: ScriptedService, messages: Message[], continueOnFail: boolean): void {
	for (const item of messages.keys()) expect(service.timesAccepted(item)).toBeLessThanOrEqual(1);
	if (continueOnFail) expect(error).toBeUndefined();
	if (output === undefined) {
		expect(error?.description).toBeTruthy();
		return;
	}
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual(messages.map((_message, item) => ({ item })));
	for (const [item, one] of output.entries()) {
		const status = statusOf(one);
		if (status === undefined) {
			expect(one.json.item).toBe(item);
			expect(service.timesAccepted(item)).toBe(1);
		} else if (status === 'failed') {
			expect(service.timesAccepted(item)).toBe(0);
		} else {
			expect(status).toBe('unknown');
		}
	}
}
