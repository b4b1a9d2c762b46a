import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/execution';
import type { WorkflowFile } from '../../../dev/engine/workflowFile';
import { hurry } from '../../support/hurry';
import {
	loopWorkflow,
	messagingWorkflow,
	NODE_NAME,
	retrying,
	startScene,
	type NodeSettings,
	type Scene,
} from '../../support/scene';
import { markIn, sends, type Send } from '../sends';
import { faults, faultsOfTls, type FaultRow } from './faults/rows';
import { statusesOf } from './statuses';

/** Each run prints its seed. `RANDOM_WORKFLOWS_SEED=<seed> npm test -- randomWorkflows` repeats it. */
const seed = Number(process.env.RANDOM_WORKFLOWS_SEED ?? Date.now() % 2 ** 31);

/** How many workflows run at the same time. */
const mostAtOnce = 16;

const customersOfOne = 3;

/** How many messages a test sends in each run of the node. */
const testMessages = 5;

interface RandomWorkflow {
	operation: string;
	/** In `integrated`, nobody can tell a test from production. */
	mode: 'manual' | 'trigger' | 'webhook' | 'integrated';
	hasTestRecipient: boolean;
	/** For each item, which of the workflow's customers it goes to. */
	customers: number[];
	/** How many items Loop Over Items gives the node at a time; without it, there is no loop. */
	batchSize?: number;
	onError: NonNullable<NodeSettings['onError']>;
	/** How often n8n may run the node; 1 is without Retry On Fail. */
	tries: number;
	options: IDataObject;
	/** Whether it is also run anew, with the same items: then its messages have the same keys all the time. */
	isRunAnew: boolean;
	rounds: Round[];
}

/** What happens at the same moment, and how the workflow is set up then. */
interface Round {
	/** Which executions that failed are retried, from the first one; it may be one of them several times. */
	retried: number[];
	hasKeys: boolean;
	/** What keeps the node from opening. */
	wrong?: 'address' | 'option';
	faults: RandomFault[];
}

interface RandomFault {
	/** Which of the workflow's customers it hits; in a test, the one who gets the messages. */
	customer: number;
	row: FaultRow;
	/** Whether the message is accepted, where the row leaves that open. */
	accepts: boolean;
	/** How many of the recipient's requests go by first, and how many are hit. */
	after: number;
	times: number;
}

/** A round in which nothing goes wrong. */
const undisturbed: Round = { retried: [], hasKeys: false, faults: [] };

/** Random workflows with these faults and options. */
function workflows(
	rows: FaultRow[],
	options: fc.Arbitrary<IDataObject>,
): fc.Arbitrary<RandomWorkflow> {
	const customer = fc.nat(customersOfOne - 1);
	const fault = fc.record<RandomFault>({
		customer,
		row: fc.constantFrom(...rows),
		accepts: fc.boolean(),
		after: fc.constantFrom(0, 0, 1),
		times: fc.constantFrom(1, 2, 1000),
	});
	const round = fc.record<Round>({
		retried: fc.oneof(fc.tuple(fc.nat(10)), fc.array(fc.nat(10), { minLength: 2, maxLength: 3 })),
		hasKeys: fc.boolean(),
		wrong: fc.constantFrom(undefined, undefined, undefined, 'address', 'option'),
		faults: fc.array(fault, { minLength: 1, maxLength: 4 }),
	});
	return fc
		.record<RandomWorkflow>({
			operation: fc.constantFrom('message.sendText', 'template.send', 'template.sendWithFile'),
			mode: fc.constantFrom('manual', 'trigger', 'webhook', 'integrated'),
			hasTestRecipient: fc.constantFrom(false, false, true),
			customers: fc.array(customer, { minLength: 1, maxLength: 7 }),
			batchSize: fc.constantFrom(undefined, undefined, 1, 2, 3),
			// Only what stops can be retried, so half of them do.
			onError: fc.constantFrom(
				'stopWorkflow',
				'stopWorkflow',
				'continueRegularOutput',
				'continueErrorOutput',
			),
			tries: fc.integer({ min: 1, max: 3 }),
			options,
			isRunAnew: fc.constantFrom(false, false, true),
			rounds: fc.array(round, { minLength: 1, maxLength: 4 }),
		})
		.map((workflow) => (workflow.isRunAnew ? withKeys(workflow) : workflow));
}

/** A test uses no keys, and a node that is pasted anew knows none. */
function withKeys(workflow: RandomWorkflow): RandomWorkflow {
	const rounds = workflow.rounds.map((round) => ({ ...round, hasKeys: true }));
	return { ...workflow, rounds, hasTestRecipient: false };
}

const parallelSends = fc.constantFrom({}, { parallelSends: 1 }, { parallelSends: 2 });

/** What does not end before the timeout, and what takes long because of its size. */
const isFast = ({ options, fault }: FaultRow): boolean =>
	options === undefined && fault.kind !== 'hugeBody' && fault.kind !== 'drip';

const isTooLate = ({ options }: FaultRow): boolean => options !== undefined;

let scene: Scene;
let lastBatch = 0;

hurry(100);
beforeAll(() => void process.stdout.write(`RANDOM_WORKFLOWS_SEED=${seed}\n`));

const fast = faults.filter(isFast);

describe.each<
	[name: string, tls: boolean, batches: number, FaultRow[], options: fc.Arbitrary<IDataObject>]
>([
	['over HTTP', false, 8, fast, parallelSends],
	['over TLS', true, 2, [...fast, ...faultsOfTls], parallelSends],
	['with a short timeout', false, 1, faults.filter(isTooLate), fc.constant({ timeout: 1 })],
])('random workflows %s', (_name, tls, batches, rows, options) => {
	beforeAll(async () => {
		scene = await startScene({ tls });
	});
	afterAll(async () => await scene.stop());

	test('each message is accepted once at most, and what is said of it is true', async () => {
		const batch = fc.array(workflows(rows, options), {
			minLength: 1,
			maxLength: mostAtOnce,
			size: 'max',
		});
		await fc.assert(fc.asyncProperty(batch, runBatch), {
			seed,
			numRuns: batches,
			includeErrorInReport: true,
			// So that a failure that takes long to make small is still shown.
			interruptAfterTimeLimit: 270_000,
			markInterruptAsFailure: true,
		});
	});
});

/** Runs workflows at the same time, round after round, and then until all that failed has been retried undisturbed. */
async function runBatch(batch: RandomWorkflow[]): Promise<void> {
	scene.sandbox.reset();
	scene.engine.deduplication.clear();
	lastBatch++;
	const histories = batch.map((workflow, index) => new History(workflow, index));
	const longestOne = Math.max(...batch.map(({ rounds }) => rounds.length));
	for (let round = 0; round < longestOne; round++) {
		scene.sandbox.faults.clear();
		for (const history of histories) history.addFaults(round);
		await Promise.all(histories.map(async (history) => await history.run(round)));
	}
	scene.sandbox.faults.clear();
	await Promise.all(histories.map(async (history) => await history.end()));
	const problems = histories.flatMap(({ problems: own }, index) =>
		own.map((problem) => `workflow ${index}, ${problem}`),
	);
	if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** What the service has accepted of one message: whom it went to, each time. */
type Accepted = string[];

/** One item, with what the books say of it. */
interface ItemInBooks {
	customer: string;
	/** Whether something may have happened to it that leaves its outcome unknown. */
	isDoubtful: boolean;
	before: Accepted;
	now: Accepted;
}

/** What an execution has to keep to. */
interface Terms {
	/** Nothing else happens to the workflow's messages at the same time. */
	isAlone: boolean;
	isUndisturbed: boolean;
	/** What is unknown counts as sent. */
	isClosing: boolean;
	continues: boolean;
}

/** A workflow with its executions, and what is wrong in them. */
class History {
	readonly problems: string[] = [];

	private readonly failed: Execution[] = [];

	private readonly send: Send;

	private readonly marks: string[];

	/** Whom its messages can go to that is no other workflow's: its customers, then the test recipient. */
	private readonly recipients: string[];

	private readonly doubtful = new Set<string>();

	private readonly isTest: boolean;

	/** The node cannot tell a test from production. */
	private readonly isRefused: boolean;

	constructor(
		private readonly workflow: RandomWorkflow,
		private readonly index: number,
	) {
		const { operation, customers, hasTestRecipient, mode } = workflow;
		this.send = sends.find((send) => send.operation === operation)!;
		this.marks = customers.map((_, item) => `batch-${lastBatch}-workflow-${index}-item-${item}`);
		this.recipients = Array.from({ length: customersOfOne + 1 }, (_, number) =>
			this.send.recipient(index * (customersOfOne + 1) + number),
		);
		this.isTest = hasTestRecipient && mode === 'manual';
		this.isRefused = hasTestRecipient && mode === 'integrated';
	}

	addFaults(round: number): void {
		for (const fault of this.workflow.rounds[round]?.faults ?? []) {
			const { customer, row, accepts, after, times } = fault;
			const recipient = this.recipientOf(customer);
			if (row.says === 'unknown') this.doubtful.add(recipient);
			scene.sandbox.faults.add({
				recipient,
				after,
				times,
				fault: row.fault,
				accepts: row.says === 'sent' || (row.mayHaveAccepted === true && accepts),
			});
		}
	}

	/** Runs the workflow, or retries executions of it, also while it is run anew. */
	async run(index: number): Promise<void> {
		const round = this.workflow.rounds[index];
		if (round === undefined) return;
		const { isRunAnew } = this.workflow;
		const candidates = index === 0 || isRunAnew ? [undefined, ...this.failed] : this.failed;
		if (candidates.length === 0) return;
		const chosen = index === 0 && !isRunAnew ? [0] : round.retried;
		await this.execute(
			`round ${index}`,
			round,
			chosen.map((number) => candidates[number % candidates.length]),
		);
	}

	/** Retries every failed execution undisturbed, one after the other; then again, to close what is unknown. */
	async end(): Promise<void> {
		const ending = { ...undisturbed, hasKeys: this.workflow.isRunAnew };
		const due = [...(this.workflow.isRunAnew ? [undefined] : []), ...this.failed];
		for (const unknownOutcome of ['ask', 'treatAsSent']) {
			for (const [index, execution] of due.entries()) {
				const name = `the end, ${unknownOutcome}, ${index}`;
				const [ended] = await this.execute(name, ending, [execution], { unknownOutcome });
				const mustSucceed = unknownOutcome === 'treatAsSent' && !this.isRefused;
				if (mustSucceed && ended?.status !== 'success')
					this.problems.push(`${name}: it ended as ${ended?.status}`);
			}
		}
	}

	/** Executes a round, and compares what its executions say with the service's books. */
	private async execute(
		name: string,
		round: Round,
		chosen: Array<Execution | undefined>,
		options?: IDataObject,
	): Promise<Execution[]> {
		const before = this.accepted();
		const executions = await Promise.all(
			chosen.map(async (execution) => await this.start(round, execution, options)),
		);
		const now = this.accepted();
		this.failed.push(...executions.filter(({ status }) => status === 'error'));

		const items = this.workflow.customers.map((customer, item): ItemInBooks => ({
			customer: this.recipients[customer]!,
			isDoubtful: this.doubtful.has(this.recipientOf(customer)),
			before: before[item]!,
			now: now[item]!,
		}));
		const mayNotSend = this.isRefused || round.wrong !== undefined;
		const continues = this.workflow.onError !== 'stopWorkflow';
		const terms: Terms = {
			isAlone: chosen.length === 1,
			isUndisturbed: options !== undefined,
			isClosing: options?.unknownOutcome === 'treatAsSent',
			continues,
		};
		const problems = [
			...items.flatMap((item, index) => this.problemsInBooks(item, index)),
			...(mayNotSend && String(now) !== String(before) ? ['something was sent'] : []),
			...executions.flatMap((execution) => {
				const { status } = execution;
				if (status !== 'success' && (continues || status !== 'error'))
					return [`with On Error ${this.workflow.onError} it ended as ${status}`];
				return mayNotSend
					? []
					: problemsOf(execution, items, this.workflow.batchSize ?? items.length, terms);
			}),
		];
		this.problems.push(...problems.map((problem) => `${name}: ${problem}`));
		return executions;
	}

	private async start(
		{ wrong, hasKeys }: Round,
		failed: Execution | undefined,
		options: IDataObject = this.workflow.options,
	): Promise<Execution> {
		const { onError, tries, batchSize, hasTestRecipient, mode, customers } = this.workflow;
		const parameters = this.send.parameters({
			...options,
			...(hasTestRecipient ? { testRecipient: this.recipients.at(-1) } : {}),
			...(hasKeys ? { messageKey: '={{ $json.mark }}' } : {}),
			...(wrong === 'option' ? { parallelSends: 'many' } : {}),
		});
		const settings: NodeSettings = { onError, ...(tries > 1 ? retrying(tries) : {}) };
		const file =
			batchSize === undefined
				? messagingWorkflow(parameters, settings)
				: loopWorkflow(batchSize, parameters, settings);
		const workflow: WorkflowFile = { ...file, id: `workflow-${this.index}` };
		const credentials = scene.credentials(wrong === 'address' ? { baseUrl: 'not an address' } : {});
		if (failed !== undefined) return await scene.engine.retry(failed, { workflow, credentials });
		const input = customers.map((customer, item) =>
			this.send.item(this.marks[item]!, this.recipients[customer]!),
		);
		return await scene.engine.run(workflow, { credentials, input, mode });
	}

	/** Whom a customer's messages go to. */
	private recipientOf(customer: number): string {
		return this.recipients[this.isTest ? customersOfOne : customer]!;
	}

	/** For each item, whom its message went to. */
	private accepted(): Accepted[] {
		const all = new Map(this.marks.map((mark): [string, Accepted] => [mark, []]));
		for (const { request, recipient } of scene.sandbox.accepted)
			all.get(markIn(request))?.push(recipient);
		return [...all.values()];
	}

	private problemsInBooks({ now, customer }: ItemInBooks, item: number): string[] {
		const { batchSize = Infinity } = this.workflow;
		const isMeant = this.isTest ? item % batchSize < testMessages : !this.isRefused;
		const recipient = this.isTest ? this.recipients.at(-1) : customer;
		return [
			...(now.length > 1 ? [`item ${item} was accepted ${now.length} times`] : []),
			...(now.length > 0 && !isMeant ? [`item ${item} was sent, and should not have been`] : []),
			...(now.some((other) => other !== recipient) ? [`item ${item} went to ${now.join()}`] : []),
		];
	}
}

/** Compares what an execution says with the books: an output says what became of each item, an error what of its run. */
function problemsOf(
	execution: Execution,
	items: ItemInBooks[],
	batchSize: number,
	terms: Terms,
): string[] {
	const { length } = execution.data.data.resultData.runData[NODE_NAME] ?? [];
	const isError = execution.status === 'error';
	const runs = isError ? length - 1 : length;
	const said = Array.from({ length: runs }, (_, run) =>
		statusesOf(execution, run).map(({ item, status }) => ({
			item: run * batchSize + item,
			status,
		})),
	).flat();
	const came = isError ? runs * batchSize : items.length;
	if (
		said.map(({ item }) => item).join() !== Array.from({ length: came }, (_, item) => item).join()
	)
		return [`of ${came} items these came out: ${said.map(({ item }) => item).join()}`];
	return [
		...said.flatMap(({ item, status }) =>
			problemsOfStatus(status, items[item]!, terms).map((problem) => `item ${item} ${problem}`),
		),
		...(isError ? problemsOfError(execution, items.slice(came, came + batchSize), terms) : []),
	];
}

function problemsOfStatus(
	status: ReturnType<typeof statusesOf>[number]['status'],
	{ before, now, isDoubtful }: ItemInBooks,
	{ isAlone, isUndisturbed, isClosing, continues }: Terms,
): string[] {
	switch (status) {
		case undefined:
			return ['has an error and does not say what became of it'];
		case 'sent':
			return now.length > 0 || (isClosing && isDoubtful) ? [] : ['says sent and was not accepted'];
		case 'testRun':
			return now.length > 0 ? ['says that a test does not send it and was accepted'] : [];
		case 'unknown':
			if (isAlone && !isDoubtful) return ['says unknown, and nothing happened to it'];
			return continues || isUndisturbed ? [] : ['says unknown, and the execution went on'];
		case 'failed':
			if (!continues || isUndisturbed) return ['says failed, and the execution went on'];
			return isAlone && now.length > before.length ? ['says failed and was accepted'] : [];
	}
}

/** An error has no output beside it: it says how many messages were sent, and what became of one of them. */
function problemsOfError(
	execution: Execution,
	items: ItemInBooks[],
	{ isAlone, isUndisturbed }: Terms,
): string[] {
	const { message, description } = execution.error as {
		message: string;
		description?: string | null;
	};
	const isUnknown = message.includes('Outcome unknown');
	const said = `the error says: ${message} ${description ?? ''}`;
	const counts =
		items.length === 1
			? { sent: 0, all: 1, unsent: Number(!isUnknown), unknown: Number(isUnknown), skipped: 0 }
			: countsIn(description ?? '');
	const named = items.length === 1 ? 0 : Number(/\[item (\d+)\b/.exec(message)?.[1]);
	// A key that is rejected is no item's fault.
	const isShared = message.startsWith('The service rejected the API key');
	if (counts === undefined || (items[named] === undefined && !isShared))
		return [`there are no counts, or no item, where ${said}`];

	const { sent, all, unsent, unknown, skipped } = counts;
	const count = (which: (item: ItemInBooks) => boolean): number => items.filter(which).length;
	const accepted = count(({ now }) => now.length > 0);
	const acceptedNow = count(({ before, now }) => now.length > before.length);
	const item = items[named];
	const problems: Array<[boolean, string]> = [
		[
			all !== items.length || sent + unsent + unknown + skipped !== all,
			`the counts of ${items.length} items do not add up`,
		],
		[accepted < sent, `${accepted} messages were accepted`],
		[isAlone && acceptedNow > sent + unknown, `${acceptedNow} messages were accepted now`],
		[isUnknown && unknown === 0, 'no message is counted as unknown'],
		[isAlone && unknown > count(({ isDoubtful }) => isDoubtful), 'nothing happened to some'],
		[
			isAlone && !isUnknown && item !== undefined && item.now.length > item.before.length,
			`item ${named} was accepted`,
		],
		[isUndisturbed && unsent > 0, 'nothing went wrong any more'],
	];
	return problems
		.filter(([isProblem]) => isProblem)
		.map(([, problem]) => `${problem}, and ${said}`);
}

interface Counts {
	/** Now or earlier. */
	sent: number;
	all: number;
	unsent: number;
	unknown: number;
	/** Not sent in a test. */
	skipped: number;
}

function countsIn(description: string): Counts | undefined {
	const found = /\d+ of (\d+) messages (?:was|were) sent[^.]*/.exec(description);
	if (found === null) return undefined;
	const [words, all] = found;
	const count = (pattern: RegExp): number => Number(pattern.exec(words)?.[1] ?? 0);
	return {
		sent: count(/^(\d+) of/) + count(/(\d+) (?:was|were) skipped (?:as already sent|because)/),
		all: Number(all),
		unsent: count(/(\d+) (?:was|were) not/),
		unknown: count(/(\d+) may have been/),
		skipped: count(/(\d+) (?:was|were) skipped in this test/),
	};
}
