import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/failure';
import { isObject } from '../service/values';
import { mappedValues } from './variables';
import type { NodeParameters } from './nodeParameters';

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
	const typed = fields.flatMap((field) => typedIn(field, parameters.typed(field.name)));
	const [first, ...others] = typed.filter(({ value }) => isPlainExpression(value));
	if (first === undefined) return;
	const list = others.map(({ shown }) => shown).join(', ');
	throw new InputError(
		`${first.shown} has an expression in it but is plain text`,
		`Switch this field from 'Fixed' to 'Expression'${list === '' ? '' : `, and these, too: ${list}`}`,
	);
}

function isPlainExpression(value: unknown): boolean {
	if (typeof value !== 'string' || value.startsWith('=')) return false;
	const [, ...parts] = value.split('{{');
	return parts.some((part) => {
		const [code = '', ...after] = part.split('}}');
		return after.length > 0 && code.includes('$');
	});
}

/** The values of a field and of those inside it, without what n8n keeps beside them, such as labels. */
function typedIn(field: INodeProperties, value: unknown, inside = ''): Typed[] {
	const { displayName, type, options = [] } = field;
	const shown = `'${displayName}'${inside}`;
	if (!isObject(value)) return [{ shown, value }];
	if (type === 'resourceLocator') return [{ shown, value: value.value }];
	if (type === 'resourceMapper') return mappedValues(value);
	return options.flatMap((option) => {
		if ('values' in option) {
			const entries = [value[option.name]].flat().filter(isObject);
			return entries.flatMap((entry) =>
				option.values.flatMap((inner) => typedIn(inner, entry[inner.name], ` under ${shown}`)),
			);
		}
		return 'type' in option ? typedIn(option, value[option.name], ` under ${shown}`) : [];
	});
}
