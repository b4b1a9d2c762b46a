import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/execution';
import type { Operation } from '../../../dev/sandbox/sandbox';
import { messagingWorkflow, startScene, type NodeSettings, type Scene } from '../../support/scene';
import { faults, faultsOfTls, type FaultRow } from './faults/rows';
import { fromAnotherProcess } from './fromAnotherProcess';
import { sends, type Send } from '../sends';
import { statusesOf } from './statuses';

/** RANDOM_WORKFLOWS_SEED repeats an earlier run. */
const seed = Number(process.env.RANDOM_WORKFLOWS_SEED ?? Date.now() % 2 ** 31);

/** How many workflows run at the same time. */
const mostAtOnce = 16;

/** Milliseconds; a test takes ten seconds where nothing fails, and much more to find the smallest batch that does. */
const longest = 300_000;

const recipientsOfOne = 3;

interface RandomWorkflow {
	operation: Operation;
	/** For each item, which of the workflow's recipients it goes to. */
	recipients: number[];
	onError: NonNullable<NodeSettings['onError']>;
	/** How often n8n may run the node; 1 is without Retry On Fail. */
	tries: number;
	options: IDataObject;
	/** What goes wrong in the execution, what in its first retry, and so on; then nothing does. */
	faults: RandomFault[][];
}

interface RandomFault {
	/** Which of the workflow's recipients it hits. */
	recipient: number;
	row: FaultRow;
	/** Whether the message is accepted, where the row leaves that open. */
	accepts: boolean;
	/** How many of the recipient's requests go by first, and how many are hit. */
	after: number;
	times: number;
}

/** A workflow with what became of it so far. */
interface History {
	workflow: RandomWorkflow;
	marks: string[];
	/** The last execution: the first one, or a retry of the one before. */
	execution?: Execution;
}

/** Takes what may go wrong, and the options to choose from. */
function workflows(
	rows: FaultRow[],
	options: fc.Arbitrary<IDataObject>,
): fc.Arbitrary<RandomWorkflow> {
	const recipient = fc.nat(recipientsOfOne - 1);
	const fault = fc.record({
		recipient,
		row: fc.constantFrom(...rows),
		accepts: fc.boolean(),
		after: fc.constantFrom(0, 0, 1),
		times: fc.constantFrom(1, 2, 1000),
	});
	return fc.record({
		operation: fc.constantFrom<Operation[]>(
			'message.sendText',
			'template.send',
			'template.sendWithFile',
		),
		recipients: fc.array(recipient, { minLength: 1, maxLength: 6 }),
		// Only what stops can be retried, so half of them do.
		onError: fc.constantFrom<RandomWorkflow['onError'][]>(
			'stopWorkflow',
			'stopWorkflow',
			'continueRegularOutput',
			'continueErrorOutput',
		),
		tries: fc.integer({ min: 1, max: 3 }),
		options,
		faults: fc.array(fc.array(fault, { minLength: 1, maxLength: 4 }), {
			minLength: 1,
			maxLength: 3,
		}),
	});
}

const parallelSends = fc.constantFrom({}, { parallelSends: 1 }, { parallelSends: 2 });

/** What does not end before the timeout, and what takes long because of its size. */
const isFast = ({ options, fault }: FaultRow): boolean =>
	options === undefined && fault.kind !== 'hugeBody' && fault.kind !== 'drip';

const isTooLate = ({ options }: FaultRow): boolean => options !== undefined;

let scene: Scene;
let lastBatch = 0;

beforeAll(() => void process.stdout.write(`RANDOM_WORKFLOWS_SEED=${seed}\n`));

describe.each([
	{
		name: 'over HTTP',
		tls: false,
		batches: 12,
		rows: faults.filter(isFast),
		options: parallelSends,
	},
	{
		name: 'over TLS',
		tls: true,
		batches: 3,
		rows: [...faults.filter(isFast), ...faultsOfTls],
		options: parallelSends,
	},
	{
		name: 'with a short timeout',
		tls: false,
		batches: 1,
		rows: faults.filter(isTooLate),
		options: fc.constant({ timeout: 1 }),
	},
])('random workflows $name', ({ tls, batches, rows, options }) => {
	beforeAll(async () => {
		scene = await startScene({ tls });
	});
	afterAll(async () => await scene.stop());

	test(
		'each message is accepted once at most, and what is said of it is true',
		async () => {
			const batch = fc.array(workflows(rows, options), {
				minLength: 1,
				maxLength: mostAtOnce,
				size: 'max',
			});
			await fc.assert(fc.asyncProperty(batch, runBatch), {
				seed,
				numRuns: batches,
				// So that a failure that takes long to make small is still shown.
				interruptAfterTimeLimit: longest - 30_000,
				markInterruptAsFailure: true,
			});
		},
		longest,
	);
});

/** Runs workflows at the same time, and retries those that fail until they are through with what goes wrong. */
async function runBatch(batch: RandomWorkflow[]): Promise<void> {
	scene.sandbox.reset();
	lastBatch++;
	const histories = batch.map((workflow, index): History => {
		const marks = workflow.recipients.map(
			(_, item) => `batch-${lastBatch}-workflow-${index}-item-${item}`,
		);
		return { workflow, marks };
	});
	const problems: string[] = [];
	let open = [...histories.entries()];
	for (let round = 0; open.length > 0; round++) {
		scene.sandbox.faults.clear();
		for (const [index, { workflow }] of open) addFaults(workflow, index, round);
		await Promise.all(
			open.map(
				async ([index, history]) =>
					await execute(history, index, round >= history.workflow.faults.length),
			),
		);
		for (const [index, history] of open) {
			problems.push(
				...problemsOf(history, round).map(
					(problem) => `workflow ${index}, execution ${round}: ${problem}`,
				),
			);
		}
		open = open.filter(
			([, { workflow, execution }]) =>
				execution!.status === 'error' && round < workflow.faults.length,
		);
	}
	if (problems.length > 0) throw new Error(problems.join('\n'));
}

function addFaults(workflow: RandomWorkflow, index: number, round: number): void {
	for (const { recipient, row, accepts, after, times } of workflow.faults[round] ?? []) {
		scene.sandbox.faults.add({
			recipient: recipientOf(workflow.operation, index, recipient),
			after,
			times,
			fault: row.fault,
			accepts: row.says === 'sent' || (row.mayHaveAccepted === true && accepts),
		});
	}
}

/** Runs the workflow, or retries its last execution from what n8n stored of it. */
async function execute(history: History, index: number, isUndisturbed: boolean): Promise<void> {
	const { workflow, marks, execution } = history;
	const send = sendOf(workflow.operation);
	const settings: NodeSettings = {
		onError: workflow.onError,
		// n8n takes 0 for its default of a second.
		...(workflow.tries > 1
			? { retryOnFail: true, maxTries: workflow.tries, waitBetweenTries: 1 }
			: {}),
	};
	if (execution === undefined) {
		const items = marks.map((mark, item) =>
			send.item(mark, recipientOf(workflow.operation, index, workflow.recipients[item]!)),
		);
		history.execution = await scene.run(send.parameters(workflow.options), items, settings);
		return;
	}
	// Without the workflow's own timeout, which a busy machine may reach where nothing goes wrong.
	const undisturbed = isUndisturbed
		? { workflow: messagingWorkflow(send.parameters(), settings) }
		: {};
	history.execution = await scene.engine.retry(fromAnotherProcess(execution), undisturbed);
}

/** A recipient that no other workflow of the batch has. */
function recipientOf(operation: Operation, index: number, recipient: number): string {
	return sendOf(operation).recipient(index * recipientsOfOne + recipient);
}

function sendOf(operation: Operation): Send {
	return sends.find((send) => send.operation === operation)!;
}

/** Compares what the last execution says with the service's books. */
function problemsOf({ workflow, marks, execution }: History, round: number): string[] {
	const { status } = execution!;
	const books = scene.sandbox.accepted.map(({ operation, request }) =>
		sendOf(operation).markIn(request),
	);
	const accepted = marks.map((mark) => books.filter((other) => other === mark).length);
	const twice = accepted.flatMap((count, item) =>
		count > 1 ? [`item ${item} was accepted ${count} times`] : [],
	);

	if (status === 'success') return [...twice, ...problemsOfOutput(execution!, accepted, workflow)];
	if (status !== 'error') return [...twice, `it ended as ${status}`];
	if (workflow.onError !== 'stopWorkflow')
		return [...twice, `it stopped with On Error ${workflow.onError}`];
	return [...twice, ...problemsOfError(execution!, accepted, round >= workflow.faults.length)];
}

/** An output says what became of each item. */
function problemsOfOutput(
	execution: Execution,
	accepted: number[],
	{ onError }: RandomWorkflow,
): string[] {
	const statuses = statusesOf(execution);
	const items = statuses.map(({ item }) => item).join();
	if (items !== [...accepted.keys()].join())
		return [`of ${accepted.length} items these came out: ${items}`];
	return statuses.flatMap(({ item, status }) => {
		if (status === undefined)
			return [`item ${item} has an error and does not say what became of it`];
		if (status === 'sent' && accepted[item] === 0)
			return [`item ${item} says sent and was not accepted`];
		if (status === 'failed' && accepted[item] !== 0)
			return [`item ${item} says failed and was accepted`];
		if (status !== 'sent' && onError === 'stopWorkflow')
			return [`item ${item} says ${status}, and the execution succeeded`];
		return [];
	});
}

/** An error has no output beside it: it says how many messages were sent, and what became of one of them. */
function problemsOfError(
	execution: Execution,
	accepted: number[],
	isUndisturbed: boolean,
): string[] {
	const { message, description } = execution.error as {
		message: string;
		description?: string | null;
	};
	const isUnknown = message.includes('Outcome unknown');
	const said = `the error says: ${message} ${description ?? ''}`;
	const counts =
		accepted.length === 1
			? [0, 1, Number(!isUnknown), Number(isUnknown)]
			: countsIn(description ?? '');
	const named = accepted.length === 1 ? 0 : Number(/\[item (\d+)\]/.exec(message)?.[1]);
	// A key that is rejected is no item's fault.
	const isShared = message.startsWith('The service rejected the API key');
	if (counts === undefined || (accepted[named] === undefined && !isShared))
		return [`there are no counts, or no item, where ${said}`];

	const [sent, all, unsent, unknown] = counts as [number, number, number, number];
	const inBooks = accepted.filter((count) => count > 0).length;
	const problems: Array<[boolean, string]> = [
		[
			all !== accepted.length || sent + unsent + unknown !== all,
			`the counts of ${accepted.length} items do not add up`,
		],
		[inBooks < sent || inBooks > sent + unknown, `${inBooks} messages were accepted`],
		[isUnknown && unknown === 0, 'no message is counted as unknown'],
		[!isUnknown && accepted[named]! > 0, `item ${named} was accepted`],
		[isUndisturbed && unsent > 0, 'nothing went wrong any more'],
	];
	return problems
		.filter(([isProblem]) => isProblem)
		.map(([, problem]) => `${problem}, and ${said}`);
}

function countsIn(description: string): number[] | undefined {
	const counts =
		/(\d+) of (\d+) messages (?:was|were) sent(?:, (\d+) (?:was|were) not)?(?:, (\d+) may have been)?/.exec(
			description,
		);
	return counts?.slice(1).map((count: string | undefined) => Number(count ?? 0));
}
