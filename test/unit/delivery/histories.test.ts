import * as fc from 'fast-check';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { DeduplicationStore } from '../../../dev/engine/deduplicationStore';
import type { ItemRun } from '../../../nodes/CustomerMessaging/delivery/job';
import type { Answer } from '../../../nodes/CustomerMessaging/transport/answerPolicy';
import type { Service, ServiceRequest } from '../../../nodes/CustomerMessaging/transport/service';
import { DEFAULT_OPTIONS } from '../../../nodes/CustomerMessaging/operations/fields/sendOptions';
import { contextWithStore } from '../doubles/contextWithStore';
import { inNewProcess } from '../doubles/newProcess';

/** What the service makes of a message, and what it answers. */
const FATES = {
	accepted: { accepts: true, answer: { ok: true, objects: [{ id: 'accepted' }] } },
	refused: { accepts: false, answer: failure('refused') },
	acceptedWithoutAnswer: { accepts: true, answer: failure('noAnswer') },
	lost: { accepts: false, answer: failure('noAnswer') },
} satisfies Record<string, { accepts: boolean; answer: Answer }>;

type Fate = keyof typeof FATES;

function failure(kind: 'refused' | 'noAnswer'): Answer {
	return { ok: false, failure: { kind, message: kind, advice: '' } };
}

/** How many messages, and keys, there are. */
const MESSAGES = 4;

interface RandomExecution {
	/** Which of the failed executions before it is retried, counted from the last; undefined or none: it is new. */
	retries: number | undefined;
	/** The messages of a new execution, in order. */
	messages: number[];
	fates: Fate[];
	continues: boolean;
	parallelSends: number;
	/** The process is killed at this step, one of the store or the service; where there is none, it ends. */
	killedAt: number;
	/** Whether it runs in the process of the one before. */
	sameProcess: boolean;
}

const anyExecution = fc.record<RandomExecution>({
	retries: fc.option(fc.nat(3), { nil: undefined }),
	messages: fc.uniqueArray(fc.nat(MESSAGES - 1), { minLength: 1 }),
	fates: fc.array(fc.constantFrom(...(Object.keys(FATES) as Fate[])), {
		minLength: MESSAGES,
		maxLength: MESSAGES,
	}),
	continues: fc.boolean(),
	parallelSends: fc.constantFrom(1, 20),
	killedAt: fc.oneof(fc.constant(Infinity), fc.nat(12)),
	sameProcess: fc.boolean(),
});

const undisturbed: RandomExecution = {
	retries: undefined,
	messages: [0, 1, 2, 3],
	fates: Array.from({ length: MESSAGES }, () => 'accepted'),
	continues: false,
	parallelSends: 20,
	killedAt: Infinity,
	sameProcess: true,
};

/** A failed execution as n8n stores it. */
interface Failed {
	/** What makes its messages the same as those of its retries: the execution that it all began with. */
	root: string;
	messages: number[];
	nodeContext: string;
}

type Module = typeof import('../../../nodes/CustomerMessaging/delivery/runItems');

type RunItems = Module['runItems'];

/** Starts a process of n8n. Nothing else happens at the same time, so nothing has to be waited for. */
function startProcess(): RunItems {
	const wait = async (): Promise<void> => await Promise.resolve();
	return inNewProcess<Module>(['delivery/runItems'], { now: () => 0, wait }).runItems;
}

/** Executions one after the other, with the service's books and what is wrong in them. */
class History {
	readonly problems: string[] = [];

	readonly failed: Failed[] = [];

	private readonly books = new Map<string, number>();

	/** The messages that may rightly be unknown: something happened to them, or to an execution that had them. */
	private readonly doubtful = new Set<string>();

	private readonly store = new DeduplicationStore();

	private process: RunItems | undefined;

	private executions = 0;

	constructor(private readonly hasKeys: boolean) {}

	async run(given: RandomExecution): Promise<void> {
		const executionId = String(++this.executions);
		const retried = given.retries === undefined ? undefined : this.failed.at(-1 - given.retries);
		const { root, messages } = retried ?? { root: executionId, messages: given.messages };
		const name = (message: number): string => (this.hasKeys ? `${message}` : `${root}: ${message}`);
		const nodeContext = JSON.parse(retried?.nodeContext ?? '{}') as IDataObject;

		let steps = 0;
		let kill = (): void => {};
		const killed = new Promise<'killed'>((resolve) => {
			kill = () => resolve('killed');
		});
		const step = async (): Promise<void> => {
			if (steps++ < given.killedAt) return;
			kill();
			await new Promise(() => {});
		};
		this.store.beforeAccess = step;
		const service: Pick<Service, 'request'> = {
			request: async ({ body }: ServiceRequest) => {
				const message = body!.message as number;
				const { accepts, answer } = FATES[given.fates[message]!];
				await step();
				if (accepts) this.books.set(name(message), this.accepted(name(message)) + 1);
				if (!answer.ok && answer.failure.kind === 'noAnswer') this.doubtful.add(name(message));
				await step();
				return answer;
			},
		};
		this.process = given.sameProcess && this.process ? this.process : startProcess();
		const ending = this.process(
			this.contextOf(executionId, messages, nodeContext, given, retried !== undefined),
			service as Service,
			this.runOf(messages, given),
		).then(
			([items = []]) => {
				items.forEach(({ json }, index) => this.check(name(messages[index]!), json));
			},
			() => {
				this.failed.push({ root, messages, nodeContext: JSON.stringify(nodeContext) });
			},
		);
		if ((await Promise.race([ending, killed])) !== 'killed') return;
		this.process = undefined;
		for (const message of messages) this.doubtful.add(name(message));
	}

	/** What is wrong once every failed execution has been retried, or all keys sent, and nothing goes wrong any more. */
	async end(): Promise<string[]> {
		const failed = [...this.failed];
		for (const [index] of failed.entries())
			await this.run({ ...undisturbed, retries: this.failed.length - 1 - index });
		const names = failed.flatMap(({ root, messages }) =>
			messages.map((message) => `${root}: ${message}`),
		);
		if (this.hasKeys) await this.run(undisturbed);
		for (const name of this.hasKeys ? undisturbed.messages.map(String) : names)
			if (this.accepted(name) === 0 && !this.doubtful.has(name))
				this.problems.push(`${name} is lost`);
		for (const [name, times] of this.books)
			if (times > 1) this.problems.push(`${name} was accepted ${times} times`);
		return this.problems;
	}

	/** Compares what an item of the output says with the books. */
	private check(name: string, { error, details }: IDataObject): void {
		const status = error === undefined ? 'sent' : (details as IDataObject).status;
		const accepted = this.accepted(name);
		if (status === 'unknown' ? !this.doubtful.has(name) : accepted !== (status === 'sent' ? 1 : 0))
			this.problems.push(`${name} says ${String(status)} and was accepted ${accepted} times`);
	}

	private accepted(name: string): number {
		return this.books.get(name) ?? 0;
	}

	private runOf(messages: number[], { parallelSends }: RandomExecution): ItemRun {
		return {
			operation: 'message.sendText',
			kind: 'send',
			options: { ...DEFAULT_OPTIONS, parallelSends },
			read: async () => await Promise.resolve(undefined),
			isTest: false,
			messageKeyOf: this.hasKeys ? (index) => String(messages[index]) : undefined,
			sentItem: (answer) => answer,
			recipientOf: (index) => `customer ${messages[index]}`,
			customerOf: (index) => `customer ${messages[index]}`,
			prepare: async (index) =>
				await Promise.resolve({
					request: {
						...({ method: 'POST', path: '', answer: 'object' } as const),
						body: { message: messages[index] },
					},
				}),
			beforeSend: () => {},
		};
	}

	private contextOf(
		executionId: string,
		messages: number[],
		nodeContext: IDataObject,
		{ continues }: RandomExecution,
		isRetry: boolean,
	): IExecuteFunctions {
		return contextWithStore(this.store, 'saved', {
			addExecutionHints: () => {},
			continueOnFail: () => continues,
			getContext: () => nodeContext,
			getExecuteData: () => nodeContext,
			getExecutionCancelSignal: () => undefined,
			getExecutionId: () => executionId,
			getInputData: () => messages.map(() => ({ json: {} })),
			getMode: () => (isRetry ? 'retry' : 'webhook'),
			getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		});
	}
}

async function problemsOf(hasKeys: boolean, executions: RandomExecution[]): Promise<string[]> {
	const history = new History(hasKeys);
	for (const execution of executions) await history.run(execution);
	return await history.end();
}

test.each(Object.keys(FATES) as Fate[])(
	'%s, the process killed at each step: never twice, never silence',
	async (fate) => {
		const first = { ...undisturbed, messages: [0, 1], fates: undisturbed.fates.map(() => fate) };
		for (let killedAt = 0; killedAt < 10; killedAt++) {
			expect(await problemsOf(true, [{ ...first, killedAt }])).toEqual([]);
			// A retry, killed; then the original is retried again.
			const refused = { ...first, fates: undisturbed.fates.map((): Fate => 'refused') };
			const retry = { ...first, retries: 0, killedAt };
			expect(await problemsOf(false, [refused, retry])).toEqual([]);
		}
	},
);

/** HISTORIES=1000 runs more of them, which takes a minute. */
const histories = Number(process.env.HISTORIES ?? 150);

test('random histories keep the books: never accepted twice, never silently lost', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.boolean(),
			fc.array(anyExecution, { minLength: 1, maxLength: 5 }),
			async (hasKeys, executions) => {
				expect(await problemsOf(hasKeys, executions)).toEqual([]);
			},
		),
		{ numRuns: histories },
	);
});
