import { createHash } from 'node:crypto';

import { DataDeduplicationService } from 'n8n-core';
import { UserError } from 'n8n-workflow';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

/** The ID of a workflow that was never saved, so that no row can belong to it. */
export const UNSAVED_WORKFLOW = '__EMPTY__';

type Later<Result> = Result | Promise<Result>;

/** A row's hashes, the oldest first. */
export type Row = readonly string[];

/** The table in n8n's database. Processes that share it have only these statements, each of which is made as a whole. */
export interface Table {
	select(name: string): Later<Row | undefined>;
	/** False if there is such a row: it has a primary key. */
	insert(name: string, row: Row): Later<boolean>;
	/** Changes nothing if there is no such row. */
	update(name: string, row: Row): Later<void>;
	delete(name: string): Later<void>;
}

export class TableInMemory implements Table {
	readonly rows = new Map<string, Row>();

	select(name: string): Row | undefined {
		return this.rows.get(name);
	}

	insert(name: string, row: Row): boolean {
		if (this.rows.has(name)) return false;
		this.rows.set(name, row);
		return true;
	}

	update(name: string, row: Row): void {
		if (this.rows.has(name)) this.rows.set(name, row);
	}

	delete(name: string): void {
		this.rows.delete(name);
	}
}

/** Makes this the store of all nodes in this process; otherwise n8n would keep the first one. */
export async function useDeduplication(store: IDataDeduplicator): Promise<void> {
	Object.assign(DataDeduplicationService, { instance: undefined });
	await DataDeduplicationService.init(store);
}

/**
 * What nodes remember across executions (`helpers.checkProcessedAndRecord` and its neighbours). n8n has this in its
 * server package, so it behaves and costs the same here: a list of hashes for each node, and one for the workflow, each
 * in a row that is read, changed and written whole, without a lock.
 */
export class DeduplicationStore implements IDataDeduplicator {
	private readonly own = new TableInMemory();

	/** @param table if other processes share it */
	constructor(private readonly table: Table = this.own) {}

	/** Called before each access; what it throws is the database's error, and a promise holds the call up. */
	beforeAccess: (access: 'read' | 'write') => void | Promise<void> = () => {};

	/** What a row has of a value. */
	hash = hashOf;

	/** How often nodes have asked for something. */
	calls = 0;

	/** How many values a row has; its name is the workflow's ID and, for a node's own, `n:` with the node's ID. */
	entries(name: string): number {
		return this.own.select(name)?.length ?? 0;
	}

	/** Forgets everything. */
	clear(): void {
		this.own.rows.clear();
		this.calls = 0;
	}

	/** Forgets everything, and makes a node of an imported workflow remember `count` values; without an ID, the workflow. */
	fill(nodeId: string, count: number): void {
		this.clear();
		const hashes = Array.from({ length: count }, (_, index) => hashOf(`earlier ${index}`));
		if (count > 0) this.own.insert(`imported ${nodeId && `n:${nodeId}`}`, hashes);
	}

	async checkProcessedAndRecord(
		values: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
		{ maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		const name = rowName(scope, contextData);
		const stored = await this.read(name);
		const hashes = stored?.slice() ?? [];
		const known = new Set(hashes);
		const result: IDeduplicationOutput = { new: [], processed: [] };
		for (const value of values) {
			const hash = this.hash(value);
			// A value that a call names twice is new both times.
			const isNew = !known.has(hash);
			result[isNew ? 'new' : 'processed'].push(value);
			if (isNew) hashes.push(hash);
		}
		if (maxEntries) hashes.splice(0, hashes.length - maxEntries);
		await this.write(name, hashes, stored === undefined, contextData);
		return result;
	}

	async removeProcessed(
		values: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
	): Promise<void> {
		const name = rowName(scope, contextData);
		const hashes = (await this.read(name))?.slice();
		if (hashes === undefined) return;
		for (const hash of values.map(this.hash)) {
			const index = hashes.indexOf(hash);
			if (index !== -1) hashes.splice(index, 1);
		}
		await this.write(name, hashes, false, contextData);
	}

	async clearAllProcessedItems(
		scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
	): Promise<void> {
		this.calls++;
		await this.access('write');
		await this.table.delete(rowName(scope, contextData));
	}

	async getProcessedDataCount(
		scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
	): Promise<number> {
		return (await this.read(rowName(scope, contextData)))?.length ?? 0;
	}

	private async read(name: string): Promise<Row | undefined> {
		this.calls++;
		await this.access('read');
		return await this.table.select(name);
	}

	private async write(
		name: string,
		hashes: string[],
		isFirst: boolean,
		{ workflow }: ICheckProcessedContextData,
	): Promise<void> {
		await this.access('write');
		if (workflow.id === UNSAVED_WORKFLOW)
			throw new Error('SQLITE_CONSTRAINT: FOREIGN KEY constraint failed');
		if (!isFirst) await this.table.update(name, hashes);
		else if (!(await this.table.insert(name, hashes)))
			// As a Postgres says it that speaks Spanish.
			throw new Error('llave duplicada viola restricción de unicidad «processed_data_pkey»');
	}

	/** A database answers later, so other calls get in between. */
	private async access(access: 'read' | 'write'): Promise<void> {
		await (this.beforeAccess(access) ?? new Promise(setImmediate));
	}
}

function rowName(
	scope: DeduplicationScope,
	{ workflow, node }: ICheckProcessedContextData,
): string {
	if (!workflow.id) throw new UserError('The expression evaluated to a falsy value');
	return `${workflow.id} ${scope === 'node' ? `n:${node?.id}` : ''}`;
}

function hashOf(value: DeduplicationItemTypes): string {
	return createHash('md5').update(value.toString()).digest('base64');
}
