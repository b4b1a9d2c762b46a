import { ExpressionParser, type INodeProperties } from 'n8n-workflow';

import { InputError } from '../primitives/failure';
import { isObject } from '../primitives/json';
import type { NodeParameters } from './nodeParameters';
import { placeOf, type Place } from './place';
import { parsedJson, textsIn } from './texts';

/**
 * Throws an InputError if `{{` or `}}` was typed and is no part of an expression: n8n would leave it as it is, and the
 * customer would read it. In JSON, braces may stand together outside of its texts.
 */
export function refuseUnfinishedExpressions(
	parameters: NodeParameters,
	fields: INodeProperties[],
): void {
	const places = fields
		// A text that cannot be an expression says so itself.
		.filter(({ type, noDataExpression }) => type !== 'string' || noDataExpression !== true)
		.flatMap((field) => {
			const typed = parameters.typed(field.name);
			const json = field.type === 'json' ? parsedJson(String(typed)).value : undefined;
			return unfinishedIn(placeOf(field), json ?? typed);
		});
	const [first, ...others] = new Set(places);
	if (first === undefined) return;
	const list = others.length === 0 ? '' : `. The same in: ${others.join(', ')}`;
	throw new InputError(
		`${first} has an unfinished expression in it, with {{ or }}`,
		`Complete the expression, and switch the field from 'Fixed' to 'Expression', or remove the braces${list}`,
	);
}

/** Where such an expression is, without what n8n keeps beside the values, such as labels. */
function unfinishedIn(place: Place, typed: unknown): string[] {
	if (Array.isArray(typed)) return typed.flatMap((entry) => unfinishedIn(place, entry));
	if (isObject(typed) && place.parts !== undefined)
		return place.parts(typed).flatMap(([name, part]) => unfinishedIn(part, typed[name]));
	return textsIn(typed).some(isUnfinished) ? [place.shown] : [];
}

function isUnfinished(typed: string): boolean {
	if (!typed.startsWith('=')) return /\{\{|\}\}/.test(typed);
	return ExpressionParser.splitExpression(typed.slice('='.length)).some((chunk) =>
		chunk.type === 'text' ? /\{\{|\}\}/.test(chunk.text) : !chunk.hasClosingBrackets,
	);
}
