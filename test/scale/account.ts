import type { AcceptedMessage } from '../../dev/sandbox/receivedRequest';
import type { Call } from './calls';
import type { Postgres } from './postgres';

/** An execution as the database has it. */
export interface StoredExecution {
	id: number;
	status: string;
	/** the name of the call that started it */
	call: string | null;
	/** Whether n8n says that it gave up on it after its worker had gone. */
	isGivenUp: boolean;
}

/** What n8n says of an execution whose worker has gone. */
const GIVEN_UP = 'This execution failed to be processed too many times';

const UNFINISHED = ['new', 'running', 'waiting'];

/** What became of calls, by the service's books and by n8n's executions. */
export interface Account {
	calls: number;
	accepted: number;
	acceptedTwice: number;
	/** how many executions have which status */
	statuses: Record<string, number>;
}

/** Reads the executions of a workflow. */
export async function executionsOf(
	postgres: Postgres,
	workflowId: string,
): Promise<StoredExecution[]> {
	return await postgres.rows(`
		SELECT execution.id, execution.status,
			substring(stored.data FROM 'call-[0-9]+') AS call,
			coalesce(stored.data LIKE '%${GIVEN_UP}%', false) AS "isGivenUp"
		FROM execution_entity AS execution LEFT JOIN execution_data AS stored ON stored."executionId" = execution.id
		WHERE execution."workflowId" = '${workflowId}' ORDER BY execution.id`);
}

/** Whether a workflow has had this number of executions, and all of them are over. */
export async function areOver(
	postgres: Postgres,
	workflowId: string,
	count: number,
): Promise<boolean> {
	const states = await postgres.rows<{ status: string; count: number }>(`
		SELECT status, count(*)::int AS count FROM execution_entity WHERE "workflowId" = '${workflowId}' GROUP BY status`);
	const over = states.filter(({ status }) => !UNFINISHED.includes(status));
	return (
		over.length === states.length && over.reduce((sum, state) => sum + state.count, 0) >= count
	);
}

/** How often the service accepted a message for each recipient. */
export function timesAccepted(accepted: readonly AcceptedMessage[]): Map<string, number> {
	const times = new Map<string, number>();
	for (const { recipient } of accepted) times.set(recipient, (times.get(recipient) ?? 0) + 1);
	return times;
}

/** Draws up the account of calls. */
export function accountOf(
	calls: readonly Call[],
	accepted: readonly AcceptedMessage[],
	executions: readonly StoredExecution[],
): Account {
	const statuses: Record<string, number> = {};
	for (const { status } of executions) statuses[status] = (statuses[status] ?? 0) + 1;
	const times = timesAccepted(accepted);
	return {
		calls: calls.length,
		accepted: times.size,
		acceptedTwice: [...times.values()].filter((count) => count > 1).length,
		statuses,
	};
}
