import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/failure';
import { isObject } from '../service/values';
import type { NodeParameters } from './nodeParameters';
import { placeOf, type Place } from './place';

/** A value as the user typed it, and what an error calls it. */
interface Typed {
	shown: string;
	value: unknown;
}

/**
 * Throws an InputError if an expression was typed into a field that is set to 'Fixed': n8n would leave it as it is,
 * and the customer would read it.
 */
export function refusePlainExpressions(
	parameters: NodeParameters,
	fields: INodeProperties[],
): void {
	const typed = fields
		// A text that cannot be an expression says so itself.
		.filter(({ type, noDataExpression }) => type !== 'string' || noDataExpression !== true)
		.flatMap((field) => typedIn(placeOf(field), parameters.typed(field.name)));
	const [first, ...others] = typed.filter(({ value }) => isPlainExpression(value));
	if (first === undefined) return;
	const list = others.map(({ shown }) => shown).join(', ');
	throw new InputError(
		`${first.shown} has an expression in it but is plain text`,
		`Switch this field from 'Fixed' to 'Expression'${list === '' ? '' : `, and these, too: ${list}`}`,
	);
}

/** What n8n's expressions begin with; anything else in braces is the user's own. */
const OF_N8N =
	/\$(json|node|now|today|input|item|items|binary|parameter|env|execution|workflow|vars|secrets|prevNode|runIndex|itemIndex|jmes[Pp]ath|if|ifEmpty|min|max|from(AI|Ai|ai)|tool|agentInfo|thisItem|nodeVersion|nodeId|webhookId|self|data|mode|position|evaluateExpression|getPairedItem|getWorkflowStaticData)(?![\w$])|\$\(\s*['"`]|\b(DateTime|Duration|Interval)\s*\.|\bnew Date\b/;

function isPlainExpression(value: unknown): boolean {
	if (typeof value !== 'string' || value.startsWith('=')) return false;
	const [, ...parts] = value.split('{{');
	return parts.some((part) => {
		const [code = '', ...after] = part.split('}}');
		return after.length > 0 && OF_N8N.test(code);
	});
}

/** The values in a place, without what n8n keeps beside them, such as labels. */
function typedIn(place: Place, value: unknown): Typed[] {
	if (Array.isArray(value)) return value.flatMap((entry) => typedIn(place, entry));
	if (!isObject(value)) return [{ shown: place.shown, value }];
	return (place.parts?.(value) ?? []).flatMap(([name, part]) => typedIn(part, value[name]));
}
