import type { IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';

/** The execution in which this node first ran. A retry is a new execution, but inherits this. */
export interface Beginning {
	executionId: string;
	/** `retry` if the original execution failed before it reached this node. */
	mode: WorkflowExecuteMode;
	/** A node that is pasted anew has another ID. */
	nodeId: string;
}

/**
 * Records where the execution began, before anything can fail: n8n stores it with a failed execution and restores it
 * for a retry.
 */
export function beginningOf(context: IExecuteFunctions): Beginning {
	const stored: { began?: Beginning } = context.getContext('node');
	stored.began ??= {
		executionId: context.getExecutionId(),
		mode: context.getMode(),
		nodeId: context.getNode().id,
	};
	return stored.began;
}
