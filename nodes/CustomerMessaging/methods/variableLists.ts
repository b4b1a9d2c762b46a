import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import {
	buttonsOf,
	placeholder,
	variablesOf,
	type TemplateVariable,
} from '../service/templateVariables';
import { chosenTemplate, lookUpTemplate } from './chosenTemplate';

/**
 * Lists the variables in the chosen template's buttons, by the words around them (service: Get template). Where no
 * template is chosen, its only entry says so. Throws a NodeApiError or NodeOperationError if the template cannot be read.
 */
export async function getButtonVariables(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return await listVariables(this, (_, { places }) => (places.includes('button') ? {} : undefined));
}

/**
 * Lists all variables of the chosen template, and says where one cannot take the link to the answer page. Throws like
 * `getButtonVariables`.
 */
export async function getLinkVariables(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const { origin } = new URL(this.getInstanceBaseUrl());
	return await listVariables(this, (template, variable) => ({
		description: obstacleToLink(template, variable, origin),
	}));
}

async function listVariables(
	context: ILoadOptionsFunctions,
	entryOf: (
		template: IDataObject,
		variable: TemplateVariable,
	) => Partial<INodePropertyOptions> | undefined,
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
	return variablesOf(found).flatMap((variable) => {
		const entry = entryOf(found, variable);
		const { label, id } = variable;
		return entry === undefined ? [] : [{ name: label, value: id, ...entry }];
	});
}

/** Why a variable cannot take the link, as far as n8n knows its own address; undefined if it can. */
function obstacleToLink(
	template: IDataObject,
	{ id, places }: TemplateVariable,
	ownOrigin: string,
): string | undefined {
	if (places.length === 0) return 'Cannot take the link, as the template shows it nowhere';
	const variable = placeholder(id);
	for (const { title, address, text } of buttonsOf(template)) {
		if (!text.includes(variable)) continue;
		if (title.includes(variable) || address.indexOf(variable) !== address.length - variable.length)
			return 'Cannot take the link, as it is not the end of an address';
		const start = address.slice(0, -variable.length);
		if (start === '') continue;
		const origin = URL.canParse(start) ? new URL(start).origin : start;
		if (origin !== ownOrigin) return `Can take the link only if this n8n is at ${origin}`;
	}
	return undefined;
}
