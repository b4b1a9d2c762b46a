import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';

import type { Engine } from '../../dev/engine/engine';
import { node } from './workflowNodes';

/** n8n's nodes that pages tell how to fill in, by the names that the editor shows. */
const TYPES: Record<string, string> = {
	'Data Table': 'n8n-nodes-base.dataTable',
	If: 'n8n-nodes-base.if',
	'Respond to Webhook': 'n8n-nodes-base.respondToWebhook',
	Switch: 'n8n-nodes-base.switch',
	Wait: 'n8n-nodes-base.wait',
	Webhook: 'n8n-nodes-base.webhook',
};

/** What the editor calls the conditions of an *If* and a *Switch*. */
const OPERATORS: Record<string, INodeParameters> = {
	'is equal to': { type: 'string', operation: 'equals' },
	'is greater than or equal to': { type: 'number', operation: 'gte' },
	'is less than': { type: 'number', operation: 'lt' },
	'Boolean → is true': { type: 'boolean', operation: 'true', singleValue: true },
};

/**
 * The node that somebody gets who adds one of n8n's and sets what these words of a page say, and nothing else: whatever
 * they do not name has n8n's own default. They say it in these forms:
 *
 * - `*Data Table → If Row Does Not Exist*`: the node and its operation, first of all
 * - `in *Customers*`: the data table
 * - `*Must Match* set to *All Conditions*`: a field and what to choose or, between backquotes, to enter
 * - `` `phone` is equal to `{{ $json.phone }}` ``: a condition of a data table
 * - `*is less than* 20`, `*Boolean → is true*`: a condition of an *If*, on the expression in these words, or of each rule
 *   of a *Switch*
 *
 * @throws Error if the form that n8n shows then has no such field or choice
 */
export function nodeFromPage(engine: Engine, words: string) {
	const [, title = '', operation] = /\*([A-Z][^*→]*?)(?: → ([^*]+))?\*/.exec(words)!;
	const { description } = engine.nodeType(TYPES[title]!);
	const { defaultVersion = [description.version].flat().at(-1)!, properties } = description;
	const parameters: INodeParameters = {};
	const built = node(title, TYPES[title]!, defaultVersion, parameters) as unknown as INode;

	const field = (label: string) => {
		const { getNodeParameters, displayParameter } = NodeHelpers;
		const all = getNodeParameters(properties, parameters, true, false, built, description)!;
		const found = properties.find(
			(one) => one.displayName === label && displayParameter(all, one, built, description),
		);
		if (!found) throw new Error(`The form of '${title}' has no field '${label}'`);
		return found;
	};
	const choose = (label: string, choice: string): void => {
		const { name, options = [] } = field(label);
		const chosen = options.find((option) => option.name === choice);
		if (!chosen || !('value' in chosen)) throw new Error(`'${label}' has no '${choice}'`);
		parameters[name] = chosen.value;
	};

	if (operation) choose('Operation', operation);
	const [, table] = /\bin \*([^*]+)\*/.exec(words) ?? [];
	if (table) parameters[field('Data table').name] = { __rl: true, mode: 'name', value: table };
	const settings = words.matchAll(/\*([^*]+)\* set to (?:\*([^*]+)\*|`+ ?([^`]+?) ?`)/g);
	for (const [, label, choice, value] of settings)
		if (choice) choose(label!, choice);
		else parameters[field(label!).name] = typed(value!);
	const ofTable = Array.from(
		words.matchAll(/`([^`]+)` is equal to `([^`]+)`/g),
		([, keyName, value]) => ({ keyName: keyName!, keyValue: typed(value!) }),
	);
	if (ofTable.length > 0) parameters[field('Conditions').name] = { conditions: ofTable };
	const expressions = Array.from(words.matchAll(/`\s?(\{\{.+?\}\})\s?`/g), ([, one]) => one!);
	if (title === 'If') parameters[field('Conditions').name] = conditionsOf(words, expressions[0]!);
	if (title === 'Switch')
		parameters[field('Routing Rules').name] = {
			values: expressions.map((one) => ({ conditions: conditionsOf(words, one) })),
		};
	return node(title, built.type, built.typeVersion, parameters);
}

/** What the editor makes of the conditions that words set on an expression; without words it is n8n's first, *is equal to*. */
function conditionsOf(words: string, expression: string): INodeParameters {
	const named = Array.from(
		words.matchAll(/\*((?:\w+ → )?is [^*]+)\*(?: `?([^\s`.,:]+))?/g),
		([, operator, value = '']) => ({ operator: OPERATORS[operator!]!, value }),
	).filter(({ operator }) => operator);
	const all = named.length > 0 ? named : [{ operator: OPERATORS['is equal to']!, value: '' }];
	return {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
		conditions: all.map(({ operator, value }) => ({
			...{ operator, leftValue: typed(expression) },
			rightValue: /^\d+$/.test(value) ? Number(value) : value,
		})),
		combinator: 'and',
	};
}

/** What n8n keeps of what somebody types into a field. */
function typed(text: string): string {
	return text.includes('{{') ? `=${text}` : text;
}
