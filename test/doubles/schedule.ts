import { NodeError, type IDataObject } from 'n8n-workflow';

import { DeduplicationStore, type Row, type Table } from '../../dev/engine/deduplicationStore';
import { UNKNOWN_OUTCOMES } from '../../nodes/CustomerMessaging/operations/sendOptions';
import type { Outcome } from '../../nodes/CustomerMessaging/reporting/outcome';
import type { Service } from '../../nodes/CustomerMessaging/service/service';
import { inNewProcess } from './newProcess';
import { ANSWERS, sendContext, sendRun } from './sending';

/** What may go wrong with a worker, as a schedule tells it. */
const FAULTS = {
	isKilled: 'is killed',
	isStopped: 'is told that its executions are stopped',
	callFails: 'is told that the database is locked',
	callFailsWhenDone: 'is told that the database is locked, which has done it',
	standsStill: 'stands still for a minute',
	standsStillWhenDone: 'stands still for a minute, when this is done',
	standsStillInWrite: 'stands still for a minute, right before it would write',
	isDoneAfter27: 'loses its connection',
	isDoneAfter54: 'loses its connection for longer',
};

export type Fault = keyof typeof FAULTS;

/** How long a lock has to look the same before it may be taken over (`LEFT_BEHIND` of lock.ts). */
const LEFT_BEHIND = 30_000;

/** Until others have taken a lock over, and are done. */
const STANDSTILL = 60_000;

/** When n8n gives up a connection that has been cut, and when the database gets what was sent through it. */
const GIVEN_UP = 21_000;
const DONE_AFTER: Partial<Record<Fault, number>> = {
	isDoneAfter27: 27_000,
	isDoneAfter54: 54_000,
};

/** The rows that the node has in n8n's database. */
export const LOCK = 'saved ';
const LIST = 'saved n:messaging';

export interface Execution {
	/** A letter for each. */
	messages: string;
	/** The keys of the messages, a letter each; empty if they have none, and the messages' own letters if this is left out. */
	keys?: string;
	/** Whom the messages are for, a letter each; the messages' own letters if this is left out. */
	customers?: string;
	operationName?: string;
	/** In a loop, counted from 0. */
	round?: number;
	/** How many steps it does something else first, so that it comes while others of its worker have the lock. */
	isLateBy?: number;
	/** Whether the run ends with the first failure. */
	endsEarly?: boolean;
	/** What n8n has kept of the execution that it retries. */
	retries?: string;
	answer?: keyof typeof ANSWERS;
	unknownOutcome?: keyof typeof UNKNOWN_OUTCOMES;
	parallelSends?: number;
	/** It is that of a Remove Duplicates node that keeps its history for the whole workflow. */
	removesDuplicates?: boolean;
}

/** What has come of it all so far. */
export interface World {
	rows: Map<string, Row>;
	/** How often the service has accepted each message. */
	accepted: Map<string, number>;
	/** How many entries the list has at most, if that is not what the node asks for. */
	room?: number;
	/** Whether all locks have the same size, as one in 300 has by chance. */
	hasOneSize?: boolean;
}

/** What may happen in a schedule, at most. */
export interface Bounds {
	/** How often a worker is held up although it could go on. */
	preemptions: number;
	faults: number;
	kinds: readonly Fault[];
}

/** Something that a worker asks for. */
interface Call {
	what: string;
	statement?: keyof Table;
	row?: string;
	effect: () => unknown;
	settle: (result: unknown) => void;
}

interface Timer {
	at: number;
	signal?: AbortSignal;
	/** Until then, its connection is cut. */
	isCut?: boolean;
	fire: () => void;
}

class Worker {
	calls: Call[] = [];

	timers: Timer[] = [];

	isKilled = false;

	standsStillUntil = 0;

	readonly stop = new AbortController();

	/** Stands for all that it has been told, in order. */
	history = 0;

	/** The row that it has looked at, what it saw, and since when; undefined if it has done something else since. */
	looked?: { row: string; values?: Row; since: number };

	isBackFromTimer = false;

	chances = 0;

	constructor(readonly number: number) {}

	/** All wait equally long, and no longer than they must, before they take a lock over, and look at it seldom. */
	chance(hasOneSize = false): number {
		if (this.looked === undefined) return 0;
		const isWaiting = this.looked.values !== undefined;
		// Otherwise, no two locks have the same size.
		const size = hasOneSize ? 0 : this.number + 4 * this.chances++;
		return isWaiting ? 0.9 + (size % 16) / 300 : (size % 256) / 300;
	}

	get name(): string {
		return `worker ${this.number + 1}`;
	}

	get isCut(): boolean {
		return this.timers.some((timer) => timer.isCut);
	}

	/** When it goes on by itself. */
	get wakesAt(): number {
		if (this.calls.length > 0) return this.standsStillUntil;
		return Math.max(this.standsStillUntil, Math.min(...this.timers.map(({ at }) => at)));
	}
}

type Module = typeof import('../../nodes/CustomerMessaging/delivery/sends');

/** The schedule that goes on. */
let playing: Schedule;

function goOnWith(schedule: Schedule): void {
	playing = schedule;
}

let schedules = 0;

/** Each worker's modules. In every schedule the workflow has another ID, so that they remember nothing of it. */
const modules: Module[] = [];

function modulesOf(number: number): Module {
	const worker = (): Worker => playing.workers[number]!;
	return (modules[number] ??= inNewProcess<Module>(['nodes/CustomerMessaging/delivery/sends'], {
		now: () => playing.now,
		random: () => worker().chance(playing.world.hasOneSize),
		wait: async (milliseconds, signal) => {
			if (milliseconds <= 0 || signal?.aborted) return;
			const at = playing.now + milliseconds;
			await new Promise<void>((fire) => worker().timers.push({ at, signal, fire }));
		},
	}));
}

/** A number for each text. */
const numbers = new Map<string, number>();

function numberOf(text: string): number {
	const number = numbers.get(text) ?? numbers.size + 1;
	numbers.set(text, number);
	return number;
}

/** Of rows that have been looked at. */
const rowNumbers = new WeakMap<Row, number>();

function numberOfRow(row: Row | undefined): number {
	if (row === undefined) return 0;
	const number = rowNumbers.get(row) ?? numberOf(row.join());
	rowNumbers.set(row, number);
	return number;
}

/**
 * Executions that begin at the same moment in workers with modules of their own, and everything that happens until nothing
 * is left to happen, in one order. Each statement of the database, each timer, each message and each answer is a step.
 * Time passes if no worker can go on, or if one is held up.
 */
export class Schedule {
	now = 0;

	readonly workers: Worker[];

	/** Brings the database what was sent through a connection that has been cut. */
	private readonly network: Worker;

	/** By execution, what is said of each message; undefined if its worker was killed. */
	readonly told: Array<string[] | undefined> = [];

	/** By execution, the messages that the service has accepted from it. */
	readonly accepted: string[] = [];

	/** By execution, what n8n keeps of it for a retry. */
	readonly kept: string[] = [];

	/** Where there were several options: how many, and which was taken. */
	readonly choices: Array<{ count: number; taken: number }> = [];

	readonly steps: string[] = [];

	readonly problems: string[] = [];

	/** The messages that may rightly be unknown: a worker that had them was killed, or stood still, or was told wrong. */
	readonly doubtful = new Set<string>();

	private current?: Worker;

	private readonly workflowId = `saved ${++schedules}`;

	private readonly left: { preemptions: number; faults: number };

	/**
	 * @param taken the options to take; then the first one is taken each time
	 * @param seen the states that earlier schedules have come to
	 */
	constructor(
		readonly world: World,
		readonly executions: readonly Execution[][],
		private readonly bounds: Bounds = { preemptions: 0, faults: 0, kinds: [] },
		private readonly taken: readonly number[] = [],
		private readonly seen?: Set<string>,
	) {
		goOnWith(this);
		this.left = { ...bounds };
		this.network = new Worker(executions.length);
		this.workers = [...executions.map((_, number) => new Worker(number)), this.network];
	}

	/** Returns whether it came to its end, and not to what an earlier one has gone through from there. */
	async play(): Promise<boolean> {
		const isOver = (worker: Worker, place: number): boolean =>
			worker.isKilled || this.told[place] !== undefined;
		const all = this.executions.flatMap((executions, number) =>
			executions.map((execution) => ({ execution, worker: this.workers[number]! })),
		);
		for (const [place, { execution, worker }] of all.entries())
			this.execute(worker, execution, place).catch((error) => this.problems.push(String(error)));
		for (;;) {
			await this.settle();
			const able = this.workers.filter((worker) => this.isAble(worker));
			if (able.length > 0) {
				if (this.hasBeenSeen()) return false;
				this.act(able);
			} else if (!this.passTime()) break;
		}
		if (!all.every(({ worker }, place) => isOver(worker, place)))
			this.problems.push('an execution never ends');
		return true;
	}

	private isAble({ calls, standsStillUntil }: Worker): boolean {
		return calls.length > 0 && standsStillUntil <= this.now;
	}

	/** Until each worker has come to something that it waits for. */
	private async settle(): Promise<void> {
		let aborted: Array<{ worker: Worker; timer: Timer }>;
		do {
			await new Promise<void>((resolve) => process.nextTick(resolve));
			aborted = [];
			for (const worker of this.workers)
				for (const timer of worker.timers)
					if (timer.signal?.aborted) aborted.push({ worker, timer });
			for (const { worker, timer } of aborted) this.fire(worker, timer);
		} while (aborted.length > 0);
	}

	private fire(worker: Worker, timer: Timer): void {
		worker.timers = worker.timers.filter((other) => other !== timer);
		worker.isBackFromTimer = true;
		timer.fire();
	}

	/** Until one can go on; false if none ever can. */
	private passTime(): boolean {
		const [first, ...others] = this.workers as [Worker, ...Worker[]];
		const next = others.reduce((one, other) => (other.wakesAt < one.wakesAt ? other : one), first);
		if (next.wakesAt === Infinity) return false;
		this.wake(next);
		return true;
	}

	private wake(worker: Worker): void {
		this.now = Math.max(this.now, worker.wakesAt);
		if (worker.calls.length > 0) return;
		const timer = worker.timers.reduce((one, other) => (other.at < one.at ? other : one));
		this.fire(worker, timer);
	}

	private hasBeenSeen(): boolean {
		const { seen, world, current, left, workers, doubtful } = this;
		if (seen === undefined || this.choices.length < this.taken.length) return false;
		// All that decides what can happen from here on, and what may be said of it.
		const state = [
			...[LOCK, LIST].map((row) => numberOfRow(world.rows.get(row))),
			...[current?.number, left.preemptions, left.faults, this.now],
			...[...world.accepted, ...doubtful].sort(),
			...workers.map(({ isKilled, history, chances, standsStillUntil }) =>
				isKilled ? 'killed' : `${history} ${chances} ${standsStillUntil}`,
			),
		].join();
		if (seen.has(state)) return true;
		seen.add(state);
		return false;
	}

	/** Takes one of the next steps, or has something go wrong with its worker. */
	private act(able: readonly Worker[]): void {
		const { current, left } = this;
		const free = current !== undefined && able.includes(current) ? [current] : able;
		const options: Array<{ worker: Worker; call?: Call; isPreemption: boolean }> = free.map(
			(worker) => ({ worker, call: worker.calls[0]!, isPreemption: false }),
		);
		if (left.preemptions > 0)
			for (const worker of this.workers) {
				const calls = free.includes(worker) ? worker.calls.slice(1) : worker.calls;
				const isStill = worker.standsStillUntil > this.now;
				if (this.isAble(worker))
					options.push(...calls.map((call) => ({ worker, call, isPreemption: true })));
				// The others are late by the time that it waits or stands still.
				else if (worker.wakesAt < Infinity && (isStill || !this.waitsInVain(worker)))
					options.push({ worker, isPreemption: true });
			}
		const { worker, call, isPreemption } = options[this.choose(options.length)]!;
		if (isPreemption) left.preemptions--;
		this.current = worker;
		// The others stand still for as long.
		const isLate = worker.standsStillUntil > this.now || worker.isCut;
		if (call === undefined && isLate) able.forEach(this.doubt);
		if (call === undefined) this.wake(worker);
		else this.go(worker, call, isPreemption);
	}

	private go(worker: Worker, call: Call, isPreemption: boolean): void {
		const { kinds } = this.bounds;
		const faults =
			this.left.faults === 0 ? [] : kinds.filter((kind) => canBefall(kind, call, isPreemption));
		const fault = [undefined, ...faults][this.choose(faults.length + 1)];
		if (fault !== undefined) {
			this.left.faults--;
			this.steps.push(this.wordsOf(worker, FAULTS[fault]));
			if (fault !== 'isStopped' && fault !== 'callFails') this.doubt(worker);
		}
		if (fault === 'isKilled') Object.assign(worker, { isKilled: true, calls: [], timers: [] });
		else if (fault !== undefined && fault in DONE_AFTER)
			this.cut(worker, call, this.now + DONE_AFTER[fault]!);
		else if (fault === 'standsStill' || fault === 'standsStillInWrite')
			worker.standsStillUntil = this.now + STANDSTILL;
		else {
			if (fault === 'isStopped') worker.stop.abort();
			this.make(worker, call, fault);
		}
	}

	/** Has a call fail once n8n gives its connection up; what was sent through it arrives even later. */
	private cut(worker: Worker, { what, effect, row = '', settle }: Call, at: number): void {
		const { network } = this;
		worker.calls = worker.calls.filter((other) => other.settle !== settle);
		const fail = (): void => settle(Promise.reject(new Error('Connection terminated')));
		worker.timers.push({ at: this.now + GIVEN_UP, isCut: true, fire: fail });
		const arrive = (): void => {
			effect();
			network.history = 0;
			this.steps.push(this.wordsOf(worker, `${what} at last`, row));
		};
		network.timers.push({ at, isCut: true, fire: arrive });
		for (const one of [worker, network])
			one.history = numberOf([worker.history, this.now, what, at].join());
	}

	private readonly doubt = ({ number }: Worker): void => {
		for (const { messages } of this.executions[number]!)
			for (const message of messages) this.doubtful.add(message);
	};

	private choose(count: number): number {
		if (count === 1) return 0;
		const taken = this.taken[this.choices.length] ?? 0;
		this.choices.push({ count, taken });
		return taken;
	}

	/** Whether a worker has looked at a row, and would see the same again. */
	private hasSeen({ looked }: Worker, row: string): boolean {
		return looked?.row === row && looked.values === this.world.rows.get(row);
	}

	/** Whether a worker would look at the lock again, see the same, and go on waiting. */
	private waitsInVain(worker: Worker): boolean {
		const { looked, wakesAt } = worker;
		return this.hasSeen(worker, LOCK) && wakesAt - looked!.since <= LEFT_BEHIND;
	}

	private make(worker: Worker, call: Call, fault?: Fault): void {
		const { rows } = this.world;
		const { what, statement, row = '' } = call;
		worker.calls = worker.calls.filter((other) => other !== call);
		worker.isBackFromTimer = false;
		const since = this.hasSeen(worker, row) ? worker.looked!.since : this.now;
		worker.looked = statement === 'select' ? { row, values: rows.get(row), since } : undefined;
		const result = fault === 'callFails' ? undefined : call.effect();
		const told = [what, row, numberOfRow(rows.get(row)), result === false, fault];
		worker.history = numberOf([worker.history, this.now, ...told].join());
		if (fault !== 'callFails') this.steps.push(this.wordsOf(worker, what, row));
		if (fault === 'standsStillWhenDone') {
			worker.standsStillUntil = this.now + STANDSTILL;
			worker.calls.unshift({ what: 'goes on', effect: () => result, settle: call.settle });
			return;
		}
		const hasFailed = fault === 'callFails' || fault === 'callFailsWhenDone';
		call.settle(hasFailed ? Promise.reject(new Error('The database is locked')) : result);
	}

	private wordsOf(worker: Worker, what: string, row?: string): string {
		const values = row && this.world.rows.get(row);
		const seen = !values
			? ''
			: row === LOCK
				? ` (${values.length})`
				: `: ${values.map(wordsOfEntry).join(', ')}`;
		return `${(this.now / 1000).toFixed(2)} s: ${worker.name} ${what}${seen}`;
	}

	private async ask(worker: Worker, call: Omit<Call, 'settle'>): Promise<unknown> {
		const { statement, row = '' } = call;
		// A worker that looks again and again at what is as it was takes no step, if no other can.
		const isInVain = worker.isBackFromTimer && statement === 'select' && this.hasSeen(worker, row);
		if (isInVain && !this.workers.some((other) => this.isAble(other))) {
			worker.isBackFromTimer = false;
			return call.effect();
		}
		return await new Promise((settle) => {
			if (!worker.isKilled) worker.calls.push({ ...call, settle });
		});
	}

	private async execute(worker: Worker, execution: Execution, place: number): Promise<void> {
		const { messages, keys = messages, customers = messages, retries } = execution;
		const { answer = 'accepted', parallelSends = 20, unknownOutcome = 'ask' } = execution;
		const { operationName, round, isLateBy = 0, endsEarly = false } = execution;
		const { accepted } = this.world;
		const nodeContext = JSON.parse(retries ?? '{}') as IDataObject;
		const context = sendContext(this.storeOf(worker), {
			...{ executionId: `${this.workflowId} ${place}`, workflowId: this.workflowId, nodeContext },
			...{ isRetry: retries !== undefined, continues: !endsEarly, round },
			cancel: worker.stop.signal,
		});
		const accept = (message: string): void => {
			if (!ANSWERS[answer].accepts) return;
			const count = (accepted.get(message) ?? 0) + 1;
			accepted.set(message, count);
			this.accepted[place] += message;
			if (count > 1 && unknownOutcome !== 'sendAgain')
				this.problems.push(`${message} is accepted ${count} times`);
		};
		const service: Pick<Service, 'request'> = {
			request: async ({ body }) => {
				const message = String(body?.message);
				await this.ask(worker, { what: `sends ${message}`, effect: () => accept(message) });
				await this.ask(worker, { what: `is told that ${message} is ${answer}`, effect: () => {} });
				const told = ANSWERS[answer].answer;
				if (told === 'throws') throw new Error('Maximum call stack size exceeded');
				return told;
			},
		};
		this.accepted[place] = '';
		for (let late = 0; late < isLateBy; late++)
			await this.ask(worker, { what: 'does something else', effect: () => {} });
		await this.ask(worker, { what: `begins with ${messages}`, effect: () => {} });
		if (execution.removesDuplicates) {
			const options = { mode: 'entries' } as const;
			const { checkProcessedAndRecord } = context.helpers;
			await checkProcessedAndRecord([messages], 'workflow', options).catch(() => {});
			this.told[place] = [];
			return;
		}
		const options = { parallelSends, ...UNKNOWN_OUTCOMES[unknownOutcome] };
		const all = { messages: [...messages], customers: [...customers], keys: [...keys] };
		const run = sendRun(context, service, { ...all, operationName }, options);
		const sends = new (modulesOf(worker.number).Sends)(...run);
		await sends.sendAll().catch((error) => {
			if (!endsEarly || !(error instanceof NodeError)) throw error;
		});
		this.told[place] = sends['loop'].outcomes.map(wordOf);
		this.kept[place] = JSON.stringify(nodeContext);
	}

	private storeOf(worker: Worker): DeduplicationStore {
		const { rows, room } = this.world;
		const ask =
			(what: string, statement: keyof Table, effect: (row: string, values: Row) => unknown) =>
			(name: string, values: Row = []): never => {
				const row = name.replace(this.workflowId, 'saved');
				const words = `${what} the ${row === LOCK ? 'lock' : 'list'}`;
				const call = { what: words, statement, row, effect: () => effect(row, values) };
				return this.ask(worker, call) as never;
			};
		const update = (row: string, values: Row): void =>
			void (rows.has(row) && rows.set(row, values));
		const store = new DeduplicationStore({
			select: ask('looks at', 'select', (row) => rows.get(row)),
			insert: ask('creates', 'insert', (row, values) => !rows.has(row) && !!rows.set(row, values)),
			update: ask('writes', 'update', update),
			delete: ask('deletes', 'delete', (row) => void rows.delete(row)),
		});
		const check = store.checkProcessedAndRecord.bind(store);
		store.checkProcessedAndRecord = async (values, scope, data, options) => {
			const maxEntries = (scope === 'node' ? room : undefined) ?? options.maxEntries;
			return await check(values, scope, data, { ...options, maxEntries });
		};
		store.beforeAccess = async () => {};
		store.hash = String;
		return store;
	}
}

function canBefall(fault: Fault, { statement }: Call, isPreemption: boolean): boolean {
	const isWrite = statement !== undefined && statement !== 'select';
	if (fault === 'callFails') return statement !== undefined;
	if (fault in DONE_AFTER || fault === 'callFailsWhenDone' || fault === 'standsStillWhenDone')
		return isWrite;
	// It would be the same at its next step.
	if (isPreemption) return false;
	if (fault === 'standsStill') return !isWrite;
	return fault !== 'standsStillInWrite' || isWrite;
}

function wordsOfEntry(entry: string): string {
	return entry.replace(/\["retry".*/, 'the place').replace(/\[.*customer (\w).*/, '$1');
}

function wordOf(outcome: Outcome): string {
	if (outcome.state === 'done') return outcome.isUnknown ? 'unknown' : 'sent';
	return outcome.state === 'skipped' ? 'alreadySent' : outcome.state;
}

/** Runs executions one after the other, and nothing goes wrong. */
export async function run(world: World, ...executions: readonly Execution[]): Promise<Schedule[]> {
	const done: Schedule[] = [];
	for (const execution of executions) {
		const schedule = new Schedule(world, [[execution]]);
		await schedule.play();
		done.push(schedule);
	}
	return done;
}

/** What happened before, what each worker runs then, and what is run when all is over. */
export interface Scene {
	world: World;
	workers: readonly Execution[][];
	last: readonly Execution[];
}

/**
 * Goes through every schedule of a scene within the bounds, depth first, and returns how many there are, and the shortest
 * of those in which something is wrong.
 */
export async function explore(
	{ world, workers, last }: Scene,
	bounds: Bounds,
	problemsOf: (schedule: Schedule, last: readonly Schedule[], world: World) => string[],
): Promise<{ count: number; wrong: string[] }> {
	const seen = new Set<string>();
	let shortest: { length: number; told: string[] } | undefined;
	let taken: number[] | undefined = [];
	let count = 0;
	while (taken !== undefined) {
		// What was broken off stays in their memory.
		if (count++ % 1000 === 0) modules.length = 0;
		const own: World = { ...world, rows: new Map(world.rows), accepted: new Map(world.accepted) };
		const schedule: Schedule = new Schedule(own, workers, bounds, taken, seen);
		const isOver = await schedule.play();
		const problems = isOver ? problemsOf(schedule, await run(own, ...last), own) : [];
		const way = schedule.choices.map((choice) => choice.taken);
		const length = 1e6 * way.filter((one) => one > 0).length + schedule.steps.length;
		if (problems.length > 0 && length < (shortest?.length ?? Infinity))
			shortest = { length, told: [...schedule.steps, ...problems] };
		while (schedule.choices.length > 0) {
			const choice = schedule.choices.pop()!;
			if (choice.taken < choice.count - 1) break;
			way.pop();
		}
		const next = way.pop();
		taken = next === undefined ? undefined : [...way, next + 1];
	}
	return { count, wrong: shortest?.told ?? [] };
}
