import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../values/nodeParameters';
import { checkSwitch, readOption } from '../../values/choice';
import { breaksRule } from '../../templates/checkVariables';

export const checkVariablesOption: INodeProperties = {
	displayName: 'Check Variables',
	name: 'checkVariables',
	type: 'boolean',
	default: true,
	description:
		'Whether to check each message against its template first. A message is not sent if a variable is missing, unknown or has text that WhatsApp refuses, or if the header does not fit.',
};

export const tidyVariablesOption: INodeProperties = {
	displayName: 'Tidy Variables',
	name: 'tidyVariables',
	type: 'boolean',
	default: false,
	description:
		'Whether to replace each line break, tab and run of more than four spaces in a variable with one space, as WhatsApp refuses them',
};

export function tidied(
	item: ItemParameters,
	values: Record<string, string>,
): Record<string, string> {
	if (!readOption(item, tidyVariablesOption, checkSwitch)) return values;
	return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, tidyText(value)]));
}

/** Replaces each thing that WhatsApp refuses in a variable with one space. */
function tidyText(value: string): string {
	return value.replace(/[\s\u0085]+/g, (space) => (breaksRule(space) ? ' ' : space));
}
