import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { findChannelId } from '../operations/fields/channel';
import { readTemplate } from '../operations/template/templateRequest';
import { lookUp } from './lookUp';

/** What the form says of a field: its ID, empty where nothing is chosen; or that only a run will know. */
export type Choice = { id: string } | 'expression';

/**
 * What is chosen in a field of the form. The editor gives the value of an expression where it can work it out, else null.
 */
export function chosen(context: ILoadOptionsFunctions, name: string): Choice {
	const raw = context.getNodeParameter(name, '', { rawExpressions: true }) as unknown;
	const value = typeof raw === 'object' && raw !== null && 'value' in raw ? raw.value : raw;
	if (value === null || value === undefined) return 'expression';
	if (typeof value === 'string' && value.startsWith('=')) return 'expression';
	return { id: String(value).trim() };
}

/** Reads a template for the form, and finds its channel's ID. Throws n8n's error that says why it cannot be read, and what to do. */
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
