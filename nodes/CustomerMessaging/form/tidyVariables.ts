import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from './nodeParameters';
import { checkSwitch, readOption } from './choice';

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

/** What WhatsApp refuses in a variable's value; undefined if it is fine. */
export function breaksRule(value: string): string | undefined {
	if (/[\r\n\v\f\u0085\u2028\u2029]/.test(value)) return 'a line break';
	if (value.includes('\t')) return 'a tab';
	return value.includes('     ') ? 'more than four spaces in a row' : undefined;
}
