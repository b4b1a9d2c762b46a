import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { startEngine, type Engine } from '../../engine/engine';
import { installedPackage } from '../../../test/support/installedPackage';
import { templateItem, textItem, type Contender, type Job, type Surroundings } from './contender';

/** A node as a user sets it up. */
interface NodeSetup {
	type: string;
	typeVersion: number;
	credential: { type: string; data: IDataObject };
	/** Its parameters for each job that it can do, with what the fields of a text hold. */
	parameters(text: ReturnType<typeof textItem>): Partial<Record<Job['job'], IDataObject>>;
}

/** What the fields of a text hold: these expressions, unless all messages are the same. */
const TEXT_EXPRESSIONS = { customer_id: '={{ $json.customer_id }}', text: '={{ $json.text }}' };

const NODE = 'Send';

/** A contender that is an n8n node: n8n's engine runs it as a published workflow. */
export function workflowOf(
	{ folder }: Surroundings,
	{ type, typeVersion, credential, parameters }: NodeSetup,
): Contender {
	let started: Engine | undefined;
	return {
		async prepare(job) {
			// As in a default installation, since writing debug messages would slow down every node.
			const engine = (started ??= await startEngine({
				packageDirectory: installedPackage,
				userFolder: folder,
				logLevel: 'info',
			}));
			const isUpload = job.job === 'uploads';
			const node = {
				id: NODE,
				name: NODE,
				type,
				typeVersion,
				position: [220, 0],
				parameters: parameters(!isUpload && job.fixed ? textItem(0) : TEXT_EXPRESSIONS)[job.job],
				credentials: { [credential.type]: { id: 'Account', name: 'Account' } },
				// Uploads are also measured while they fail, and then every one of them has to be tried.
				...(isUpload ? { onError: 'continueRegularOutput' } : {}),
			};
			const start = {
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			};
			const workflow = {
				nodes: [start, node],
				connections: { Start: { main: [[{ node: NODE, type: 'main', index: 0 }]] } },
			};
			const input = await itemsFor(job, engine, folder);
			engine.deduplication.fill(NODE, isUpload ? 0 : (job.remembered ?? 0));
			return async () => {
				const execution = await engine.run(workflow, {
					mode: 'trigger',
					input,
					credentials: { Account: credential },
				});
				const items = execution.items(NODE);
				const failed = items.filter(({ json }) => 'error' in json);
				return {
					sent: items.length - failed.length,
					problem: execution.error?.message ?? (failed[0] && JSON.stringify(failed[0].json)),
					storeCalls: engine.deduplication.calls,
				};
			};
		},
	};
}

async function itemsFor(job: Job, engine: Engine, folder: string): Promise<INodeExecutionData[]> {
	if (job.job !== 'uploads')
		return Array.from({ length: job.count }, (_, index) => ({
			json: job.job === 'texts' ? textItem(index) : templateItem(index),
		}));
	// A file that was never in memory.
	const source = path.join(folder, 'source.bin');
	const file = await open(source, 'w');
	await file.truncate(job.size);
	await file.close();
	const stream = createReadStream(source);
	const data = await engine.storeBinary(stream, 'brochure.pdf', 'application/pdf');
	await rm(source);
	return Array.from({ length: job.count }, () => ({ json: {}, binary: { data } }));
}
