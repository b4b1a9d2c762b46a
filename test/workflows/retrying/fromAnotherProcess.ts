import { Execution } from '../../../dev/engine/execution';

/**
 * An execution as another process of n8n knows it: what is in the database, and none of the live
 * objects of the run.
 *
 * Takes an execution. Returns one that can be retried from its stored text alone.
 */
export function fromAnotherProcess({
	id,
	status,
	data,
	stored,
	workflow,
	credentials,
}: Execution): Execution {
	return new Execution(
		id,
		status,
		JSON.parse(JSON.stringify({ ...data, data: {} })),
		stored,
		JSON.parse(JSON.stringify(workflow)),
		credentials,
	);
}
