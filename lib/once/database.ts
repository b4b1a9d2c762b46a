import { type Failure, FailureError, SYSTEM_CLOCK, wordsOfError } from '../basics';

/** How often to make a call that fails, and how many milliseconds to wait the first time. */
const MAX_TRIES = 5;
const FIRST_WAIT = 100;

/** A failure that stops all sends because nobody can know what was sent before. */
function refusal(message: string, advice: string): Failure {
	return { kind: 'unclaimed', message, advice };
}

const CHECK_DATABASE = "Check n8n's database, then try again";

/** How many milliseconds to wait for the lock in all. */
export const MAX_WAIT = 90_000;

export const NOT_FREE = refusal(
	`n8n could not record which messages are sent: for ${MAX_WAIT / 1000} seconds, other executions were recording theirs, or n8n's database rejected every attempt`,
	CHECK_DATABASE,
);

export const STANDS_STILL = refusal(
	"n8n's database, or n8n itself, is too slow to record which messages are sent",
	"Check n8n's database and the connection to it. If both are fast, give n8n more memory or computing time. Then try again",
);

export const TAKEN = refusal(
	"A 'Remove Duplicates' node with the scope 'Workflow' uses the storage that this node needs to record what it sends",
	"Set the 'Scope' under 'Options' of each 'Remove Duplicates' node to 'Node'. Then clear the old history once, with a 'Remove Duplicates' node that has the operation 'Clear Deduplication History' and the scope 'Workflow'",
);

export const UNSAVED = refusal(
	'Message keys only work in a saved workflow',
	'Save the workflow, then try again',
);

export const PASTED = refusal(
	'The node was pasted or added again since this execution began, so it does not know what other retries have sent',
	"In the executions list, choose 'Retry with original workflow'",
);

export function tooManyKeys(count: number, keysRemembered: number): Failure {
	return refusal(
		`The items have ${count} message keys, and a node remembers ${keysRemembered}`,
		`Use two nodes: each remembers its own ${keysRemembered}`,
	);
}

/** Makes a refusal of what n8n's database has thrown, unless it is one already. */
export function databaseError(error: unknown): FailureError {
	if (error instanceof FailureError) return error;
	const message = `n8n could not read or save which messages were sent: ${wordsOfError(error).message}`;
	return new FailureError(refusal(message, CHECK_DATABASE));
}

/** Repeats a failing call of n8n's database a few times within about two seconds, then throws a FailureError. */
export async function insist<Result>(call: (isAgain: boolean) => Promise<Result>): Promise<Result> {
	for (let tries = 1; ; tries++) {
		try {
			return await call(tries > 1);
		} catch (error) {
			if (tries === MAX_TRIES) throw databaseError(error);
			await SYSTEM_CLOCK.wait(FIRST_WAIT * 2 ** (tries - 1));
		}
	}
}
