import { ExpressionParser, type INodeProperties } from 'n8n-workflow';
import { excerpt, InputError, isObject, listIn, objectIn, parsedJson } from '../basics';
import { textsIn, type Flaw } from './plainText';

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

/** A quoted text in code. */
export const QUOTED = /(?<!\\)(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)/gs;

/** The texts that an expression itself has, outside of its code and in it. */
export function ownTexts(expression: string): string {
	return ExpressionParser.splitExpression(expression)
		.flatMap(({ type, text }) => (type === 'text' ? text : text.match(QUOTED)))
		.join('\n');
}

const IN_FIXED_FIELD: Flaw = {
	what: "has an expression in it, but the field is set to 'Fixed'",
	advice: "Switch the field from 'Fixed' to 'Expression'",
};

const UNFINISHED: Flaw = {
	what: 'has an unfinished expression in it, with {{ or }}',
	advice: 'Complete the expression, or remove the braces',
};

/** Throws an InputError if `{{` or `}}` was typed and is no part of an expression, because a person would read it. */
export function refuseUnfinishedExpressions(
	parameters: Array<[field: INodeProperties, typed: unknown]>,
): void {
	for (const [{ type, displayName, noDataExpression }, typed] of parameters) {
		// In JSON, braces may stand together outside of its texts.
		const json = type === 'json' ? parsedJson(String(typed)).value : undefined;
		const text = textsIn(json ?? typed).find(flawOfTyped);
		// A text field that cannot be an expression has an error of its own.
		if (text === undefined || (type === 'string' && noDataExpression === true)) continue;
		const { what, advice } = flawOfTyped(text)!;
		// The form does not show the equals sign of an expression.
		const shown = excerpt(text.replace(/^=/, ''), MAX_CODE_LENGTH);
		throw new InputError(`'${displayName}': '${shown}' ${what}`, advice);
	}
}

function flawOfTyped(typed: string): Flaw | undefined {
	const isExpression = typed.startsWith('=');
	const chunks = isExpression ? ExpressionParser.splitExpression(typed.slice('='.length)) : [];
	const texts = isExpression ? chunks.filter(({ type }) => type === 'text') : [{ text: typed }];
	const start = typed.indexOf('{{');
	if (!isExpression && start >= 0 && typed.includes('}}', start)) return IN_FIXED_FIELD;
	const isUnfinished = chunks.some((one) => one.type === 'code' && !one.hasClosingBrackets);
	return isUnfinished || texts.some(({ text }) => /\{\{|\}\}/.test(text)) ? UNFINISHED : undefined;
}
