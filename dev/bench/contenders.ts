import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { installedPackage } from '../../test/support/installedPackage';
import { NODE_VERSION } from '../../test/support/nodeVersion';
import { type Engine, startEngine } from '../engine/engine';

/** What is sent: texts, templates whose three variables are filled, or a file of this size from n8n's storage. */
export interface Job {
	kind: 'texts' | 'templates' | 'uploads';
	count: number;
	/** Bytes of the file. */
	size?: number;
}

/** A node as a user sets it up. */
interface NodeSetup {
	type: string;
	typeVersion: number;
	credential: { type: string; data: IDataObject };
	/** Its parameters for each job that it can do. */
	parameters: Partial<Record<Job['kind'], IDataObject>>;
	packageDirectory?: string;
}

const API_KEY = 'bench-key';

const NODE = 'Send';

/** All contenders, by the name that the results give them; each is told the service's address, and another build. */
const CONTENDERS = {
	'This node': (address) => thisNode(address),
	'100 in flight': (address) => thisNode(address, { options: { parallelSends: 100 } }),
	'With keys': (address) => thisNode(address, { messageKey: '={{ $json.customer_id }}' }),
	'Another build': (address, against) => ({ ...thisNode(address), packageDirectory: against }),
	'HTTP Request': httpRequest,
	Telegram: telegram,
} satisfies Record<string, (address: string, against?: string) => NodeSetup>;

export type ContenderName = keyof typeof CONTENDERS;

/** A contender in n8n's engine. Prepares a job, so that preparing is not measured, and returns what does it. */
export function contenderOf(
	name: ContenderName,
	address: string,
	folder: string,
	against?: string,
) {
	const { type, typeVersion, credential, parameters, packageDirectory } = CONTENDERS[name](
		address,
		against,
	) as NodeSetup;
	let engine: Engine | undefined;
	return async (job: Job): Promise<() => Promise<void>> => {
		// As in a default installation, since writing debug messages would slow down every node.
		engine ??= await startEngine({
			packageDirectory: packageDirectory ?? installedPackage,
			userFolder: folder,
			logLevel: 'info',
		});
		const start = { id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
		const node = { id: NODE, name: NODE, type, typeVersion, parameters: parameters[job.kind] };
		const workflow = {
			nodes: [
				{ ...start, typeVersion: 1, position: [0, 0], parameters: {} },
				{
					...node,
					position: [220, 0],
					credentials: { [credential.type]: { id: 'Account', name: 'Account' } },
				},
			],
			connections: { Start: { main: [[{ node: NODE, type: 'main', index: 0 }]] } },
		};
		const input = await itemsFor(job, engine, folder);
		const { run, deduplication } = engine;
		deduplication.clear();
		return async () => {
			const execution = await run.call(engine, workflow, {
				mode: 'trigger',
				input,
				credentials: { Account: credential },
			});
			const sent = execution.items(NODE).length;
			if (sent !== job.count)
				throw new Error(`${name} sent ${sent} of ${job.count}: ${execution.error?.message}`);
		};
	};
}

function thisNode(address: string, more: IDataObject = {}): NodeSetup {
	const values = { 1: '={{ $json.name }}', 2: '={{ $json.order }}', 3: '={{ $json.day }}' };
	const template = {
		resource: 'template',
		channelId: { __rl: true, mode: 'id', value: '201' },
		customerPhone: '={{ $json.phone }}',
	};
	return {
		type: 'n8n-nodes-customer-messaging.customerMessaging',
		typeVersion: NODE_VERSION,
		credential: { type: 'customerMessagingApi', data: { baseUrl: address, apiKey: API_KEY } },
		parameters: {
			texts: {
				...{ resource: 'message', operation: 'sendText' },
				...{ customerId: '={{ $json.customer_id }}', text: '={{ $json.text }}', ...more },
			},
			templates: {
				...{ ...template, operation: 'send', templateId: '301', specifyVariables: 'fields' },
				variables: {
					...{ mappingMode: 'defineBelow', value: values },
					schema: Object.keys(values).map((id) => ({ id, type: 'string', display: true })),
				},
				...more,
			},
			uploads: { ...template, operation: 'sendWithFile', templateId: '302' },
		},
	};
}

/** The built-in HTTP Request node doing the same: the same requests, filled by the same expressions. */
function httpRequest(address: string): NodeSetup {
	const request = (endpoint: string, body: IDataObject): IDataObject => ({
		method: 'POST',
		url: `${address}/stable/open/${endpoint}`,
		authentication: 'genericCredentialType',
		genericAuthType: 'httpQueryAuth',
		sendBody: true,
		...body,
	});
	const parts = { template_id: '302', channel_id: '201', customer_phone: '={{ $json.phone }}' };
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		credential: { type: 'httpQueryAuth', data: { name: 'api_key', value: API_KEY } },
		parameters: {
			texts: request('customers/send-text-message', {
				bodyParameters: bodyOf({
					customer_id: '={{ $json.customer_id }}',
					text: '={{ $json.text }}',
				}),
			}),
			templates: request('whatsapp/send-template-message', {
				specifyBody: 'json',
				// One expression for all fields: the cheapest of the ways to fill them.
				jsonBody:
					"={{ { template_id: '301', channel_id: '201', customer_phone: $json.phone, attributes: { 1: $json.name, 2: $json.order, 3: $json.day } } }}",
			}),
			uploads: request('whatsapp/send-template', {
				contentType: 'multipart-form-data',
				bodyParameters: {
					parameters: [
						...bodyOf(parts).parameters,
						{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' },
					],
				},
			}),
		},
	};
}

function bodyOf(fields: Record<string, string>) {
	return { parameters: Object.entries(fields).map(([name, value]) => ({ name, value })) };
}

/** The built-in Telegram node, which sends one message at a time and has no templates. */
function telegram(address: string): NodeSetup {
	return {
		type: 'n8n-nodes-base.telegram',
		typeVersion: 1.2,
		credential: { type: 'telegramApi', data: { baseUrl: address, accessToken: '7001:bench' } },
		parameters: {
			texts: {
				...{ resource: 'message', operation: 'sendMessage', chatId: '={{ $json.customer_id }}' },
				...{ text: '={{ $json.text }}', additionalFields: { appendAttribution: false } },
			},
		},
	};
}

async function itemsFor(job: Job, engine: Engine, folder: string): Promise<INodeExecutionData[]> {
	const items = Array.from({ length: job.count }, (_, index): INodeExecutionData => ({
		json: {
			...{ customer_id: String(5001 + index), text: `Your order ${index} is on its way.` },
			// Numbers ending in 555-0100 to 555-0199 are nobody's, in any area.
			phone: `+1${201 + Math.floor(index / 100)}55501${String(index % 100).padStart(2, '0')}`,
			...{ name: `Customer ${index}`, order: `A-${1000 + index}`, day: 'Friday' },
		},
	}));
	if (job.size === undefined) return items;
	// A file that was never in memory.
	const source = path.join(folder, 'source.bin');
	const file = await open(source, 'w');
	await file.truncate(job.size);
	await file.close();
	const stream = createReadStream(source);
	const data = await engine.storeBinary(stream, 'brochure.pdf', 'application/pdf');
	await rm(source);
	return items.map((item) => ({ ...item, binary: { data } }));
}
