import * as fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { DeduplicationStore, TableInMemory } from '../../../../dev/engine/deduplicationStore';
import type { Service, ServiceRequest } from '../../../../nodes/CustomerMessaging/service/service';
import { inNewProcess } from '../../doubles/newProcess';
import { ANSWERS, sendContext, sendRun } from '../../doubles/sending';
import { VirtualClock } from '../../doubles/virtualClock';

/** Each run prints its seed. `HISTORIES_SEED=<seed> npm test -- histories` repeats it. */
const seed = Number(process.env.HISTORIES_SEED ?? Date.now() % 2 ** 31);

/** HISTORIES=5000 runs more of them. */
const histories = Number(process.env.HISTORIES ?? 500);

type Fate = keyof typeof ANSWERS;

const fates = Object.keys(ANSWERS) as Fate[];

/** How many messages, and keys, there are. */
const MESSAGES = 4;

const anyExecution = fc.record({
	/** Which of the two processes it runs in. */
	process: fc.nat(1),
	/** Which of the failed executions before it is retried, counted from the last; undefined or none: it is new. */
	retries: fc.option(fc.nat(3), { nil: undefined }),
	/** The messages of a new execution, in order. */
	messages: fc.uniqueArray(fc.nat(MESSAGES - 1), { minLength: 1 }),
	fates: fc.array(fc.constantFrom(...fates), { minLength: MESSAGES, maxLength: MESSAGES }),
	continues: fc.boolean(),
	parallelSends: fc.constantFrom<number>(1, 20),
	/** Its process is killed at this step, one of the store or the service; where there is none, it goes on. */
	killedAt: fc.oneof({ weight: 3, arbitrary: fc.constant(Infinity) }, fc.nat(14)),
});

/** Executions that begin at nearly the same time; when all have ended, the next ones begin. */
const anyMoment = fc.array(anyExecution, { minLength: 1, maxLength: 3 });

const anyHistory = fc.record({
	hasKeys: fc.boolean(),
	/** The milliseconds that n8n's database takes at most to read or to write. */
	slowness: fc.constantFrom<number>(10, 200),
	/** Each access with this number, and every multiple, fails, and is no reason for a message to fail. */
	failsEvery: fc.constantFrom(5, 7, 11, Infinity, Infinity),
	/** Of everything that takes time. */
	seed: fc.nat(),
	moments: fc.array(anyMoment, { minLength: 1, maxLength: 4 }),
});

type RandomOf<Any> = Any extends fc.Arbitrary<infer Value> ? Value : never;
type RandomExecution = RandomOf<typeof anyExecution>;
type RandomHistory = RandomOf<typeof anyHistory>;

const undisturbed: RandomExecution = {
	process: 0,
	retries: undefined,
	messages: [0, 1, 2, 3],
	fates: Array.from({ length: MESSAGES }, () => 'accepted'),
	continues: true,
	parallelSends: 20,
	killedAt: Infinity,
};

/** A failed execution as n8n stores it. */
interface Failed {
	/** What makes its messages the same as those of its retries: the execution that it all began with. */
	root: string;
	messages: number[];
	nodeContext: string;
}

/** What became of an execution. */
interface End {
	/** Of its messages, in order. */
	names: string[];
	/** Its output; none where it failed, or was killed. */
	items?: INodeExecutionData[];
	/** What the service accepted in it. */
	accepted: Set<string>;
	/** Whether nothing went wrong in it, so that none of its messages may fail. */
	isUndisturbed: boolean;
}

type Module = typeof import('../../../../nodes/CustomerMessaging/delivery/sends');

/** The time of the history that goes on. */
let clock = new VirtualClock();
let random = numbersFrom(0);

/** Numbers from 0 up to 1, which a seed repeats. */
function numbersFrom(start: number): () => number {
	let state = start;
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
		return state / 2 ** 32;
	};
}

/** A process of n8n, until it is killed. */
class Process {
	isKilled = false;

	private kill = (): void => {};

	readonly killed = new Promise<'killed'>((resolve) => {
		this.kill = () => {
			this.isKilled = true;
			resolve('killed');
		};
	});

	readonly Sends = inNewProcess<Module>(['delivery/sends'], {
		now: () => clock.now(),
		wait: async (milliseconds, signal) => await clock.wait(milliseconds, signal),
		random: () => random(),
	}).Sends;

	/** Something that takes up to this number of milliseconds, and at least half of it; what is killed never ends. */
	async step(isLast: boolean, longest: number): Promise<void> {
		await clock.wait((longest * (1 + random())) / 2);
		if (isLast) this.kill();
		if (this.isKilled) await new Promise(() => {});
	}
}

const processes = [new Process(), new Process()];

/** Executions in two processes with one database, with the service's books and what is wrong in them. */
class History {
	readonly problems: string[] = [];

	private readonly failed: Failed[] = [];

	private readonly table = new TableInMemory();

	/** How often each message was accepted. */
	private readonly books = new Map<string, number>();

	/** The messages that were asked for and not refused: nobody may ask for them again. */
	private readonly asked = new Set<string>();

	/** The messages that may rightly be unknown: something happened to them, or to an execution that had them. */
	private readonly doubtful = new Set<string>();

	private executions = 0;

	constructor(private readonly history: Omit<RandomHistory, 'moments'>) {
		clock = new VirtualClock();
		random = numbersFrom(history.seed);
	}

	async run(moment: RandomExecution[]): Promise<void> {
		const known = [...this.failed];
		const ends = await clock.run(
			Promise.all(moment.map(async (given) => await this.execute(given, known))),
		);
		const names = ends.flatMap((end) => end.names);
		const shared = new Set(names.filter((name, index) => names.indexOf(name) < index));
		for (const end of ends) this.check(end, shared);
	}

	/** What is wrong once every failed execution has been retried, or all keys sent, and nothing goes wrong any more. */
	async end(): Promise<string[]> {
		const { length } = this.failed;
		for (let retries = 0; retries < length; retries++)
			await this.run([{ ...undisturbed, retries }]);
		if (this.history.hasKeys) await this.run([undisturbed]);
		return this.problems;
	}

	/** Runs an execution to its end, or until its process is killed. */
	private async execute(given: RandomExecution, known: Failed[]): Promise<End> {
		const executionId = String(++this.executions);
		const retried = given.retries === undefined ? undefined : known.at(-1 - given.retries);
		const { root, messages } = retried ?? { root: executionId, messages: given.messages };
		const names = messages.map((message) =>
			this.history.hasKeys ? `${message}` : `${root}: ${message}`,
		);
		const nodeContext = JSON.parse(retried?.nodeContext ?? '{}') as IDataObject;
		const accepted = new Set<string>();

		// One that was killed is started again.
		if (processes[given.process]!.isKilled) processes[given.process] = new Process();
		const process = processes[given.process]!;
		let steps = 0;
		const step = async (longest: number): Promise<void> =>
			await process.step(steps++ === given.killedAt, longest);
		const store = new DeduplicationStore(this.table);
		let accesses = 0;
		store.beforeAccess = async () => {
			await step(this.history.slowness);
			if (++accesses % this.history.failsEvery === 0) throw new Error('SQLITE_BUSY');
		};
		let hasThrown = false;
		const service: Pick<Service, 'request'> = {
			request: async ({ body }: ServiceRequest) => {
				const message = Number(body!.message);
				const name = names[messages.indexOf(message)]!;
				const { accepts, answer } = ANSWERS[given.fates[message]!];
				if (hasThrown) this.problems.push(`${name} was asked for in a run that should have ended`);
				if (this.asked.has(name)) this.problems.push(`${name} was asked for again`);
				this.asked.add(name);
				await step(5 * this.history.slowness);
				if (accepts) {
					this.books.set(name, this.accepted(name) + 1);
					accepted.add(name);
				}
				await step(5 * this.history.slowness);
				if (answer === 'throws' || (!answer.ok && answer.failure.kind === 'noResponse'))
					this.doubtful.add(name);
				else if (!answer.ok) this.asked.delete(name);
				if (answer !== 'throws') return answer;
				hasThrown = true;
				throw new Error('Maximum call stack size exceeded');
			},
		};
		await clock.wait(random() * 10 * this.history.slowness);
		const context = sendContext(store, {
			executionId,
			nodeContext,
			isRetry: given.retries !== undefined,
			continues: given.continues,
		});
		const run = sendRun(context, service, messages.map(String), this.history.hasKeys, {
			parallelSends: given.parallelSends,
		});
		const ending = new process.Sends(...run).sendAll().then(
			(loop) => loop.output()[0],
			() => {
				if (!process.isKilled)
					this.failed.push({ root, messages, nodeContext: JSON.stringify(nodeContext) });
				return undefined;
			},
		);
		const end = await Promise.race([ending, process.killed]);
		if (end === 'killed') for (const name of names) this.doubtful.add(name);
		return {
			names,
			accepted,
			items: end === 'killed' ? undefined : end,
			isUndisturbed: given.fates === undisturbed.fates,
		};
	}

	/** Compares what the items of an output say with the books; what others had at the same time may be under way still. */
	private check({ names, items, accepted, isUndisturbed }: End, shared: Set<string>): void {
		if (items !== undefined && items.length !== names.length)
			this.problems.push(`of ${names.length} items ${items.length} came out`);
		for (const { json, pairedItem } of items ?? []) {
			const { item: index } = pairedItem as { item: number };
			const name = names[index]!;
			const status = 'error' in json ? (json.details as IDataObject).status : 'sent';
			const isTrue =
				status === 'unknown'
					? this.doubtful.has(name) || shared.has(name)
					: status === 'sent'
						? this.accepted(name) === 1
						: !accepted.has(name) && !isUndisturbed;
			if (!isTrue)
				this.problems.push(
					`${name} says ${String(status)} and was accepted ${this.accepted(name)} times`,
				);
		}
	}

	private accepted(name: string): number {
		return this.books.get(name) ?? 0;
	}
}

const calm = { slowness: 10, failsEvery: Infinity, seed: 0 };

async function problemsOf({ moments, ...others }: RandomHistory): Promise<string[]> {
	const history = new History(others);
	for (const moment of moments) await history.run(moment);
	return await history.end();
}

test.each(fates)('%s, killed at each step: never twice, never silence', async (fate) => {
	const first: RandomExecution = {
		...undisturbed,
		messages: [0, 1],
		fates: undisturbed.fates.map(() => fate),
		continues: false,
	};
	const refused = { ...first, fates: undisturbed.fates.map((): Fate => 'refused') };
	for (let killedAt = 0; killedAt < 14; killedAt++) {
		for (const history of [
			{ ...calm, hasKeys: true, moments: [[{ ...first, killedAt }]] },
			// A retry, killed; then the original is retried again.
			{ ...calm, hasKeys: false, moments: [[refused], [{ ...first, retries: 0, killedAt }]] },
		])
			expect(await problemsOf(history)).toEqual([]);
	}
});

test('what is thrown ends the run, and what it did not come to comes out as not sent', async () => {
	const throwsFirst: Fate[] = ['throws', ...undisturbed.fates];
	const moments = [[{ ...undisturbed, parallelSends: 1, fates: throwsFirst }]];
	expect(await problemsOf({ ...calm, hasKeys: true, moments })).toEqual([]);
});

test('random histories keep the books: never accepted twice, never silently lost', async () => {
	process.stdout.write(`HISTORIES_SEED=${seed}\n`);
	await fc.assert(
		fc.asyncProperty(anyHistory, async (history) => {
			expect(await problemsOf(history)).toEqual([]);
		}),
		{ seed, numRuns: histories, includeErrorInReport: true },
	);
});
