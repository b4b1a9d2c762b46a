import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { NODE_VERSION } from '../../test/support/nodeVersion';

/** A node as a user sets it up. */
interface NodeSetup {
	type: string;
	typeVersion: number;
	credential: { type: string; data: IDataObject };
	parameters: IDataObject;
	/** How many values it remembers before it sends. */
	remembered?: number;
	/** Where it remembers them, if not in a JavaScript object that costs next to nothing. */
	database?: Database;
}

export type Database = 'SQLite' | 'Postgres' | 'Postgres 24 ms away';

/** More than the node keeps, so that its list is full. */
const FULL = 70_000;

interface Job {
	/** Whether each message is an execution of its own, as a webhook starts them. */
	isByEvent?: boolean;
	/** How many of these go on at the same time; one if this is left out. */
	atOnce?: number;
	/** Milliseconds after which the service answers. */
	latency: number;
	/** The nodes that do it, by the names in the results. */
	nodes: Record<string, NodeSetup>;
}

/** What is sent, and by whom, by the names in the results. */
export function jobsAt(address: string): Record<string, Job> {
	const thisNode = (parameters: IDataObject): NodeSetup => ({
		type: 'n8n-nodes-customer-messaging.customerMessaging',
		typeVersion: NODE_VERSION,
		credential: {
			type: 'customerMessagingApi',
			data: { service: 'other', baseUrl: address, apiKey: 'bench' },
		},
		parameters,
	});
	/** Everything at its defaults; one expression for all fields is the cheapest of the ways to fill them. */
	const httpRequest = (endpoint: string, fields: string): NodeSetup => ({
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		credential: { type: 'httpQueryAuth', data: { name: 'api_key', value: 'bench' } },
		parameters: {
			...{ method: 'POST', url: `${address}/stable/open/${endpoint}` },
			...{ authentication: 'genericCredentialType', genericAuthType: 'httpQueryAuth' },
			...{ sendBody: true, specifyBody: 'json', jsonBody: `={{ { ${fields} } }}` },
		},
	});
	const values = { 1: '={{ $json.name }}', 2: '={{ $json.order }}', 3: '={{ $json.day }}' };
	const text = {
		...{ resource: 'message', operation: 'sendText' },
		...{ customerId: '={{ $json.customer }}', text: '={{ $json.text }}' },
	};
	const withKeys = thisNode({ ...text, messageKey: '={{ $json.order }}-shipped' });
	const remember = (database: Database, remembered = 0): NodeSetup => ({
		...withKeys,
		...{ database, remembered },
	});
	const keyed = {
		'Without keys': thisNode(text),
		'SQLite, an empty list': remember('SQLite'),
		'SQLite, a full list': remember('SQLite', FULL),
		'Postgres, an empty list': remember('Postgres'),
		'Postgres, a full list': remember('Postgres', FULL),
	};
	const templates = {
		'This node': thisNode({
			...{ resource: 'template', operation: 'send', templateId: '301' },
			channelId: { __rl: true, mode: 'id', value: '201' },
			customerPhone: '={{ $json.phone }}',
			specifyVariables: 'fields',
			variables: {
				...{ mappingMode: 'defineBelow', value: values },
				schema: Object.keys(values).map((id) => ({ id, type: 'string', display: true })),
			},
		}),
		'HTTP Request': httpRequest(
			'whatsapp/send-template-message',
			"template_id: '301', channel_id: '201', customer_phone: $json.phone, attributes: { 1: $json.name, 2: $json.order, 3: $json.day }",
		),
	};
	return {
		Texts: {
			latency: 50,
			nodes: {
				'This node': thisNode(text),
				'100 in flight': thisNode({ ...text, options: { parallelSends: 100 } }),
				'HTTP Request': httpRequest(
					'customers/send-text-message',
					'customer_id: $json.customer, text: $json.text',
				),
			},
		},
		'Texts with keys': {
			latency: 50,
			nodes: {
				'This node': withKeys,
				'A full list': { ...withKeys, remembered: FULL },
				'SQLite, a full list': remember('SQLite', FULL),
			},
		},
		'Templates, checked': { latency: 50, nodes: templates },
		'The same, one an event': { isByEvent: true, latency: 150, nodes: templates },
		'Texts with keys, one an event': { isByEvent: true, latency: 150, nodes: keyed },
		'These, ten at once': {
			...{ isByEvent: true, atOnce: 10, latency: 150 },
			nodes: { ...keyed, 'Postgres 24 ms away': remember('Postgres 24 ms away') },
		},
	};
}

/** What each of the messages says, and to whom: all differ. */
export function itemsFor(count: number): INodeExecutionData[] {
	return Array.from({ length: count }, (_, index) => ({
		json: {
			...{ customer: String(5001 + index), text: `Your order ${index} is on its way.` },
			// Numbers ending in 555-0100 to 555-0199 are nobody's, in any area.
			phone: `+1${201 + Math.floor(index / 100)}55501${String(index % 100).padStart(2, '0')}`,
			...{ name: `Customer ${index}`, order: `A-${1000 + index}`, day: 'Friday' },
		},
	}));
}
