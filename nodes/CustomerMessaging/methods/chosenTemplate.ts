import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { findChannelId } from '../form/channel';
import { readTemplate } from '../service/templateRequest';
import { lookUp } from './lookUp';

/**
 * What a field of the form is set to: an ID, empty if nothing is chosen, or an expression whose value only a run will
 * know.
 */
export type Choice = { id: string } | 'expression';

/**
 * What is chosen in a field of the form. For an expression the editor gives its value if it can resolve it, otherwise
 * null.
 */
export function chosen(context: ILoadOptionsFunctions, name: string): Choice {
	const raw = context.getNodeParameter(name, '', { rawExpressions: true }) as unknown;
	const value = typeof raw === 'object' && raw !== null && 'value' in raw ? raw.value : raw;
	if (value === null || value === undefined) return 'expression';
	if (typeof value === 'string' && value.startsWith('=')) return 'expression';
	return { id: String(value).trim() };
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
			const channelId = await findChannelId(channel, service.read);
			return { channelId, found: await readTemplate(service, { channelId, templateId }) };
		},
		{
			whenRefused:
				"Check 'Channel' and 'Template'; if they are right, check 'Base URL' and 'Custom Template Lookup' in the credential",
			otherwise,
		},
	);
}
