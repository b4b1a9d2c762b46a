import 'reflect-metadata';

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';

import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService, FileLocation } from 'n8n-core';
import { SSHClientsManager } from 'n8n-core/dist/execution-engine/ssh-clients-manager';
import { Expression } from 'n8n-workflow';
import type {
	IBinaryData,
	IDataDeduplicator,
	INodeCredentialTestResult,
	INodeType,
} from 'n8n-workflow';

import { testCredential } from './credentialTest';
import { DataTables } from './dataTables';
import { DeduplicationStore, useDeduplication } from './deduplicationStore';
import { useDefaultEnvironment } from './environment';
import type { Execution } from './execution';
import { startExpressionEngine } from './expressionEngine';
import { InstalledPackages } from './installedPackages';
import { collectLogLines } from './logLines';
import { NodeForm } from './nodeForm';
import { ToolCaller, toolCallerType } from './toolCaller';
import { runTool } from './toolRun';
import type { ToolOptions, ToolRun } from './toolRun';
import { StoredCredentials } from './storedCredentials';
import { visit } from './visit';
import type { Visit, VisitRequest } from './visit';
import { WorkflowRunner } from './workflowRunner';
import type { RetryOptions, RunOptions } from './workflowRunner';
import type { WorkflowFile } from './workflowFile';

/** Where n8n keeps binary data: in memory, or in files. (Its database is in its server package.) */
export type BinaryDataMode = 'default' | 'filesystem-v2';

export interface EngineOptions {
	/** A directory with a built n8n package, its package.json beside `dist`. */
	packageDirectory: string;
	/** What n8n logs; by default everything, so that a search for a secret sees it all. */
	logLevel?: 'debug' | 'info';
}

let running: Engine | undefined;

/**
 * Starts n8n's engine in this process, with n8n-nodes-base and the given package.
 *
 * @throws when an engine is running already (n8n keeps its services once a process), or when
 * the package does not load
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
	if (running) throw new Error('An engine is running in this process: stop it first.');
	running = new Engine(options);
	try {
		await running.start();
		return running;
	} catch (error) {
		await running.stop();
		throw error;
	}
}

/** n8n's engine in this process. Made by {@link startEngine}. */
export class Engine {
	/** Everything n8n logged since the start, a JSON line each, down to its debug messages. */
	logged: string[] = [];

	/** Where n8n keeps its files. */
	private readonly userFolder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));

	private readonly restoreEnvironment: () => void;

	/** @internal */
	packages!: InstalledPackages;

	private runner!: WorkflowRunner;

	/** What the editor asks a node's methods while its form is open. */
	form!: NodeForm;

	/** What nodes remember from one execution to the next. */
	readonly deduplication = new DeduplicationStore();

	/** The data tables that workflows read and write. */
	readonly dataTables = new DataTables();

	constructor(private readonly options: EngineOptions) {
		this.restoreEnvironment = useDefaultEnvironment(this.userFolder, options.logLevel);
	}

	/** @internal */
	async start(): Promise<void> {
		// Services left over from an earlier engine would keep its folder.
		Container.reset();
		this.logged = collectLogLines();
		await startExpressionEngine();
		await this.setBinaryDataMode('filesystem-v2');
		await useDeduplication(this.deduplication as unknown as IDataDeduplicator);
		this.packages = await InstalledPackages.load(this.options.packageDirectory, {
			[toolCallerType]: new ToolCaller(),
		});
		this.runner = new WorkflowRunner(this.packages, this.dataTables);
		this.form = new NodeForm(this.packages);
	}

	/** Ends the engine and removes the files it made. Does nothing the second time. */
	async stop(): Promise<void> {
		if (running !== this) return;
		running = undefined;
		await Expression.disposeExpressionEngine();
		// Every execution starts it; its timer would keep all of n8n in memory for as long as the process lives.
		Container.get(SSHClientsManager).onShutdown();
		Container.reset();
		this.restoreEnvironment();
		rmSync(this.userFolder, { recursive: true, force: true });
	}

	/** Changes where n8n stores binary data from now on; what is stored stays readable. */
	async setBinaryDataMode(mode: BinaryDataMode): Promise<void> {
		Container.get(BinaryDataConfig).mode = mode === 'filesystem-v2' ? 'filesystem' : mode;
		await Container.get(BinaryDataService).init();
	}

	/**
	 * Stores a file the way a node's output does in the current binary data mode, for the input
	 * of a run.
	 *
	 * @returns what goes under a field name into an item's `binary`
	 */
	async storeBinary(
		content: Buffer | Readable,
		fileName: string,
		mimeType: string,
	): Promise<IBinaryData> {
		return await Container.get(BinaryDataService).store(
			FileLocation.ofExecution('imported', 'input'),
			content,
			{ data: '', fileName, mimeType, fileExtension: extname(fileName).slice(1) },
		);
	}

	/** Runs a workflow. Failed and cancelled executions are returned, only wrong settings throw. */
	async run(workflow: WorkflowFile, options?: RunOptions): Promise<Execution> {
		return await this.runner.run(workflow, options);
	}

	/** Retries a failed execution the way the executions list does. */
	async retry(execution: Execution, options?: RetryOptions): Promise<Execution> {
		return await this.runner.retry(execution, options);
	}

	/** Goes on with a waiting execution, once its time has run out or with the answer that a visit gave. */
	async resume(waiting: Execution, answer?: Visit['answer']): Promise<Execution> {
		return await this.runner.resume(waiting, answer);
	}

	/** Opens the link of a waiting execution, or sends the form behind it. */
	async visit(waiting: Execution, request: VisitRequest): Promise<Visit> {
		return await visit(
			waiting,
			this.runner.waitingWorkflow(waiting),
			new StoredCredentials(this.packages, waiting.credentials),
			request,
		);
	}

	/** Tests a credential as n8n does when its form is saved. */
	async testCredential(type: string, data: object): Promise<INodeCredentialTestResult> {
		return await testCredential(this.packages, type, data);
	}

	/**
	 * Calls a node that an AI agent has as a tool (its type ends in `Tool`) and returns the text
	 * the model would see, also of an error.
	 *
	 * @param callArguments the model's arguments, by the keys of `$fromAI`
	 */
	async runTool(
		workflow: WorkflowFile,
		toolNodeName: string,
		callArguments: object,
		options?: ToolOptions,
	): Promise<ToolRun> {
		return await runTool(
			this.packages,
			this.runner,
			workflow,
			toolNodeName,
			callArguments,
			options,
		);
	}

	/** A node type by its full name, e.g. `n8n-nodes-base.set`. */
	nodeType(name: string): INodeType {
		return this.packages.getByNameAndVersion(name);
	}
}

export type { Execution } from './execution';
export type { RunOptions } from './workflowRunner';
export type { ToolOptions, ToolRun } from './toolRun';
export type { WorkflowFile } from './workflowFile';
