import { traverseNodeParameters, type IExecuteFunctions, type INode } from 'n8n-workflow';
import { InputError } from './failure';
import { objectIn } from './json';

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

/**
 * Throws an InputError if `$fromAI` gives this call of an agent's tool the values of another call: n8n goes by the
 * number of the call, which it gives twice to calls at the same moment. The call's input is always its own.
 */
export function refuseValuesOfAnotherCall(context: IExecuteFunctions): void {
	if (!isTool(context.getNode()) || isRunByEngine(context)) return;
	const own = objectIn(context.getInputData()[0]?.json);
	const given = context.getWorkflowDataProxy(0).$fromAI as (key: string) => unknown;
	const asked: Array<{ key: string }> = [];
	traverseNodeParameters(context.getNode().parameters, asked);
	for (const { key } of asked) {
		const value = objectIn(own.query)[key] ?? own[key];
		if (JSON.stringify(given(key)) === JSON.stringify(value)) continue;
		throw new InputError(
			'n8n mixed up two simultaneous calls of this tool',
			"Call the tool again. To avoid this, set 'Batch Size' under 'Batch Processing' in the 'AI Agent' node to 1, or use the newest version of that node",
		);
	}
}
