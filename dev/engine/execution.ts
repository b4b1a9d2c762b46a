import { parse } from 'flatted';
import { migrateRunExecutionData } from 'n8n-workflow';
import type { ExecutionStatus, INodeExecutionData, IRun, IRunExecutionData } from 'n8n-workflow';

import type { CredentialInputs } from './storedCredentials';
import type { SavedWorkflow } from './workflowFile';

type ExecutionError = NonNullable<IRunExecutionData['resultData']['error']>;

/** One finished execution, with everything the executions list of n8n keeps about it. */
export class Execution {
	constructor(
		readonly id: string,
		/** `success`, `error` or `canceled`, as the executions list shows it. */
		readonly status: ExecutionStatus,
		/** What the engine handed back, with its live objects. */
		readonly data: IRun,
		/**
		 * The execution data as n8n writes it to its database (flatted). Of a cancelled execution it
		 * is the data at the moment of the cancelling; n8n stores nothing of what comes later.
		 */
		readonly stored: string,
		/** The workflow as it was when the execution started. */
		readonly workflow: SavedWorkflow,
		readonly credentials: CredentialInputs,
	) {}

	/** Why the execution failed or was cancelled. */
	get error(): ExecutionError | undefined {
		return this.data.data.resultData.error;
	}

	/**
	 * The items that a node gave out in its last run; none if it did not run.
	 *
	 * @param output which of its outputs, from 0; a node's error output is its last
	 */
	items(nodeName: string, output = 0): INodeExecutionData[] {
		return this.data.data.resultData.runData[nodeName]?.at(-1)?.data?.main?.[output] ?? [];
	}

	/** What a node's last run says above its output. */
	hints(nodeName: string): string[] {
		const hints = this.data.data.resultData.runData[nodeName]?.at(-1)?.hints ?? [];
		return hints.map(({ message }) => message);
	}

	/** Reads the stored data back, sharing nothing with the execution that wrote it. */
	readStored(): IRunExecutionData {
		return migrateRunExecutionData(parse(this.stored));
	}
}
