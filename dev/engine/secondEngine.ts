import { randomUUID } from 'node:crypto';

import { V1StepExecutor, V1WorkflowConverter } from '@n8n/node-engine-compatibility';
import { Expression } from 'n8n-workflow';
import type { INodeExecutionData, WorkflowExecuteMode } from 'n8n-workflow';

import { createAdditionalData } from './additionalData';
import type { Engine } from './engine';
import { StoredCredentials } from './storedCredentials';
import type { CredentialInputs } from './storedCredentials';
import { importWorkflow } from './workflowFile';
import type { WorkflowFile } from './workflowFile';

type StepRequest = Parameters<V1StepExecutor['execute']>[0];

/** What the second engine is told about a step. */
export interface StepOptions {
	credentials: CredentialInputs;
	/** the items that come to the node, and that the trigger has given out */
	input: INodeExecutionData[];
	/** who started the execution; by default a person */
	mode?: WorkflowExecuteMode;
	/** the round of the loop that the node is in, from 0 */
	iteration?: number;
	/** that of an execution in which other steps have run; a new one by default */
	executionId?: string;
}

/** The ID of an execution of the second engine: a UUID of version 7. */
export function newExecutionId(): string {
	return randomUUID().replace(/^(.{14})./, '$17');
}

/**
 * Runs a node as n8n's second engine (Engine 2.0) does: n8n's own converter makes a step of it, and n8n's own executor runs
 * that. What this engine keeps in its Postgres, inputs and outputs, only goes through JSON here.
 *
 * @returns the items of each output
 * @throws what the node throws
 */
export async function runStep(
	engine: Engine,
	file: WorkflowFile,
	nodeName: string,
	options: StepOptions,
): Promise<INodeExecutionData[][]> {
	const { credentials, input, mode = 'manual', iteration = 0 } = options;
	const { executionId = newExecutionId() } = options;
	const workflow = importWorkflow(file);
	const graph = new V1WorkflowConverter().convert(workflow);
	const find = (isIt: (node: StepRequest['node']) => boolean) => graph.nodes.find(isIt)!;
	const items = throughJson<StepRequest['inputs'][number]>(input);
	const executor = new V1StepExecutor({
		nodeTypes: engine.packages,
		additionalDataFactory: async () =>
			createAdditionalData({
				executionId,
				workflowId: workflow.id,
				credentials: await StoredCredentials.create(engine.packages, credentials),
			}),
		loadStepData: async () => ({
			graph,
			outputsByNode: { [find(({ type }) => type === 'trigger').id]: { [iteration]: [items] } },
		}),
	});
	// It insists on isolates, which do not build on Node 20; there the older engine evaluates the same expressions.
	if (Expression.getActiveImplementation() === 'legacy')
		Object.assign(executor, { validateExpressionEngine: () => {} });
	const { outputs } = await executor.execute({
		node: find(({ name }) => name === nodeName),
		inputs: [items],
		context: {
			executionId,
			stepId: randomUUID(),
			workflowId: workflow.id,
			mode: mode === 'manual' ? 'manual' : 'production',
			iteration,
			callerContext: { hostMode: mode },
		},
	});
	return throughJson<Array<INodeExecutionData[] | null>>(outputs).map((slot) => slot ?? []);
}

function throughJson<Value>(value: unknown): Value {
	return JSON.parse(JSON.stringify(value)) as Value;
}
