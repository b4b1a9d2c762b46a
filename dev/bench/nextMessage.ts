import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';

/**
 * Waits for the next message of a child process.
 *
 * Throws where the process ends before it says anything.
 */
export async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
	const given = new AbortController();
	try {
		return await Promise.race([
			once(child, 'message', { signal: given.signal }).then(([message]) => message as Message),
			once(child, 'exit', { signal: given.signal }).then(([code, signal]) => {
				throw new Error(`The process ended with ${String(code ?? signal)} instead of an answer.`);
			}),
		]);
	} finally {
		given.abort();
	}
}
