import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { channelField, checkChannelId } from '../template/channelField';
import { templateField } from '../template/templateField';
import { readTemplate } from '../template/readTemplate';
import { isObject } from '../primitives/json';
import { lookUp } from './lookUp';

/**
 * The ID that is chosen in a field of the form; empty if none is, undefined if an expression gives one that only a run
 * will know.
 */
export function chosen(context: ILoadOptionsFunctions, name: string): string | undefined {
	const raw = context.getNodeParameter(name, '', { rawExpressions: true }) as unknown;
	// The editor gives an expression's value. If it cannot resolve the expression, it gives null, or no value at all.
	const value = isObject(raw) ? raw.value : raw;
	if (value === null || value === undefined) return undefined;
	return typeof value === 'string' && value.startsWith('=') ? undefined : String(value).trim();
}

/** The template that is chosen, as the form has it; or why there is none, naming the fields as the form does. */
export function chosenTemplate(
	context: ILoadOptionsFunctions,
): { channel: string; template: string } | { unresolved: string } | { missing: string } {
	const [channel, template] = [chosen(context, 'channelId'), chosen(context, 'templateId')];
	if (channel && template) return { channel, template };
	const fields = [
		{ name: channelField.displayName, value: channel },
		{ name: templateField.displayName, value: template },
	];
	const unresolved = fields.filter(({ value }) => value === undefined);
	if (unresolved.length > 0) return { unresolved: quotedNames(unresolved) };
	return { missing: quotedNames(fields.filter(({ value }) => value === '')) };
}

function quotedNames(fields: Array<{ name: string }>): string {
	return fields.map(({ name }) => `'${name}'`).join(' and ');
}

/**
 * Reads a template for the form, and finds its channel's ID. Throws a NodeApiError or NodeOperationError.
 *
 * @param otherwise what the user can do instead if the template cannot be read
 */
export async function lookUpTemplate(
	context: ILoadOptionsFunctions,
	channel: string,
	templateId: string,
	otherwise: string,
): Promise<{ channelId: string; found: IDataObject }> {
	return await lookUp(
		context,
		async (service) => {
			const channelId = checkChannelId(channel);
			return { channelId, found: await readTemplate(service, { channelId, templateId }) };
		},
		`Check 'Channel', 'Template', and 'Custom Template Lookup' in the credential. ${otherwise}`,
	);
}
