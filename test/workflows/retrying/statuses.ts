import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/execution';
import { NODE_NAME, outputOf } from '../../support/scene';

/** What an item of the output can say about its message. */
export type Status = 'sent' | 'failed' | 'unknown';

/**
 * What the items of both outputs say, sorted by the input item they are paired with; the status is undefined where an
 * item has an error and does not say.
 */
export function statusesOf(
	execution: Execution,
): Array<{ item: number; status: Status | undefined }> {
	return [...execution.items(NODE_NAME, 0), ...execution.items(NODE_NAME, 1)]
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

function statusOf(json: IDataObject): Status | undefined {
	if ('error' in json)
		return (json.details as IDataObject | undefined)?.status as Status | undefined;
	return json.status === 'unknown' ? 'unknown' : 'sent';
}
