import { bodyOf, IN_FLIGHT, PATHS, type Contender, type Job } from './contender';

/** Sends one message to a path of the service and returns the parsed answer. */
type Send = (path: string, body: object) => Promise<unknown>;

/**
 * A contender without n8n: a loop that keeps so many requests in flight as this node does, which
 * is one where all messages go to the same customer.
 */
export function loopOf(send: Send): Contender {
	return {
		async prepare(job: Job) {
			if (job.job === 'uploads') throw new Error('The loop uploads nothing.');
			const { job: kind, count, fixed } = job;
			return async () => {
				const answers: unknown[] = [];
				let next = 0;
				const serve = async (): Promise<void> => {
					while (next < count) {
						const index = next++;
						answers[index] = await send(PATHS[kind], bodyOf(kind, fixed ? 0 : index));
					}
				};
				await Promise.all(Array.from({ length: fixed ? 1 : IN_FLIGHT }, serve));
				return { sent: answers.length };
			};
		},
	};
}
