import type { IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';

/** The execution in which this node first ran: a retry of it is another one, and carries this on. */
export interface Beginning {
	executionId: string;
	/** `retry` where the retried execution failed before it came to this node. */
	mode: WorkflowExecuteMode;
}

/**
 * Writes down where the execution began, before anything can fail and for good: n8n stores it with a failed execution,
 * and brings it back when that is retried.
 */
export function beginningOf(context: IExecuteFunctions): Beginning {
	const stored: { began?: Beginning } = context.getContext('node');
	stored.began ??= { executionId: context.getExecutionId(), mode: context.getMode() };
	return stored.began;
}
