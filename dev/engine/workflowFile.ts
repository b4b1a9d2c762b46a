import { deepCopy } from 'n8n-workflow';
import type { IConnections, INode, IPinData, IWorkflowBase, IWorkflowSettings } from 'n8n-workflow';

/** Workflow JSON as n8n's editor downloads it; ids and the like may be missing. */
export interface WorkflowFile {
	id?: string;
	name?: string;
	nodes: readonly object[];
	connections: object;
	settings?: object;
	pinData?: object;
	[otherKey: string]: unknown;
}

/** A workflow as n8n has it after the import. */
export interface SavedWorkflow extends IWorkflowBase {
	settings: IWorkflowSettings;
	pinData: IPinData;
}

/** Imports workflow JSON as n8n's editor does: a copy, with the fields that an export may lack. */
export function importWorkflow(file: WorkflowFile): SavedWorkflow {
	const { id, name, nodes, connections, settings, pinData } = deepCopy(file);
	return {
		id: id ?? 'imported',
		name: name ?? 'Imported workflow',
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		nodes: nodes as INode[],
		connections: connections as IConnections,
		settings: (settings ?? { executionOrder: 'v1' }) as IWorkflowSettings,
		pinData: (pinData ?? {}) as IPinData,
	};
}
