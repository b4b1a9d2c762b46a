import type { IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';

/** The execution in which this node first ran. A retry is a new execution, but inherits this. */
interface OriginalExecution {
	executionId: string;
	/** In milliseconds. Once its database is restored from a backup, n8n gives the same IDs again. */
	startedAt: number;
	/** `retry` if the original execution failed before it reached this node. */
	mode: WorkflowExecuteMode;
	/** Pasting the node again changes its ID. */
	nodeId: string;
}

/** Call this before anything can fail: n8n stores what it records with a failed execution, and restores it for a retry. */
export function originalExecutionOf(context: IExecuteFunctions): OriginalExecution {
	const stored: { began?: OriginalExecution } = context.getContext('node');
	stored.began ??= {
		executionId: context.getExecutionId(),
		startedAt: Date.now(),
		mode: context.getMode(),
		nodeId: context.getNode().id,
	};
	return stored.began;
}
