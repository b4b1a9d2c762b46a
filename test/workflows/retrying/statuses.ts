import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/execution';
import { NODE_NAME, outputOf } from '../../support/scene';

/** What an item of the output can say about its message. */
export type Status = 'sent' | 'failed' | 'unknown';

/**
 * What the items of both outputs say, sorted by the input item they are paired with; the status is undefined where an
 * item has an error and does not say.
 *
 * @param run which of the node's runs in a loop, from 0; -1 is the last
 */
export function statusesOf(
	execution: Execution,
	run = -1,
): Array<{ item: number; status: Status | 'testRun' | undefined }> {
	return [...execution.items(NODE_NAME, 0, run), ...execution.items(NODE_NAME, 1, run)]
		.map(({ json, pairedItem }) => ({
			item: (pairedItem as { item: number }).item,
			status: statusOf(json),
		}))
		.sort((one, other) => one.item - other.item);
}

/** What became of each item: `sent`, why it was skipped, or the status of its error. */
export function becameOf(execution: Execution): string[] {
	return outputOf(execution).map(({ reason, details }) =>
		String(reason ?? (details as IDataObject | undefined)?.status ?? 'sent'),
	);
}

function statusOf(json: IDataObject): Status | 'testRun' | undefined {
	if ('error' in json)
		return (json.details as IDataObject | undefined)?.status as Status | undefined;
	if (json.status === 'unknown') return 'unknown';
	return json.reason === 'testRun' ? 'testRun' : 'sent';
}
