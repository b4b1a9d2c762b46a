import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { variablesOf, type TemplateVariable } from '../service/templateVariables';
import { operationError } from '../reporting/nodeErrors';
import { chosen, lookUpTemplate } from './chosenTemplate';

/**
 * Lists the variables in the chosen template's buttons, by the words around them (service: Get template). Throws a
 * NodeApiError or NodeOperationError if no template is chosen, or it cannot be read.
 */
export async function getButtonVariables(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return await listVariables(this, ({ places }) => places.includes('button'));
}

/**
 * Lists all variables of the chosen template, as any may take the link to the answer page. Throws like
 * `getButtonVariables`.
 */
export async function getLinkVariables(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return await listVariables(this, () => true);
}

async function listVariables(
	context: ILoadOptionsFunctions,
	isOffered: (variable: TemplateVariable) => boolean,
): Promise<INodePropertyOptions[]> {
	const [channel, template] = [chosen(context, 'channelId'), chosen(context, 'templateId')];
	if (!channel || !template) {
		throw operationError(context.getNode(), {
			message: "Choose a 'Channel' and a 'Template' first.",
			description:
				"If they come from an expression, enter the variable's number as an expression, too.",
		});
	}
	const { found } = await lookUpTemplate(
		context,
		channel,
		template,
		"You can also enter the variable's number as an expression",
	);
	return variablesOf(found)
		.filter(isOffered)
		.map(({ id, label }) => ({ name: label, value: id }));
}
