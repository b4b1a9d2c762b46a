import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../../dev/engine/execution';
import type { SandboxOptions } from '../../../../dev/sandbox/sandbox';
import {
	continuing,
	NODE_NAME,
	type NodeSettings,
	retrying,
	type Scene,
	startScene,
} from '../../../support/scene';
import { hurry } from '../../../support/hurry';
import { spellingsOf } from '../../../support/secrets';
import { acceptedMarks, markIn, marksOf, questions, type Send, sends } from '../../sends';
import { type Status, statusesOf } from '../statuses';
import { faults, faultsOfTls, KINDS_OF_FAULTS, type FaultRow } from './rows';

interface Mode {
	name: string;
	settings: NodeSettings;
	options?: IDataObject;
	/** Which of the items the fault hits. */
	hits: number;
}

/** They differ in what becomes of the message, where that is said, and when it is sent again. */
const MODES: Mode[] = [
	{ name: 'continue', settings: continuing, hits: 1 },
	{ name: 'retry', settings: retrying(3), hits: 1 },
	{ name: 'stop, one at a time', settings: {}, options: { parallelSends: 1 }, hits: 1 },
	{ name: 'error output', settings: { onError: 'continueErrorOutput' }, hits: 1 },
	{ name: 'stop', settings: {}, hits: 1 },
	{ name: 'retry, one at a time', settings: retrying(3), options: { parallelSends: 1 }, hits: 1 },
	// n8n looks at the first item of the output, and tries again where that is an error.
	{ name: 'retry, the first item', settings: retrying(3), hits: 0 },
	{ name: 'continue and retry', settings: { ...retrying(3), ...continuing }, hits: 0 },
	{
		name: 'error output and retry',
		settings: { ...retrying(3), onError: 'continueErrorOutput' },
		hits: 0,
	},
];

/** The operation that meets each kind of fault in every mode. */
const IN_EVERY_MODE = 'template.send';

/** The operations that meet all faults; the others go the way of the first one, and meet one of each kind. */
const WITH_ALL_FAULTS = [IN_EVERY_MODE, 'template.sendWithFile'];

const ITEMS = 3;

/** Every operation that reaches a person. */
const ALL_SENDS = [...sends, ...questions];

/** What waits for an answer has a single item. */
const waits = (send: Send): boolean => questions.includes(send);

/** What goes wrong in one execution. */
interface Case {
	send: Send;
	row: FaultRow;
	mode: Mode;
	accepts: boolean;
	/** How often the fault happens; absent for always. */
	times?: number;
}

/** One execution of the matrix. */
interface Cell extends Case {
	marks: string[];
	/** The mark of the message that the fault is about. */
	hit: string;
	execution: Execution;
}

/** The time limit, in seconds, of what is not about it: no machine is so busy. */
const AN_HOUR = 3600;

/** With characters that are spelled differently in a URL, in JSON and in a form. */
const apiKey = 'The key: 100% "secret" & \\ü/+';

let scene: Scene;
hurry();

describe('over HTTP', () => {
	// The faults that make an execution wait are waited for together.
	const isWaiting = ({ options }: FaultRow): boolean => options !== undefined;
	testCases({ apiKey }, [
		...ALL_SENDS.map((send): [string, Case[]] => [
			send.operation,
			casesOf(
				send,
				faults.filter((row) => !isWaiting(row)),
			),
		]),
		[
			'what ends with the time limit',
			ALL_SENDS.flatMap((send) => casesOf(send, faults.filter(isWaiting))),
		],
	]);
});

describe('over TLS', () => {
	testCases({ apiKey, tls: true }, [
		['a connection that breaks', ALL_SENDS.flatMap((send) => casesOf(send, faultsOfTls))],
	]);
});

function testCases(sandboxOptions: SandboxOptions, groups: Array<[string, Case[]]>): void {
	beforeAll(async () => {
		scene = await startScene(sandboxOptions);
	});
	afterAll(async () => await scene.stop());

	test.each(groups)('%s: each message once, and the item says so', async (_name, cases) => {
		scene.sandbox.reset();
		const cells = await Promise.all(cases.map(run));
		const accepted = countsOf(acceptedMarks(scene.sandbox));
		// A template that asks is read first, as it says how much of the link its variable takes.
		const messages = () =>
			scene.sandbox.requests.filter(({ operation }) => operation !== 'template.get');
		const received = countsOf(
			messages()
				.filter(({ fault }) => fault !== 'resetBeforeBody')
				.map(markIn),
		);
		const problems = cells.flatMap((cell) => {
			const problem = problemOf(cell, accepted, received);
			return problem === undefined ? [] : [`${nameOf(cell)}: ${problem}`];
		});
		expect(problems).toEqual([]);

		scene.sandbox.faults.clear();
		const retried = await retryAll(cells.filter(({ execution }) => execution.status === 'error'));

		// No redirect was followed.
		const operations = cases.map(({ send }) => send.request);
		expect(messages().filter(({ operation }) => !operations.includes(operation!))).toEqual([]);
		expectNoKey([...cells.map(({ execution }) => execution), ...retried]);
	});
}

/** What a send is tested with: each fault and each mode at least once and, for one send, each kind of fault in each mode. */
function casesOf(send: Send, rows: FaultRow[]): Case[] {
	const isKind = ({ label }: FaultRow): boolean => KINDS_OF_FAULTS.includes(label);
	const variants = (row: FaultRow): Array<Pick<Case, 'row' | 'accepts'>> => {
		const accepts = isKind(row) ? [false, true] : [true];
		return (row.mayHaveAccepted ? accepts : [row.says === 'sent']).map((accepts) => ({
			row,
			accepts,
		}));
	};
	if (send.operation !== IN_EVERY_MODE) {
		const meant = rows.filter((row) => WITH_ALL_FAULTS.includes(send.operation) || isKind(row));
		return inTurns(send, meant.flatMap(variants));
	}
	return [
		...MODES.flatMap((mode) => {
			const times = mode.settings.retryOnFail ? [1, undefined] : [1];
			return rows
				.filter(isKind)
				.flatMap(variants)
				.flatMap((variant) => times.map((times) => ({ send, mode, times, ...variant })));
		}),
		...inTurns(send, rows.filter((row) => !isKind(row)).flatMap(variants)),
	];
}

/** Each of these, and each mode, at least once; other pairs of them for each send. */
function inTurns(send: Send, variants: Array<Pick<Case, 'row' | 'accepts'>>): Case[] {
	if (variants.length === 0) return [];
	const first = ALL_SENDS.indexOf(send);
	return Array.from({ length: Math.max(variants.length, MODES.length) }, (_, index) => ({
		...{ send, mode: MODES[index % MODES.length]!, times: 1 },
		...variants[(first + index) % variants.length]!,
	}));
}

async function run(one: Case, index: number): Promise<Cell> {
	const { send, row, mode, accepts, times } = one;
	const marks = marksOf(waits(send) ? 1 : ITEMS, `cell-${index}-`);
	const hits = mode.hits % marks.length;
	const items = marks.map((mark, item) => send.item(mark, send.recipient(index * ITEMS + item)));
	scene.sandbox.faults.add({
		recipient: items[hits]!.json.recipient as string,
		fault: row.fault,
		accepts,
		...(times === undefined ? {} : { times }),
	});
	const options = { timeout: AN_HOUR, ...mode.options, ...row.options };
	const execution = await scene.run(send.parameters(options), items, mode.settings);
	return { ...one, marks, hit: marks[hits]!, execution };
}

/** Compares what the items say with the service's books; returns what is wrong. */
function problemOf(cell: Cell, accepted: Counts, received: Counts): string | undefined {
	const { row, mode, accepts, times, marks, hit, execution } = cell;
	const twice = marks.find((mark) => (accepted[mark] ?? 0) > 1);
	if (twice !== undefined) return `${twice} was accepted ${accepted[twice]} times`;

	const triesAgain = row.isSentAgain ?? mode.settings.retryOnFail ?? false;
	const expected = row.says === 'failed' && times === 1 && triesAgain ? 'sent' : row.says;
	const isAccepted = expected === 'sent' || (expected === 'unknown' && accepts);
	if ((accepted[hit] ?? 0) !== Number(isAccepted))
		return `the books have the message ${accepted[hit] ?? 0} times`;
	if (expected === 'unknown' && (received[hit] ?? 0) > 1)
		return 'a message that may have arrived was sent again';

	const succeeds = expected === 'sent' || mode.settings.onError !== undefined;
	const isAsked = waits(cell.send) && expected === 'sent';
	if (execution.status !== (isAsked ? 'waiting' : succeeds ? 'success' : 'error'))
		return `the execution's status is ${execution.status}`;
	// Its output comes with the answer.
	if (isAsked) return undefined;
	return succeeds ? checkOutput(cell, accepted, expected) : checkError(cell, accepted, expected);
}

function checkOutput(
	{ marks, hit, execution }: Cell,
	accepted: Counts,
	expected: Status,
): string | undefined {
	const statuses = statusesOf(execution);
	const items = statuses.map(({ item }) => item).join();
	if (items !== [...marks.keys()].join())
		return `of ${marks.length} items these came out: ${items}`;
	for (const [index, mark] of marks.entries()) {
		const { status } = statuses[index]!;
		if (status === undefined) return `${mark} came out with an error and no status`;
		if (mark === hit && status !== expected) return `the item says ${status}`;
		if (status === 'sent' && accepted[mark] !== 1)
			return `${mark} says sent and is not in the books`;
		if (status === 'failed' && accepted[mark] !== undefined)
			return `${mark} says failed and is in the books`;
		if (mark !== hit && status === 'unknown') return `${mark} says unknown`;
	}
	return undefined;
}

/** An execution that stops has no output: its error says how many were sent. */
function checkError(
	{ marks, hit, execution }: Cell,
	accepted: Counts,
	expected: Status,
): string | undefined {
	const { message, description } = execution.error as {
		message: string;
		description?: string | null;
	};
	const isUnknown = expected === 'unknown';
	if (message.includes('Outcome unknown') !== isUnknown) return `the error says: ${message}`;
	// A key that is rejected is no item's fault, and a single item goes without saying.
	const isNamed = marks.length > 1 && !message.startsWith('The service rejected the API key');
	if (message.includes(`[item ${marks.indexOf(hit)}, `) !== isNamed)
		return `the error is about another item: ${message}`;

	if (marks.length === 1) return undefined;
	const sent = marks.filter((mark) => accepted[mark] === 1 && !(isUnknown && mark === hit)).length;
	const untried = marks.length - sent - 1;
	const counts = [
		`${sent} of ${marks.length} messages sent`,
		isUnknown ? '1 may have arrived' : '1 not sent',
		...(untried === 0 ? [] : [`${untried} not tried`]),
	].join(', ');
	return description?.includes(`${counts}.`) ? undefined : `not '${counts}' but: ${description}`;
}

/** Retries failed executions as n8n's server does; in the end each message is accepted once. */
async function retryAll(cells: Cell[]): Promise<Execution[]> {
	const retried = await Promise.all(
		cells.map(async ({ execution }) => await scene.retry(execution)),
	);
	const accepted = countsOf(acceptedMarks(scene.sandbox));
	const open = cells.flatMap((cell, index) => {
		const isUnknown = cell.execution.error!.message.includes('Outcome unknown');
		const execution = retried[index]!;
		expectEnd(cell, execution, accepted, isUnknown ? Number(cell.accepts) : 1, isUnknown);
		return isUnknown ? [{ cell, execution }] : [];
	});
	const resending = await Promise.all(
		open.map(async ({ cell: { send, mode }, execution }) => {
			const options = { timeout: AN_HOUR, ...mode.options, unknownOutcome: 'sendAgain' };
			return await scene.retry(execution, send.parameters(options), mode.settings);
		}),
	);
	const inTheEnd = countsOf(acceptedMarks(scene.sandbox));
	for (const [index, { cell }] of open.entries())
		expectEnd(cell, resending[index]!, inTheEnd, cell.accepts ? 2 : 1);
	return [...retried, ...resending];
}

/** Expects the message that the fault was about to be accepted this often, and all others once. */
function expectEnd(
	cell: Cell,
	execution: Execution,
	accepted: Counts,
	times: number,
	isUnknown = false,
): void {
	const counts = cell.marks.map((mark) => accepted[mark] ?? 0);
	const sentStatus = waits(cell.send) ? 'waiting' : 'success';
	expect({ cell: nameOf(cell), counts, status: execution.status }).toEqual({
		cell: nameOf(cell),
		counts: cell.marks.map((mark) => (mark === cell.hit ? times : 1)),
		status: isUnknown ? 'error' : sentStatus,
	});
	if (isUnknown) expect(execution.error!.message).toContain('Outcome unknown');
	else if (!waits(cell.send)) expectNothingLeft(execution);
}

function expectNothingLeft(execution: Execution): void {
	expect(execution.readStored().executionData?.contextData[`node:${NODE_NAME}`]).not.toHaveProperty(
		'records',
	);
}

function expectNoKey(executions: Execution[]): void {
	const written = [
		...executions.flatMap(({ stored, error }) => [
			stored,
			JSON.stringify(error ?? null),
			error?.stack ?? '',
		]),
		...scene.engine.logged,
	].join('\n');
	expect(spellingsOf(apiKey).filter((spelling) => written.includes(spelling))).toEqual([]);
}

/** How often each message was seen, by its mark. */
type Counts = Record<string, number>;

function countsOf(marks: string[]): Counts {
	const counts: Counts = {};
	for (const mark of marks) counts[mark] = (counts[mark] ?? 0) + 1;
	return counts;
}

function nameOf({ send, row, mode, accepts, times }: Cell): string {
	return `${send.operation}, ${row.label}, ${mode.name}, ${accepts ? 'accepted' : 'not accepted'}, ${times === undefined ? 'always' : 'once'}`;
}
