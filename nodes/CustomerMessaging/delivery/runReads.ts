import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { runError } from '../reporting/failureWords';
import { ItemLoop, type Item } from './itemLoop';
import type { ReadJob, ReadRun } from './job';

interface PreparedRead extends Item {
	job: ReadJob;
}

/**
 * Runs a read operation over all input items: prepare all, stop if one cannot be asked, ask.
 *
 * Throws a NodeApiError or NodeOperationError for the first failed item if the node does not continue on fail.
 */
export async function runReads(
	context: IExecuteFunctions,
	{ options, prepare }: ReadRun,
): Promise<INodeExecutionData[][]> {
	const loop = new ItemLoop(context, options, (_, failure) => ({
		state: 'failed',
		kind: 'read',
		failure,
	}));
	const prepared = await loop.prepare(loop.items, async ({ index }): Promise<PreparedRead> => ({
		index,
		job: await prepare(index),
	}));
	if (loop.continues || loop.firstFailed === undefined) {
		await loop.deliver(prepared, async ({ job }) => ({
			state: 'done',
			results: await job(),
		}));
	}
	loop.failUnreached(loop.items);
	const failed = loop.firstFailed;
	if (failed !== undefined && !loop.continues)
		throw runError(context.getNode(), loop.outcomes, failed);
	return loop.output();
}
