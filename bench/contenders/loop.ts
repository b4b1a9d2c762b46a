import { IN_FLIGHT, messageOf, type Contender, type Job } from './contender';

/** Sends one message and returns the parsed answer. */
type Send = (message: { customer_id: string; text: string }) => Promise<unknown>;

/**
 * A contender without n8n: a loop that keeps so many requests in flight as this node does, which
 * is one where all messages go to the same customer.
 */
export function loopOf(send: Send): Contender {
	return {
		async prepare(job: Job) {
			if (job.job !== 'texts') throw new Error('The loop uploads nothing.');
			const { count, fixed } = job;
			return async () => {
				const answers: unknown[] = [];
				let next = 0;
				const serve = async (): Promise<void> => {
					while (next < count) {
						const index = next++;
						answers[index] = await send(messageOf(fixed ? 0 : index));
					}
				};
				await Promise.all(Array.from({ length: fixed ? 1 : IN_FLIGHT }, serve));
				return { sent: answers.length };
			};
		},
	};
}
