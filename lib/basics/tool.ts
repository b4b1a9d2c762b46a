import type { IExecuteFunctions, INode } from 'n8n-workflow';

/** Whether a node runs as an AI agent's tool, for which n8n appends `Tool` to its type. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/** Whether n8n itself runs the node, even as a tool; an n8n that cannot do that does not say. */
export function isRunByEngine(
	context: Partial<Pick<IExecuteFunctions, 'isToolExecution'>>,
): boolean {
	return context.isToolExecution?.() === false;
}
