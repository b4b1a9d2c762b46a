import { Agent } from 'node:http';
import { createRequire } from 'node:module';

import { API_KEY, bodyOf, IN_FLIGHT, PATHS, type Contender, type Surroundings } from './contender';

/** Sends one message to a path of the service and returns the parsed answer. */
type Send = (path: string, body: object) => Promise<unknown>;

/**
 * A contender without n8n: a loop with as many requests in flight as this node has, which is one if all messages go
 * to the same customer.
 */
function loopOf(send: Send): Contender {
	return {
		async prepare(job) {
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

/** The minimum: Node's own fetch, which keeps its connections. */
export function bareFetch({ address }: Surroundings): Contender {
	return loopOf(async (path, body) => {
		const response = await fetch(`${address}${path}?api_key=${API_KEY}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		return await response.json();
	});
}

interface Axios {
	post(url: string, body: unknown, options: object): Promise<{ data: unknown }>;
}

/** n8n's own copy of axios, with a new connection for each request as n8n makes one. */
export function plainAxios({ address }: Surroundings): Contender {
	const axios = createRequire(require.resolve('n8n-core'))('axios') as Axios;
	return loopOf(async (path, body) => {
		const { data } = await axios.post(`${address}${path}`, body, {
			params: { api_key: API_KEY },
			httpAgent: new Agent(),
			timeout: 60_000,
		});
		return data;
	});
}
