import { NodeConnectionTypes, UserError } from 'n8n-workflow';
import type { IConnections, INode, INodeExecutionData } from 'n8n-workflow';

import type { Execution } from './execution';
import type { InstalledPackages } from './installedPackages';
import { toolCallerType } from './toolCaller';
import type { ToolCallResult } from './toolCaller';
import { importWorkflow } from './workflowFile';
import type { WorkflowFile } from './workflowFile';
import type { ExecutionOptions, WorkflowRunner } from './workflowRunner';

export interface ToolOptions extends ExecutionOptions {
	/** What the agent gets: each call is for the next item. */
	input?: INodeExecutionData[];
	/**
	 * How the agent reaches the node. `tool` (default): it invokes the tool n8n made of the node
	 * (AI Agent up to version 2, MCP Server Trigger). `engine`: it asks the engine to run the node
	 * (AI Agent 3).
	 */
	through?: 'tool' | 'engine';
	/**
	 * Whether the calls come at the same moment, each from a tool of its own, as of AI Agent 2 with a batch of several
	 * items. The engine runs its calls one after the other.
	 */
	atOnce?: boolean;
}

/** The outcome of tool calls: the last one's result, all of them, and the whole execution. */
export interface ToolRun extends ToolCallResult {
	results: ToolCallResult[];
	execution: Execution;
}

const startName = 'Start of the tool call';
const callerName = 'Tool Caller';

/**
 * Calls a tool node of a workflow with the arguments a model would give, or several times with a
 * list of them. Nodes that are not installed here, such as the agent and its model, are left out.
 *
 * @throws UserError when the execution fails outside the tool
 */
export async function runTool(
	packages: InstalledPackages,
	runner: WorkflowRunner,
	file: WorkflowFile,
	toolNodeName: string,
	callArguments: object | object[],
	{ through = 'tool', atOnce = false, ...options }: ToolOptions = {},
): Promise<ToolRun> {
	const workflow = importWorkflow(file);
	const nodes = workflow.nodes.filter(({ type }) => packages.recognizes(type));
	const connections: IConnections = Object.fromEntries(
		Object.entries(workflow.connections).filter(([name]) => name !== toolNodeName),
	);
	connections[toolNodeName] = {
		[NodeConnectionTypes.AiTool]: [
			[{ node: callerName, type: NodeConnectionTypes.AiTool, index: 0 }],
		],
	};
	connections[startName] = {
		[NodeConnectionTypes.Main]: [[{ node: callerName, type: NodeConnectionTypes.Main, index: 0 }]],
	};

	const execution = await runner.run(
		{
			...workflow,
			nodes: [
				...nodes,
				createNode(startName, 'n8n-nodes-base.manualTrigger', {}),
				createNode(callerName, toolCallerType, {
					calls: JSON.stringify([callArguments].flat()),
					through,
					atOnce,
				}),
			],
			connections,
		},
		{ ...options, startNode: startName },
	);
	const results = execution.items(callerName).map(({ json }) => json as unknown as ToolCallResult);
	const result = results.at(-1);
	if (!result) {
		throw new UserError(
			`The tool call ended with: ${execution.error?.message ?? execution.status}`,
		);
	}
	return { ...result, results, execution };
}

function createNode(name: string, type: string, parameters: INode['parameters']): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
}
