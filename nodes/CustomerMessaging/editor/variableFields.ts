import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { objectIn } from '../primitives/json';
import {
	variablesOf,
	variablesWithButtonsApart,
	type TemplateVariable,
} from '../template/placeholders';
import { readTemplate } from '../template/readTemplate';
import {
	channelField,
	checkChannelId,
	templateField,
	type TemplateChoice,
} from '../template/templateChoice';
import { templateMarkField } from '../template/values';
import { chosen, lookUp } from './lookUp';

/**
 * Makes one form field for each variable of the chosen template (service: Get template).
 *
 * Returns no fields and a notice if no template is chosen, or it has no variables. n8n empties what was filled in if it
 * gets no fields: where an expression has no value yet, the fields are the ones that the form has, and where the
 * template cannot be read, it throws.
 */
export async function getTemplateVariables(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	return await fieldsFor(this, variablesOf);
}

/** The same where the variables of buttons have values of their own. */
export async function getVariablesWithButtonsApart(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	return await fieldsFor(this, variablesWithButtonsApart);
}

/** The same without the variable that takes the link. */
export async function getVariablesBesideLink(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const linkVariable = chosen(this, 'linkVariable');
	return await fieldsFor(this, (template) =>
		variablesOf(template).filter(({ id }) => id !== linkVariable),
	);
}

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
	const template = await lookUpTemplate(this, choice);
	return variablesOf(template).map(({ label, id }) => ({ name: label, value: id }));
}

async function fieldsFor(
	context: ILoadOptionsFunctions,
	variablesIn: (template: IDataObject) => TemplateVariable[],
): Promise<ResourceMapperFields> {
	const choice = chosenTemplate(context);
	if ('unresolved' in choice) {
		const { schema } = objectIn(context.getCurrentNodeParameter('variables'));
		if (Array.isArray(schema) && schema.length > 0)
			return { fields: schema as ResourceMapperField[] };
		return notice(
			`The expression in ${choice.unresolved} has no value yet. To see the template's variables here, run the nodes before this one, then close and reopen it; or set 'Specify Variables' to 'Using JSON'.`,
		);
	}
	if ('missing' in choice) {
		return notice(
			"Choose 'Channel' and 'Template'. If nothing appears, close and reopen this node.",
		);
	}
	const template = await lookUpTemplate(context, choice);
	const variables = variablesIn(template);
	if (variables.length === 0) {
		// It names the template, because n8n may keep the notice when another one is chosen.
		return notice(
			`Template '${choice.templateId}' has no variables to fill in. If you have chosen another template since, close and reopen this node.`,
		);
	}
	return {
		fields: [
			...variables.map(({ id, label }): ResourceMapperField => ({
				id,
				displayName: label,
				required: true,
				defaultMatch: false,
				canBeUsedToMatch: false,
				display: true,
				type: 'string',
			})),
			templateMarkField(choice),
		],
	};
}

function notice(emptyFieldsNotice: string): ResourceMapperFields {
	return { fields: [], emptyFieldsNotice };
}

/** The template that is chosen, as the form has it; or why there is none, naming the fields as the form does. */
function chosenTemplate(
	context: ILoadOptionsFunctions,
): TemplateChoice | { unresolved: string } | { missing: string } {
	const [channelId, templateId] = [chosen(context, 'channelId'), chosen(context, 'templateId')];
	if (channelId && templateId) return { channelId, templateId };
	const fieldsWith = (value: string | undefined): string =>
		[
			{ field: channelField, given: channelId },
			{ field: templateField, given: templateId },
		]
			.filter(({ given }) => given === value)
			.map(({ field }) => `'${field.displayName}'`)
			.join(' and ');
	const unresolved = fieldsWith(undefined);
	return unresolved === '' ? { missing: fieldsWith('') } : { unresolved };
}

async function lookUpTemplate(
	context: ILoadOptionsFunctions,
	choice: TemplateChoice,
): Promise<IDataObject> {
	return await lookUp(context, async (service) => {
		checkChannelId(choice.channelId);
		return await readTemplate(service, choice);
	});
}
