import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type NodeParameterValueType,
} from 'n8n-workflow';

import type { Engine } from '../../dev/engine/engine';
import { node } from './workflowNodes';

/** n8n's nodes that pages tell how to fill in, by the names that the editor shows. */
const TYPES: Record<string, string> = {
	'Data Table': 'n8n-nodes-base.dataTable',
	'Execute Sub-workflow': 'n8n-nodes-base.executeWorkflow',
	'Extract from File': 'n8n-nodes-base.extractFromFile',
	Filter: 'n8n-nodes-base.filter',
	If: 'n8n-nodes-base.if',
	'Loop Over Items': 'n8n-nodes-base.splitInBatches',
	'Remove Duplicates': 'n8n-nodes-base.removeDuplicates',
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
 * - `*Must Match* set to *All Conditions*`, `set *Scope* to *Node*`: a field and what to choose or, between backquotes, to enter
 * - `Switch off *Wait For Sub-Workflow Completion*`
 * - `` `phone` is equal to `{{ $json.phone }}` ``: a condition of a data table
 * - `*is less than* 20`, `*Boolean → is true*`: a condition of an *If* or a *Filter*, on the expression in these words, or of
 *   each rule of a *Switch*
 *
 * @throws Error if the form that n8n shows then has no such field or choice
 */
export function nodeFromPage(engine: Engine, words: string) {
	const [, title = '', operation] = /\*([A-Z][^*→]*?)(?: → ([^*]+))?\*/.exec(words)!;
	const { description } = engine.nodeType(TYPES[title]!);
	const { defaultVersion = [description.version].flat().at(-1)!, properties } = description;
	const parameters: INodeParameters = {};
	const built = node(title, TYPES[title]!, defaultVersion, parameters) as unknown as INode;

	/** What the form shows, also under *Options* and in lists to which somebody adds, with the way there. */
	const shown = (fields: INodeProperties[], way: string[] = []): Field[] => {
		const { getNodeParameters, displayParameter } = NodeHelpers;
		const all = getNodeParameters(properties, parameters, true, false, built, description)!;
		return fields
			.filter((one) => displayParameter(all, one, built, description))
			.flatMap((one) => {
				const here = [...way, one.name];
				const inside = (one.options ?? []).flatMap((option) => {
					if ('values' in option) return shown(option.values, [...here, option.name, '0']);
					return 'displayName' in option ? shown([option], here) : [];
				});
				return [{ ...one, way: here }, ...inside];
			});
	};
	const field = (label: string): Field => {
		const found = shown(properties).find((one) => one.displayName === label);
		if (!found) throw new Error(`The form of '${title}' has no field '${label}'`);
		return found;
	};
	const choose = (label: string, choice: string): void => {
		const { way, options = [] } = field(label);
		const chosen = options.find((option) => option.name === choice);
		if (!chosen || !('value' in chosen)) throw new Error(`'${label}' has no '${choice}'`);
		put(parameters, way, chosen.value);
	};

	if (operation) choose('Operation', operation);
	const [, table] = /\bin \*([^*]+)\*/.exec(words) ?? [];
	if (table) put(parameters, field('Data table').way, { __rl: true, mode: 'name', value: table });
	const settings = words.matchAll(/\*([^*]+)\* (?:set )?to (?:\*([^*]+)\*|`+ ?([^`]+?) ?`)/g);
	for (const [, label, choice, value] of settings)
		if (choice) choose(label!, choice);
		else put(parameters, field(label!).way, typed(value!));
	for (const [, label] of words.matchAll(/[Ss]witch off \*([^*]+)\*/g))
		put(parameters, field(label!).way, false);
	const ofTable = Array.from(
		words.matchAll(/`([^`]+)` is equal to `([^`]+)`/g),
		([, keyName, value]) => ({ keyName: keyName!, keyValue: typed(value!) }),
	);
	if (ofTable.length > 0) put(parameters, field('Conditions').way, { conditions: ofTable });
	const expressions = Array.from(words.matchAll(/`\s?(\{\{.+?\}\})\s?`/g), ([, one]) => one!);
	if (title === 'If' || title === 'Filter')
		put(parameters, field('Conditions').way, conditionsOf(words, expressions[0]!));
	if (title === 'Switch')
		put(parameters, field('Routing Rules').way, {
			values: expressions.map((one) => ({ conditions: conditionsOf(words, one) })),
		});
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

/** A field of a form, with the names that lead to its value. */
type Field = INodeProperties & { way: string[] };

function put(
	into: INodeParameters,
	[name, ...rest]: string[],
	value: NodeParameterValueType,
): void {
	if (rest.length === 0) into[name!] = value;
	else put((into[name!] ??= rest[0] === '0' ? [] : {}) as INodeParameters, rest, value);
}

/** What n8n keeps of what somebody types into a field. */
function typed(text: string): string {
	return text.includes('{{') ? `=${text}` : text;
}
