import { API_KEY, type Contender, type Surroundings } from './contender';
import { loopOf } from './loop';

/** The least there is to do: Node's own fetch, which keeps its connections. */
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
