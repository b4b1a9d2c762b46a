import type { INode } from 'n8n-workflow';

/** Whether a node runs as an AI agent's tool, for which n8n appends `Tool` to its type. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}
