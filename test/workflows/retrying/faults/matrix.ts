import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../../dev/engine/execution';
import type { Operation, SandboxOptions } from '../../../../dev/sandbox/sandbox';
import {
	messagingWorkflow,
	NODE_NAME,
	startScene,
	type NodeSettings,
	type Scene,
} from '../../../support/scene';
import { fromAnotherProcess } from '../fromAnotherProcess';
import { acceptedMarks, marksOf, sends, type Send } from '../../sends';
import { statusesOf, type Status } from '../statuses';
import { faults, faultsOfTls, KINDS_OF_FAULTS, type FaultRow } from './rows';

interface Mode {
	name: string;
	settings: NodeSettings;
	options?: IDataObject;
	/** Which of the items the fault hits. */
	hits: number;
}

const retrying: NodeSettings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

const modes: Mode[] = [
	{ name: 'stop', settings: {}, hits: 2 },
	{ name: 'stop, one at a time', settings: {}, options: { parallelSends: 1 }, hits: 2 },
	{ name: 'continue', settings: { onError: 'continueRegularOutput' }, hits: 2 },
	{ name: 'error output', settings: { onError: 'continueErrorOutput' }, hits: 2 },
	{ name: 'retry', settings: retrying, hits: 2 },
	{ name: 'retry, one at a time', settings: retrying, options: { parallelSends: 1 }, hits: 2 },
	// n8n looks at the first item of the output, and tries again where that is an error.
	{ name: 'retry, the first item', settings: retrying, hits: 0 },
	{
		name: 'continue and retry',
		settings: { ...retrying, onError: 'continueRegularOutput' },
		hits: 0,
	},
	{
		name: 'error output and retry',
		settings: { ...retrying, onError: 'continueErrorOutput' },
		hits: 0,
	},
];

/** Those that differ in what becomes of a message; the others differ in when it is sent again, which every send shares. */
export const MAIN_MODES = modes.filter(({ name }) =>
	['stop, one at a time', 'continue', 'error output', 'retry'].includes(name),
);

const itemCount = 4;

/** One execution of the matrix, with what it is about. */
interface Cell {
	row: FaultRow;
	mode: Mode;
	accepts: boolean;
	/** How often the fault happens; absent for always. */
	times?: number;
	marks: string[];
	/** The mark of the message that the fault is about. */
	hit: string;
	execution: Execution;
}

/** With characters that are spelled differently in a URL, in JSON and in a form. */
const apiKey = 'The key: 100% "secret" & \\ü/+';

let scene: Scene;

/**
 * Declares the tests of one send operation: each fault, in every mode, once and always, with the
 * message accepted or not, and then every failed execution retried without the fault.
 */
export function testFaults(operation: Operation, inModes = modes): void {
	const send = sends.find((one) => one.operation === operation)!;
	describe('over HTTP', () => testRows(send, faults, { apiKey }, inModes));
	describe('over TLS', () => testRows(send, faultsOfTls, { apiKey, tls: true }, inModes));
}

/** The same with one fault of each kind, for an operation that goes the way of another whose faults are all tested. */
export function testKindsOfFaults(operation: Operation): void {
	const send = sends.find((one) => one.operation === operation)!;
	describe(operation, () =>
		testRows(
			send,
			faults.filter(({ label }) => KINDS_OF_FAULTS.includes(label)),
			{ apiKey },
			MAIN_MODES,
		),
	);
}

function testRows(
	send: Send,
	rows: FaultRow[],
	sandboxOptions: SandboxOptions,
	inModes: Mode[],
): void {
	beforeAll(async () => {
		scene = await startScene(sandboxOptions);
	});
	afterAll(async () => await scene.stop());
	beforeEach(() => {
		scene.sandbox.reset();
		scene.engine.logged.length = 0;
	});

	// Those that wait out a time limit wait together.
	const waiting = rows.filter(({ options }) => options !== undefined);
	const groups = [
		...rows.filter((row) => !waiting.includes(row)).map((row) => [row]),
		waiting,
	].filter(({ length }) => length > 0);

	test.each(groups.map((group) => [group.map(({ label }) => label).join('; '), group] as const))(
		'%s: each message once, and the item says so',
		async (_labels, group) => {
			const cells = await runCells(send, group, inModes);
			const problems = cells.flatMap((cell) => {
				const problem = checkFirstExecution(cell, send);
				return problem === undefined ? [] : [`${nameOf(cell)}: ${problem}`];
			});
			expect(problems).toEqual([]);

			scene.sandbox.faults.clear();
			const failed = cells.filter(({ execution }) => execution.status === 'error');
			const retried = await retryAll(failed, send);

			// No redirect was followed.
			expect(
				scene.sandbox.requests.filter((request) => request.operation !== send.operation),
			).toEqual([]);
			expectNoKey([...cells.map(({ execution }) => execution), ...retried]);
		},
	);
}

async function runCells(send: Send, rows: FaultRow[], inModes: Mode[]): Promise<Cell[]> {
	let recipients = 0;
	const cases = rows.flatMap((row) =>
		inModes.flatMap((mode) =>
			(row.mayHaveAccepted ? [false, true] : [row.says === 'sent']).flatMap((accepts) =>
				[1, undefined].map((times) => ({ row, mode, accepts, times })),
			),
		),
	);
	return await Promise.all(
		cases.map(async ({ row, mode, accepts, times }, index): Promise<Cell> => {
			const marks = marksOf(itemCount, `cell-${index}-`);
			const items = marks.map((mark) => send.item(mark, send.recipient(recipients++)));
			const recipient = items[mode.hits]!.json.recipient as string;
			scene.sandbox.faults.add({
				recipient,
				fault: row.fault,
				accepts,
				...(times === undefined ? {} : { times }),
			});
			const parameters = send.parameters({ ...mode.options, ...row.options });
			const execution = await scene.run(parameters, items, mode.settings);
			return { row, mode, accepts, times, marks, hit: marks[mode.hits]!, execution };
		}),
	);
}

/** Compares what the items say with the service's books; returns what is wrong. */
function checkFirstExecution(cell: Cell, send: Send): string | undefined {
	const { row, mode, accepts, times, marks, hit, execution } = cell;
	const accepted = countsOf(acceptedMarks(scene.sandbox, send));
	const twice = marks.find((mark) => (accepted[mark] ?? 0) > 1);
	if (twice !== undefined) return `${twice} was accepted ${accepted[twice]} times`;

	const triesAgain = row.isSentAgain ?? mode.settings.retryOnFail ?? false;
	const expected = row.says === 'failed' && times === 1 && triesAgain ? 'sent' : row.says;
	const isAccepted = expected === 'sent' || (expected === 'unknown' && accepts);
	if ((accepted[hit] ?? 0) !== Number(isAccepted))
		return `the books have the message ${accepted[hit] ?? 0} times`;
	const sendings = scene.sandbox.requests
		.filter(({ fault }) => fault !== 'resetBeforeBody')
		.map(send.markIn);
	if (expected === 'unknown' && (countsOf(sendings)[hit] ?? 0) > 1)
		return 'a message that may have arrived was sent again';

	const succeeds = expected === 'sent' || mode.settings.onError !== undefined;
	if (execution.status !== (succeeds ? 'success' : 'error'))
		return `the execution's status is ${execution.status}`;
	return succeeds ? checkOutput(cell, accepted, expected) : checkError(cell, accepted, expected);
}

function checkOutput(
	{ marks, hit, execution }: Cell,
	accepted: Record<string, number>,
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
	accepted: Record<string, number>,
	expected: Status,
): string | undefined {
	const { message, description } = execution.error as {
		message: string;
		description?: string | null;
	};
	const isUnknown = expected === 'unknown';
	if (message.includes('Outcome unknown') !== isUnknown) return `the error says: ${message}`;
	// A key that is rejected is no item's fault.
	const isNamed = !message.startsWith('The service rejected the API key');
	if (message.includes(`[item ${marks.indexOf(hit)}]`) !== isNamed)
		return `the error is about another item: ${message}`;

	const sent = marks.filter((mark) => accepted[mark] === 1 && !(isUnknown && mark === hit)).length;
	const unsent = marks.length - sent - Number(isUnknown);
	const were = (count: number): string => (count === 1 ? 'was' : 'were');
	const counts = [
		`${sent} of ${marks.length} messages ${were(sent)} sent`,
		...(unsent === 0 ? [] : [`${unsent} ${were(unsent)} not`]),
		...(isUnknown ? ['1 may have been'] : []),
	].join(', ');
	return description?.includes(`${counts}.`) ? undefined : `not '${counts}' but: ${description}`;
}

/** Retries failed executions from their stored data, as n8n's server does; in the end each message is accepted once. */
async function retryAll(cells: Cell[], send: Send): Promise<Execution[]> {
	const isUnknown = ({ execution }: Cell): boolean =>
		execution.error!.message.includes('Outcome unknown');

	const retried = await Promise.all(
		cells.map(async ({ execution }) => await scene.engine.retry(fromAnotherProcess(execution))),
	);
	const accepted = countsOf(acceptedMarks(scene.sandbox, send));
	for (const [index, cell] of cells.entries()) {
		const unknown = isUnknown(cell);
		const counts = cell.marks.map((mark) => accepted[mark] ?? 0);
		const expected = cell.marks.map((mark) =>
			unknown && mark === cell.hit ? Number(cell.accepts) : 1,
		);
		expect({ cell: nameOf(cell), counts, status: retried[index]!.status }).toEqual({
			cell: nameOf(cell),
			counts: expected,
			status: unknown ? 'error' : 'success',
		});
		if (unknown) expect(retried[index]!.error!.message).toContain('Outcome unknown');
		else expectNothingLeft(retried[index]!);
	}

	const open = cells.flatMap((cell, index) =>
		isUnknown(cell) ? [{ cell, execution: retried[index]! }] : [],
	);
	const resending = await Promise.all(
		open.map(async ({ cell: { mode }, execution }) => {
			const workflow = messagingWorkflow(
				send.parameters({ ...mode.options, unknownOutcome: 'sendAgain' }),
				mode.settings,
			);
			return await scene.engine.retry(fromAnotherProcess(execution), { workflow });
		}),
	);
	const inTheEnd = countsOf(acceptedMarks(scene.sandbox, send));
	for (const [index, { cell }] of open.entries()) {
		const counts = cell.marks.map((mark) => inTheEnd[mark]);
		const expected = cell.marks.map((mark) => (mark === cell.hit && cell.accepts ? 2 : 1));
		expect({ cell: nameOf(cell), counts, status: resending[index]!.status }).toEqual({
			cell: nameOf(cell),
			counts: expected,
			status: 'success',
		});
		expectNothingLeft(resending[index]!);
	}
	return [...retried, ...resending];
}

function expectNothingLeft(execution: Execution): void {
	expect(execution.readStored().executionData?.contextData[`node:${NODE_NAME}`]).toEqual({});
}

function expectNoKey(executions: Execution[]): void {
	const inForm = new URLSearchParams({ apiKey }).toString().slice('apiKey='.length);
	const spellings = [
		apiKey,
		encodeURIComponent(apiKey),
		inForm,
		JSON.stringify(apiKey).slice(1, -1),
	];
	const written = [
		...executions.flatMap(({ stored, error }) => [
			stored,
			JSON.stringify(error ?? null),
			error?.stack ?? '',
		]),
		...scene.engine.logged,
	].join('\n');
	expect(spellings.filter((spelling) => written.includes(spelling))).toEqual([]);
}

function countsOf(marks: string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const mark of marks) counts[mark] = (counts[mark] ?? 0) + 1;
	return counts;
}

function nameOf({ row, mode, accepts, times }: Cell): string {
	return `${row.label}, ${mode.name}, ${accepts ? 'accepted' : 'not accepted'}, ${times === undefined ? 'always' : 'once'}`;
}
