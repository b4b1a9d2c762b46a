import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { DeduplicationStore, type Table } from '../../../../dev/engine/deduplicationStore';
import { startEngine } from '../../../../dev/engine/engine';
import type { Clock } from '../../../../nodes/CustomerMessaging/primitives/clock';
import { CREDENTIAL_NAME, messagingWorkflow } from '../../../support/scene';
import { becameOf } from '../statuses';

/** What the test asks of a process of n8n. */
export interface Order {
	parameters: IDataObject;
	/** The items of each execution; all begin at the same moment. */
	executions: IDataObject[][];
	/** The process stands still again and again, for up to this number of milliseconds. */
	lag: number;
	/** At which access to the database the process stands still until it is killed. */
	standsStillAt?: number;
	/** Every access with this number, and every multiple, fails. */
	failsEvery?: number;
	/** Its time passes faster by this factor. */
	haste?: number;
}

export interface Settings {
	packageDirectory: string;
	credential: { baseUrl: string; apiKey: string };
}

/** An answer: of each item, `sent`, `alreadySent`, or the status of its error. */
export type Became = string[][];

const [settings] = process.argv.slice(2).map((one) => JSON.parse(one) as Settings);

/** Statements that the database has not answered, in the test's process. */
const asked = new Map<number, (result: unknown) => void>();
let lastStatement = 0;

async function ask<Result>(statement: keyof Table, ...values: unknown[]): Promise<Result> {
	return await new Promise((resolve) => {
		asked.set(++lastStatement, resolve as (result: unknown) => void);
		process.send!({ statement, values, number: lastStatement });
	});
}

const table: Table = {
	select: async (name) => await ask('select', name),
	insert: async (name, row) => await ask('insert', name, row),
	update: async (name, row) => await ask('update', name, row),
	delete: async (name) => await ask('delete', name),
};

/** Has the time of the installed node pass faster. */
function hurry(haste: number): void {
	const file = path.join(
		settings!.packageDirectory,
		'dist/nodes/CustomerMessaging/primitives/clock',
	);
	const { SYSTEM_CLOCK } = createRequire(__filename)(file) as { SYSTEM_CLOCK: Clock };
	SYSTEM_CLOCK.now = () => haste * Date.now();
	SYSTEM_CLOCK.wait = async (milliseconds) => await setTimeout(milliseconds / haste);
}

async function start({ packageDirectory, credential }: Settings): Promise<void> {
	const engine = await startEngine({ packageDirectory });
	const store = new DeduplicationStore(table);
	await store.use();

	const execute = async (parameters: IDataObject, items: IDataObject[]): Promise<string[]> => {
		const execution = await engine.run(
			messagingWorkflow(parameters, { onError: 'continueRegularOutput' }),
			{
				mode: 'webhook',
				credentials: {
					[CREDENTIAL_NAME]: {
						type: 'customerMessagingApi',
						data: { service: 'other', ...credential },
					},
				},
				input: items.map((json) => ({ json })),
			},
		);
		return becameOf(execution);
	};

	process.on('message', (message: Order | { number: number; result: unknown }) => {
		if ('number' in message) {
			asked.get(message.number)?.(message.result);
			asked.delete(message.number);
			return;
		}
		const {
			parameters,
			executions,
			lag,
			standsStillAt = Infinity,
			failsEvery = Infinity,
			haste = 1,
		} = message;
		if (haste > 1) hurry(haste);
		let accesses = 0;
		// Between reading and writing, n8n takes some time.
		store.beforeAccess = async (access) => {
			if (++accesses >= standsStillAt) {
				process.send!({ standsStill: true });
				await new Promise(() => {});
			}
			if (accesses % failsEvery === 0) throw new Error('SQLITE_BUSY: database is locked');
			if (access === 'write') await setTimeout(5 + 35 * Math.random());
		};
		let isOver = false;
		const lagging = async (): Promise<void> => {
			while (!isOver && lag > 0) {
				await setTimeout(100 * Math.random());
				const end = Date.now() + lag * Math.random();
				while (Date.now() < end);
			}
		};
		void lagging();
		void Promise.all(executions.map(async (items) => await execute(parameters, items))).then(
			(became) => {
				isOver = true;
				process.send!({ became });
			},
		);
	});
	process.send!({ isReady: true });
}

void start(settings!);
