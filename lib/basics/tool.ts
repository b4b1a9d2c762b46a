import type { IExecuteFunctions, INode } from 'n8n-workflow';

/** Whether a node runs as an AI agent's tool, for which n8n appends `Tool` to its type. What follows from that is below. */
const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/** Whether an agent itself calls the node. Its newer versions have n8n run the node, which says so. */
export function isCalledByAgent(context: IExecuteFunctions): boolean {
	return isTool(context.getNode()) && context.isToolExecution?.() !== false;
}

/** Whether a retry of the execution repeats a run: each call of a tool is a new one, and several may have the same run index. */
export const canRetry = (node: INode): boolean => !isTool(node);

/** What all tries of a run share: n8n's execute data; for a tool its input, because an agent's calls may share that data. */
export function sharedByTries(context: IExecuteFunctions): object {
	const own = isTool(context.getNode()) ? context.getInputData()[0]?.json : undefined;
	return own ?? context.getExecuteData();
}

/** Whether an error's description is shown: an agent sees the message alone. */
export const showsDescription = (node: INode): boolean => !isTool(node);

/** Whether the input is what `$json` stands for: a tool gets the agent's input, and `$json` is an item of the agent. */
export const readsOwnItems = (node: INode): boolean => !isTool(node);
