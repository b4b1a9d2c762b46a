import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { variablesOf } from '../template/templateVariables';
import { chosenTemplate, lookUpTemplate } from './chosenTemplate';

/**
 * Lists all variables of the chosen template, by the text around them (service: Get template). Where no template is
 * chosen, its only entry says so. Throws a NodeApiError or NodeOperationError if the template cannot be read.
 */
export async function getLinkVariables(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const choice = chosenTemplate(this);
	if ('missing' in choice)
		return [{ name: `Choose ${choice.missing}, then open this list again`, value: '' }];
	if ('unresolved' in choice)
		return [{ name: `The expression in ${choice.unresolved} has no value yet`, value: '' }];
	const { found } = await lookUpTemplate(
		this,
		choice.channel,
		choice.template,
		"You can also enter the variable's number or name as an expression",
	);
	return variablesOf(found).map(({ label, id }) => ({ name: label, value: id }));
}
