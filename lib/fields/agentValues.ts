import { traverseNodeParameters, type IExecuteFunctions, type IPairedItemData } from 'n8n-workflow';
import { InputError, isCalledByAgent, objectIn } from '../basics';
import { stoodStill } from './evaluatedCode';
import { QUOTED } from './typed';

// All of this is for n8n 2.41: its 'AI Agent' node up to version 2 calls a tool for the first of its items, whichever the call is for.

/**
 * Throws an InputError if `$fromAI` gives this call of an agent's tool the values of another call: n8n goes by the
 * number of the call, which it gives twice to calls at the same moment. The call's input is always its own.
 */
export function refuseValuesOfAnotherCall(context: IExecuteFunctions): void {
	if (!isCalledByAgent(context)) return;
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

/** A value that the model gives, which n8n has for the first item alone. */
const FROM_MODEL = new RegExp(String.raw`\$fromai\s*\((?:[^()'"\x60]|${QUOTED.source})*\)`, 'gi');

/** Whether an expression of a tool gives another value for another item of the agent, or fails; if n8n runs the tool, by `.item`. */
export function differsByItem(context: IExecuteFunctions, expression: string): boolean {
	const [own] = context.getInputData();
	const link = own?.pairedItem as IPairedItemData | undefined;
	const isLinked = !isCalledByAgent(context);
	const items = itemsOfAgent(context, isLinked ? link?.sourceOverwrite : undefined);
	if (items.length < 2) return false;
	const compared = stoodStill(expression.replace(FROM_MODEL, "'K'"));
	const values = items.map((_, item) => {
		if (isLinked) Object.assign(own ?? {}, { pairedItem: { ...link, item } });
		try {
			return JSON.stringify(context.evaluateExpression(compared, isLinked ? 0 : item));
		} catch {
			return 'fails';
		}
	});
	if (isLinked) Object.assign(own ?? {}, { pairedItem: link });
	return new Set(values).size > 1;
}

/** What the agent got: from the node that n8n names as the source of the call, or else as the tool's own `$input`. */
function itemsOfAgent(
	context: IExecuteFunctions,
	source: IPairedItemData['sourceOverwrite'],
): unknown[] {
	const { $, $input } = context.getWorkflowDataProxy(0);
	try {
		return source === undefined
			? $input.all()
			: $(source.previousNode).all(source.previousNodeOutput, source.previousNodeRun);
	} catch {
		return [];
	}
}
