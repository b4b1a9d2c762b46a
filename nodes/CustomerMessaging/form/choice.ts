import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/failure';

/**
 * Makes the check of a field with fixed choices, as an expression can give any other value. The check throws an
 * InputError.
 */
export function choiceCheck({
	displayName,
	options = [],
}: INodeProperties): (value: unknown) => string {
	const choices = options.flatMap((option) => ('value' in option ? [option.value] : []));
	return (value) => {
		if (typeof value === 'string' && choices.includes(value)) return value;
		throw new InputError(
			`'${displayName}' is '${String(value)}', which is not one of its options`,
			`Use one of: ${choices.map((choice) => `'${String(choice)}'`).join(', ')}`,
		);
	};
}
