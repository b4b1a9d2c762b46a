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

/**
 * What nodes remember across executions (`helpers.checkProcessedAndRecord`). n8n keeps the table for it in its
 * server package, so the rows lie in memory here and behave and cost the same: one row a node with a list of
 * hashes, read, changed and written whole, without a lock.
 */
export class DeduplicationStore implements Pick<
	IDataDeduplicator,
	'checkProcessedAndRecord' | 'removeProcessed'
> {
	/** @param rows of the database, which other processes may share: the hashes of each row, as JSON, the oldest first */
	constructor(private readonly rows = new Map<string, string>()) {}

	/** Called before each access; what it throws is the database's error, and a promise holds the call up. */
	beforeAccess: (access: 'read' | 'write') => void | Promise<void> = () => {};

	/** How often nodes have asked for something. */
	calls = 0;

	/** Makes this the store of all nodes in this process; otherwise n8n would keep the first one. */
	async use(): Promise<void> {
		Object.assign(DataDeduplicationService, { instance: undefined });
		await DataDeduplicationService.init(this as unknown as IDataDeduplicator);
	}

	/** How many values a row has; its name is the workflow's ID and, for a node's own, `n:` with the node's ID. */
	entries(name: string): number {
		return (JSON.parse(this.rows.get(name) ?? '[]') as string[]).length;
	}

	/** Forgets everything. */
	clear(): void {
		this.rows.clear();
		this.calls = 0;
	}

	/** Forgets everything, and makes a node of an imported workflow remember `count` values. */
	fill(nodeId: string, count: number): void {
		this.clear();
		const hashes = Array.from({ length: count }, (_, index) => hashOf(`earlier ${index}`));
		if (count > 0) this.rows.set(`imported n:${nodeId}`, JSON.stringify(hashes));
	}

	async checkProcessedAndRecord(
		values: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
		{ maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		const name = rowName(scope, contextData);
		const stored = await this.read(name);
		const hashes = stored ?? [];
		const known = new Set(hashes);
		const result: IDeduplicationOutput = { new: [], processed: [] };
		for (const value of values) {
			const hash = hashOf(value);
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
		const hashes = await this.read(name);
		if (hashes === undefined) return;
		for (const hash of values.map(hashOf)) {
			const index = hashes.indexOf(hash);
			if (index !== -1) hashes.splice(index, 1);
		}
		await this.write(name, hashes, false, contextData);
	}

	private async read(name: string): Promise<string[] | undefined> {
		this.calls++;
		await this.access('read');
		const row = this.rows.get(name);
		return row === undefined ? undefined : (JSON.parse(row) as string[]);
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
		if (isFirst && this.rows.has(name))
			throw new Error('SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.context');
		this.rows.set(name, JSON.stringify(hashes));
	}

	/** A database answers later, so other calls get in between. */
	private async access(access: 'read' | 'write'): Promise<void> {
		await new Promise(setImmediate);
		await this.beforeAccess(access);
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
