import { Agent } from 'node:http';
import { createRequire } from 'node:module';

import { API_KEY, type Contender, type Surroundings } from './contender';
import { loopOf } from './loop';

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
