import { ExpressionParser, type INodeProperties } from 'n8n-workflow';
import { InputError } from '../primitives/failure';
import { excerpt, isObject, listIn, objectIn } from '../primitives/json';
import { parsedJson, textsIn } from './texts';

/** How much of an expression an error shows, in characters. */
export const MAX_CODE_LENGTH = 60;

/** What was typed in a field and those inside it, by name; without labels and the values of mapped fields that were removed. */
export function typedIn(
	field: INodeProperties,
	parameter: unknown,
): Array<[name: string, typed: unknown]> {
	const typed = withoutLabels(field, parameter);
	const inner = (field.options ?? []).flatMap((option): Array<[INodeProperties, unknown]> => {
		if ('values' in option) return option.values.map((one) => [one, objectIn(typed)[option.name]]);
		return 'type' in option ? [[option, typed]] : [];
	});
	return [
		[field.name, typed],
		...inner
			.filter(([{ name }, values]) => name in objectIn(values))
			.flatMap(([one, values]) => typedIn(one, objectIn(values)[one.name])),
	];
}

function withoutLabels({ type }: INodeProperties, parameter: unknown): unknown {
	if (!isObject(parameter)) return parameter;
	const { value, schema } = parameter;
	if (type === 'resourceLocator') return value;
	if (type !== 'resourceMapper') return parameter;
	const removed = listIn(schema)
		.map(objectIn)
		.filter((one) => one.removed === true);
	return Object.fromEntries(
		Object.entries(objectIn(value)).filter(([id]) => !removed.some((one) => one.id === id)),
	);
}

/** Whether an expression stands anywhere in what was typed, so that its value may differ from item to item. */
export function holdsExpression(typed: unknown): boolean {
	if (typeof typed === 'string') return typed.startsWith('=');
	return typeof typed === 'object' && Object.values(typed ?? {}).some(holdsExpression);
}

/**
 * Throws an InputError if `{{` or `}}` was typed and is no part of an expression: n8n would leave it as it is, and the
 * customer would read it. In JSON, braces may stand together outside of its texts.
 */
export function refuseUnfinishedExpressions(
	parameters: Array<[field: INodeProperties, typed: unknown]>,
): void {
	const [first, ...others] = parameters
		// A text field that cannot be an expression has an error of its own.
		.filter(([{ type, noDataExpression }]) => type !== 'string' || noDataExpression !== true)
		.flatMap(([{ type, displayName }, typed]) => {
			const json = type === 'json' ? parsedJson(String(typed)).value : undefined;
			const text = textsIn(json ?? typed).find(isUnfinished);
			return text === undefined ? [] : [{ shown: `'${displayName}'`, text }];
		});
	if (first === undefined) return;
	const same = others.map(({ shown }) => shown).join(', ');
	const list = same === '' ? '' : `. The same in: ${same}`;
	throw new InputError(
		`${first.shown}: '${excerpt(first.text, MAX_CODE_LENGTH)}' has an unfinished expression in it, with {{ or }}`,
		`Complete the expression, and switch the field from 'Fixed' to 'Expression', or remove the braces${list}`,
	);
}

function isUnfinished(typed: string): boolean {
	if (!typed.startsWith('=')) return /\{\{|\}\}/.test(typed);
	return ExpressionParser.splitExpression(typed.slice('='.length)).some((chunk) =>
		chunk.type === 'text' ? /\{\{|\}\}/.test(chunk.text) : !chunk.hasClosingBrackets,
	);
}
