import type { Contender, Surroundings } from './contender';
import { bareFetch, plainAxios } from './loops';
import { httpRequest, telegram, thisNode } from './nodes';

/** The milliseconds between batches: as long as the service takes to answer one. */
const BATCH_INTERVAL = 50;

/** All contenders, by the name that the results give them. */
export const CONTENDERS = {
	'This node': (surroundings) => thisNode(surroundings),
	'This node, 100 in flight': (surroundings) => thisNode(surroundings, { parallelSends: 100 }),
	'This node, unchecked': (surroundings) => thisNode(surroundings, { checkVariables: false }),
	'This node, with keys': (surroundings) =>
		thisNode(surroundings, { messageKey: '={{ $json.customer_id }}', keysToRemember: 20_000 }),
	'HTTP Request': (surroundings) => httpRequest(surroundings),
	'HTTP Request, batches of 10': (surroundings) =>
		httpRequest(surroundings, { batchSize: 10, batchInterval: BATCH_INTERVAL }),
	'HTTP Request, batches of 50': (surroundings) =>
		httpRequest(surroundings, { batchSize: 50, batchInterval: BATCH_INTERVAL }),
	Telegram: telegram,
	'Bare fetch loop': bareFetch,
	'Plain axios, new agent a request': plainAxios,
} satisfies Record<string, (surroundings: Surroundings) => Contender>;

export type ContenderName = keyof typeof CONTENDERS;
