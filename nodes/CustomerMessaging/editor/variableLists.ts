import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { variablesOf, type TemplateVariable } from '../templates/templateVariables';
import { chosenTemplate, lookUpTemplate } from './chosenTemplate';

/**
 * Lists the variables in the chosen template's buttons, by the words around them (service: Get template). Where no
 * template is chosen, its only entry says so. Throws a NodeApiError or NodeOperationError if the template cannot be read.
 */
export async function getButtonVariables(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return await listVariables(this, ({ places }) => places.includes('button'));
}

/** Lists all variables of the chosen template. Throws like `getButtonVariables`. */
export async function getLinkVariables(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return await listVariables(this, () => true);
}

async function listVariables(
	context: ILoadOptionsFunctions,
	isListed: (variable: TemplateVariable) => boolean,
): Promise<INodePropertyOptions[]> {
	const choice = chosenTemplate(context);
	if ('missing' in choice)
		return [{ name: `Choose ${choice.missing}, then open this list again`, value: '' }];
	if ('unresolved' in choice)
		return [{ name: `The expression in ${choice.unresolved} has no value yet`, value: '' }];
	const { found } = await lookUpTemplate(
		context,
		choice.channel,
		choice.template,
		"You can also enter the variable's number as an expression",
	);
	return variablesOf(found)
		.filter(isListed)
		.map(({ label, id }) => ({ name: label, value: id }));
}
