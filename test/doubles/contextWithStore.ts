import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { DeduplicationStore } from '../../dev/engine/deduplicationStore';

const node = { id: 'messaging', type: 'customerMessaging' } as INode;

/** n8n's context of a node whose workflow has this ID, with what it remembers across executions. */
export function contextWithStore(
	store: DeduplicationStore,
	workflowId = 'saved',
	{ getNode = () => node, ...others }: { getNode?: () => INode; [other: string]: unknown } = {},
): IExecuteFunctions {
	const data = { node: getNode(), workflow: { id: workflowId, active: true } };
	const helpers: Partial<IExecuteFunctions['helpers']> = {
		checkProcessedAndRecord: async (values, scope, options) =>
			await store.checkProcessedAndRecord(values, scope, data, options),
		removeProcessed: async (values, scope) => await store.removeProcessed(values, scope, data),
		clearAllProcessedItems: async (scope) => await store.clearAllProcessedItems(scope, data),
		getProcessedDataCount: async (scope) => await store.getProcessedDataCount(scope, data),
	};
	const context = {
		helpers,
		getNode,
		getParentNodes: () => [],
		getChildNodes: () => [],
		getWorkflow: () => ({ id: workflowId }),
		...others,
	};
	return context as unknown as IExecuteFunctions;
}
