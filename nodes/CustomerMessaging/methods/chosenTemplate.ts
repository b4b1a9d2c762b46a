import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { findChannelId } from '../form/channel';
import { readTemplate } from '../service/templateRequest';
import { lookUp } from './lookUp';

/**
 * The ID that is chosen in a field of the form; empty if none is, undefined if an expression gives one that only a run
 * will know.
 */
export function chosen(context: ILoadOptionsFunctions, name: string): string | undefined {
	const raw = context.getNodeParameter(name, '', { rawExpressions: true }) as unknown;
	const value = typeof raw === 'object' && raw !== null && 'value' in raw ? raw.value : raw;
	// The editor gives an expression's value if it can resolve it, otherwise null.
	if (value === null || value === undefined) return undefined;
	return typeof value === 'string' && value.startsWith('=') ? undefined : String(value).trim();
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
