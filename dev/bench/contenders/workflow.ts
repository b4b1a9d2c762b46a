import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	startEngine,
	type CredentialInputs,
	type Engine,
	type WorkflowFile,
} from '../../engine/engine';
import { installedPackage } from '../../../test/support/installedPackage';
import {
	templateItem,
	textItem,
	type Contender,
	type Done,
	type Job,
	type Surroundings,
} from './contender';

/** A node as a user sets it up for the job. */
export interface NodeSetup {
	type: string;
	typeVersion: number;
	/** Its parameters for a job; a field is an expression where the text starts with `=`. */
	parameters(job: Job): IDataObject;
	credential: { type: string; data: IDataObject };
}

const NODE = 'Send';
const NODE_ID = 'send';

/** A contender that is an n8n node: n8n's engine runs it as a published workflow. */
export function workflowOf(setup: NodeSetup, { folder }: Surroundings): Contender {
	let engine: Engine | undefined;
	return {
		async prepare(job) {
			// As in a default installation, since writing debug messages would slow down every node.
			engine ??= await startEngine({
				packageDirectory: installedPackage,
				userFolder: folder,
				logLevel: 'info',
			});
			const started = engine;
			const input = await itemsFor(job, started, folder);
			const credentials: CredentialInputs = { Account: setup.credential };
			const workflow = workflowFile(setup, job);
			started.deduplication.fill(NODE_ID, job.job === 'uploads' ? 0 : (job.remembered ?? 0));
			return async () => {
				const execution = await started.run(workflow, { mode: 'trigger', input, credentials });
				const { calls } = started.deduplication;
				return { ...outcomeOf(execution.items(NODE), execution.error), storeCalls: calls };
			};
		},
	};
}

function outcomeOf(items: INodeExecutionData[], error: Error | undefined): Done {
	const failed = items.find(({ json }) => 'error' in json);
	const problem =
		error?.message ?? (failed === undefined ? undefined : JSON.stringify(failed.json));
	const sent = items.filter(({ json }) => !('error' in json)).length;
	return problem === undefined ? { sent } : { sent, problem };
}

function workflowFile(
	{ type, typeVersion, parameters, credential }: NodeSetup,
	job: Job,
): WorkflowFile {
	return {
		name: 'Bench',
		nodes: [
			{
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: NODE_ID,
				name: NODE,
				type,
				typeVersion,
				position: [220, 0],
				parameters: parameters(job),
				credentials: { [credential.type]: { id: 'Account', name: 'Account' } },
				// Uploads are also measured while they fail, and then every one of them has to be tried.
				...(job.job === 'uploads' ? { onError: 'continueRegularOutput' } : {}),
			},
		],
		connections: { Start: { main: [[{ node: NODE, type: 'main', index: 0 }]] } },
	};
}

async function itemsFor(job: Job, engine: Engine, folder: string): Promise<INodeExecutionData[]> {
	if (job.job !== 'uploads')
		return Array.from({ length: job.count }, (_, index) => ({
			json: (job.job === 'texts' ? textItem(index) : templateItem(index)) as unknown as IDataObject,
		}));
	const data = await storedFile(engine, folder, job.size);
	return Array.from({ length: job.count }, () => ({ json: {}, binary: { data } }));
}

/** Puts a file of `size` bytes into n8n's storage on disk, without holding it in memory. */
async function storedFile(engine: Engine, folder: string, size: number) {
	const source = path.join(folder, 'source.bin');
	const file = await open(source, 'w');
	await file.truncate(size);
	await file.close();
	try {
		return await engine.storeBinary(createReadStream(source), 'brochure.pdf', 'application/pdf');
	} finally {
		await rm(source);
	}
}
