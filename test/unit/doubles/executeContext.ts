import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

/** A parameter that is an expression: it has a value of its own for each item. */
export class PerItem {
	constructor(readonly values: unknown[]) {}
}

/** What a test decides about the context that n8n gives a node. */
export interface ContextSetup {
	/** The node's parameters: fixed values, or expressions as a PerItem. */
	parameters?: Record<string, unknown>;
	items?: INodeExecutionData[];
	/** What n8n keeps for the node between runs and stores with a failed execution. */
	nodeContext?: IDataObject;
	/** The object that all tries of one run share. */
	executeData?: object;
	runIndex?: number;
	helpers?: Record<string, unknown>;
}

/** One read of a parameter, as n8n was asked for it. */
export interface ParameterRead {
	name: string;
	itemIndex: number;
	raw: boolean;
}

/** A context of n8n for a node, and what the node read from it. */
export interface DoubledContext {
	context: IExecuteFunctions;
	reads: ParameterRead[];
}

export const NODE: INode = {
	id: 'messaging',
	name: 'Customer Messaging',
	type: 'n8n-nodes-customer-messaging.customerMessaging',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** Stands in for n8n where a test is about this package's code alone. */
export function executeContext(setup: ContextSetup = {}): DoubledContext {
	const {
		parameters = {},
		items = [{ json: {} }],
		nodeContext = {},
		executeData = {},
		runIndex = 0,
	} = setup;
	const reads: ParameterRead[] = [];
	const context = {
		getNodeParameter(
			name: string,
			itemIndex: number,
			fallback?: unknown,
			options: IDataObject = {},
		): unknown {
			const raw = options.rawExpressions === true;
			reads.push({ name, itemIndex, raw });
			const value = name in parameters ? parameters[name] : fallback;
			if (value instanceof PerItem) return raw ? '={{ $json.value }}' : value.values[itemIndex];
			const isLocator = typeof value === 'object' && value !== null && '__rl' in value;
			if (!isLocator || raw || options.extractValue !== true) return value;
			const chosen = (value as IDataObject).value as unknown;
			return chosen instanceof PerItem ? chosen.values[itemIndex] : chosen;
		},
		getInputData: () => items,
		getNode: () => NODE,
		getContext: () => nodeContext,
		getExecuteData: () => executeData,
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
		helpers: setup.helpers ?? {},
	};
	return { context: context as unknown as IExecuteFunctions, reads };
}
