import { API_KEY, TEXT_PATH, type Contender, type Surroundings } from './contender';
import { loopOf } from './loop';

/** The least there is to do: Node's own fetch, which keeps its connections. */
export function bareFetch({ address }: Surroundings): Contender {
	return loopOf(async (message) => {
		const response = await fetch(`${address}${TEXT_PATH}?api_key=${API_KEY}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(message),
		});
		return await response.json();
	});
}
