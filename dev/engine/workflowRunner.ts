import { stringify } from 'flatted';
import { establishExecutionContext, ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import { createRunExecutionData, deepCopy, UserError, Workflow } from 'n8n-workflow';
import type {
	INode,
	INodeExecutionData,
	IRunExecutionData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { createAdditionalData } from './additionalData';
import type { DataTables } from './dataTables';
import { Execution } from './execution';
import type { InstalledPackages } from './installedPackages';
import { StoredCredentials } from './storedCredentials';
import type { CredentialInputs } from './storedCredentials';
import { importWorkflow } from './workflowFile';
import type { SavedWorkflow, WorkflowFile } from './workflowFile';

export interface ExecutionOptions {
	/** The saved credentials, by the id or the name that the workflow's nodes refer to. */
	credentials?: CredentialInputs;
	/** Cancels the execution, as the Stop button of the editor does. */
	cancel?: AbortSignal;
	/** Called with a node's name whenever the engine is about to run it. */
	onNodeStarted?: (nodeName: string) => void;
}

export interface RunOptions extends ExecutionOptions {
	/**
	 * What the start node gives out instead of running: pinned data in a manual execution, what
	 * the trigger received in any other mode.
	 */
	input?: INodeExecutionData[];
	/** `manual` (default) is the editor's button; `trigger` and `webhook` a published workflow. */
	mode?: WorkflowExecuteMode;
	/** Name of the trigger to start from; by default the one n8n would choose. */
	startNode?: string;
}

export interface RetryOptions extends ExecutionOptions {
	/** Retry with this workflow, the currently saved one, in place of the original. */
	workflow?: WorkflowFile;
}

interface ExecutionRequest extends ExecutionOptions {
	workflow: SavedWorkflow;
	mode: WorkflowExecuteMode;
	retryOf?: string;
	/** That of the execution that goes on; a new one by default. */
	executionId?: string;
	/** What to go on from; without it the execution begins at `startNode`. */
	runExecutionData?: IRunExecutionData;
	startNode?: string;
}

/** Runs workflows and retries failed executions, as n8n's server does. */
export class WorkflowRunner {
	private lastExecutionId = 0;

	constructor(
		private readonly packages: InstalledPackages,
		private readonly dataTables: DataTables,
	) {}

	/**
	 * Runs a workflow.
	 *
	 * @returns the execution, failed and cancelled ones too
	 * @throws when a setting of the workflow is wrong before any node runs
	 */
	async run(
		file: WorkflowFile,
		{ mode = 'manual', input, startNode, ...options }: RunOptions = {},
	): Promise<Execution> {
		const workflow = importWorkflow(file);
		const node = this.findStartNode(workflow, startNode);
		if (mode === 'manual') {
			if (input) workflow.pinData[node.name] = input;
			return await this.execute({ ...options, workflow, mode, startNode: node.name });
		}
		const data = { main: [input ?? [{ json: {} }]] };
		const executionData = { nodeExecutionStack: [{ node, data, source: null }] };
		const runExecutionData = createRunExecutionData({ executionData });
		return await this.execute({ ...options, workflow, mode, runExecutionData });
	}

	/**
	 * Retries a failed execution the way the executions list does: from the stored data alone,
	 * at the node that failed, with all the items it got.
	 *
	 * @throws UserError when the execution succeeded
	 */
	async retry(failed: Execution, options: RetryOptions = {}): Promise<Execution> {
		if (failed.status === 'success') {
			throw new UserError('The execution succeeded, so it cannot be retried.');
		}
		const runExecutionData = failed.readStored();
		const { executionData, resultData } = runExecutionData;
		// The failed attempt leaves the run data; its items are still on the stack.
		if (resultData.lastNodeExecuted) {
			delete resultData.error;
			const runs = resultData.runData[resultData.lastNodeExecuted];
			if (runs?.at(-1)?.error !== undefined) runs.pop();
		}

		const workflow = options.workflow
			? importWorkflow(options.workflow)
			: deepCopy(failed.workflow);
		for (const due of executionData!.nodeExecutionStack)
			due.node = workflow.nodes.find(({ name }) => name === due.node.name)!;
		return await this.execute({
			credentials: failed.credentials,
			...options,
			workflow,
			mode: 'retry',
			retryOf: failed.id,
			runExecutionData,
		});
	}

	/** Goes on with a waiting execution as n8n does when its time has run out, or when its link was answered. */
	async resume(waiting: Execution, answer?: INodeExecutionData[][]): Promise<Execution> {
		const runExecutionData = waiting.readStored();
		if (answer) runExecutionData.executionData!.nodeExecutionStack[0]!.data.main = answer;
		return await this.execute({
			credentials: waiting.credentials,
			workflow: deepCopy(waiting.workflow),
			mode: waiting.data.mode,
			executionId: waiting.id,
			runExecutionData,
		});
	}

	/** What a webhook of a waiting execution runs on, with nothing shared with the execution. */
	waitingWorkflow(waiting: Execution): Workflow {
		return this.instantiate(deepCopy(waiting.workflow), waiting.data.mode);
	}

	private findStartNode(workflow: SavedWorkflow, name?: string): INode {
		const instance = this.instantiate(workflow);
		const node = name === undefined ? instance.getStartNode() : instance.getNode(name);
		if (!node) throw new UserError('No node to start the workflow from could be found');
		return node;
	}

	private instantiate(workflow: SavedWorkflow, mode?: WorkflowExecuteMode): Workflow {
		return new Workflow({
			...workflow,
			active: false,
			nodeTypes: this.packages,
			// Pinned data counts in manual executions only.
			pinData: mode === 'manual' ? workflow.pinData : undefined,
		});
	}

	private async execute(request: ExecutionRequest): Promise<Execution> {
		const { workflow, mode, cancel, onNodeStarted, credentials = {} } = request;
		// Taken before the run: nodes may change what they were given.
		const saved = deepCopy(workflow);
		const executionId = request.executionId ?? String(++this.lastExecutionId);
		const instance = this.instantiate(workflow, mode);
		const additionalData = createAdditionalData({
			credentials: new StoredCredentials(this.packages, credentials),
			dataTables: this.dataTables,
			executionId,
			workflowId: workflow.id,
			workflowSettings: workflow.settings,
		});
		if (request.runExecutionData) {
			await establishExecutionContext(instance, request.runExecutionData, {}, mode);
		}

		let stored: string | undefined;
		const hooks = new ExecutionLifecycleHooks(mode, executionId, workflow, request.retryOf);
		hooks.addHandler('nodeExecuteBefore', (nodeName) => onNodeStarted?.(nodeName));
		hooks.addHandler('workflowExecuteAfter', (run) => {
			stored = stringify(run.data);
		});
		additionalData.hooks = hooks;

		const executor = new WorkflowExecute(additionalData, mode, request.runExecutionData);
		const running = request.runExecutionData
			? executor.processRunExecutionData(instance)
			: executor.run({
					workflow: instance,
					startNode: instance.getNode(request.startNode!)!,
					pinData: workflow.pinData,
				});
		const stop = () => running.cancel();
		if (cancel?.aborted) stop();
		cancel?.addEventListener('abort', stop);
		const run = await running;
		if (running.isCanceled) {
			run.finished = false;
			run.status = 'canceled';
		}
		const written = stored ?? stringify(run.data);
		return new Execution(executionId, run.status, run, written, saved, credentials);
	}
}
