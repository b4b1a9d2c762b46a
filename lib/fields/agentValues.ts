import { traverseNodeParameters, type IExecuteFunctions, type IPairedItemData } from 'n8n-workflow';
import { InputError, isCalledByAgent, objectIn } from '../basics';
import { ReadData } from './readData';

// All of this is for n8n 2.41: its 'AI Agent' node up to version 2 calls a tool for the first of its items, whichever the call is for.

/**
 * Throws an InputError if `$fromAI` gives this call of an agent's tool the values of another call: n8n goes by the
 * number of the call, which it gives twice to calls at the same moment. The call's input is always its own.
 */
export function refuseValuesOfAnotherCall(context: IExecuteFunctions): void {
	if (!isCalledByAgent(context)) return;
	const own = objectIn(context.getInputData()[0]?.json);
	const given = context.getWorkflowDataProxy(0).$fromAI as (key: string) => unknown;
	for (const { key } of askedIn(context.getNode().parameters)) {
		const value = objectIn(own.query)[key] ?? own[key];
		if (JSON.stringify(given(key)) === JSON.stringify(value)) continue;
		throw new InputError(
			'n8n mixed up two simultaneous calls of this tool',
			"Call the tool again. To avoid this, set 'Batch Size' under 'Batch Processing' in the 'AI Agent' node to 1, or use the newest version of that node",
		);
	}
}

/** A value that the model gives. */
const FROM_MODEL = /\$fromai\s*\([^()]*\)/gi;

/**
 * Whether an expression of a tool gives another value for another item of the agent. Whichever item the call is for, n8n
 * evaluates it for the first one: every expression if the agent calls the tool, and those with `.item` if n8n itself runs it.
 */
export function differsByItem(context: IExecuteFunctions, expression: string): boolean {
	const [own] = context.getInputData();
	const link = own?.pairedItem as IPairedItemData | undefined;
	const isLinked = !isCalledByAgent(context);
	const items = itemsOfAgent(context, isLinked ? link?.sourceOverwrite : undefined);
	if (items.length < 2) return false;
	// If the agent calls the tool, n8n has the values from `$fromAI` for the first item alone: then what else the code names is compared.
	const isAsked = !isLinked && askedIn(expression).length > 0;
	const data = new ReadData(context);
	const valueFor = (item: number): string => {
		if (isLinked) Object.assign(own ?? {}, { pairedItem: { ...link, item } });
		try {
			const value = isAsked
				? data
						.named(expression.replace(FROM_MODEL, ''), item, 'read', () => true)
						.map((one) => [one.path, one.value])
				: context.evaluateExpression(expression, isLinked ? 0 : item);
			return JSON.stringify(value) ?? '';
		} catch {
			return 'fails';
		}
	};
	const first = (isLinked && link?.item) || 0;
	const value = valueFor(first);
	const differs = items.some((_, item) => valueFor(item) !== value);
	// The time, or a random number, differs for the same item, too. This last evaluation also puts the link back.
	return valueFor(first) === value && differs;
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

/** What `$fromAI` asks the model for. */
function askedIn(parameters: Parameters<typeof traverseNodeParameters>[0]): Array<{ key: string }> {
	const asked: Array<{ key: string }> = [];
	traverseNodeParameters(parameters, asked);
	return asked;
}
