import type { INodeProperties } from 'n8n-workflow';

import type { NodeParameters } from '../nodeParameters';

/** Whether values are made to fit WhatsApp's rule for variables. */
export const tidyVariablesOption: INodeProperties = {
	displayName: 'Tidy Variables',
	name: 'tidyVariables',
	type: 'boolean',
	default: false,
	description:
		'Whether to replace each line break, tab and run of more than four spaces in a variable with one space, as WhatsApp refuses them',
};

/** Reads whether the user wants tidy variables. */
function isTidy(parameters: NodeParameters): boolean {
	return parameters.read('options.tidyVariables', 0, (value) => value === true, {
		fallback: false,
	});
}

/** Gives a map of values as they are to be sent: tidy where the user wants that, else as they are. */
export function tidied(
	parameters: NodeParameters,
	values: Record<string, string>,
): Record<string, string> {
	if (!isTidy(parameters)) return values;
	return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, tidyText(value)]));
}

/** Makes one space of what WhatsApp refuses in a variable. */
function tidyText(value: string): string {
	return value.replace(/[\s\u0085]+/g, (space) => (breaksRule(space) ? ' ' : space));
}

/** What WhatsApp refuses in the value of a variable; undefined where it takes it. */
export function breaksRule(value: string): string | undefined {
	if (/[\r\n\v\f\u0085\u2028\u2029]/.test(value)) return 'a line break';
	if (value.includes('\t')) return 'a tab';
	return value.includes('     ') ? 'more than four spaces in a row' : undefined;
}
