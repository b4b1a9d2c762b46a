import type { INode } from 'n8n-workflow';

/** Whether a node runs as an AI agent's tool: n8n gives the tool that it makes of a node a type of its own. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}
