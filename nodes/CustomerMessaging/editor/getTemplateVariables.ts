import type {
	IDataObject,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { templateMarkField } from '../template/templateMark';
import {
	variablesOf,
	variablesWithButtonsApart,
	type TemplateVariable,
} from '../template/templateVariables';
import { objectIn } from '../primitives/json';
import { chosen, chosenTemplate, lookUpTemplate } from './chosenTemplate';

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
	const choice = chosenTemplate(this);
	if ('unresolved' in choice) {
		const fields = fieldsInForm(this);
		if (fields.length > 0) return { fields };
		return notice(
			`The expression in ${choice.unresolved} has no value yet. To see the template's variables here, run the nodes before this one, then close and reopen it; or set 'Specify Variables' to 'Using JSON'.`,
		);
	}
	if ('missing' in choice) {
		return notice(
			"Choose 'Channel' and 'Template'. If nothing appears, close and reopen this node.",
		);
	}
	const { channel, template } = choice;
	const { channelId, found } = await lookUpTemplate(
		this,
		channel,
		template,
		"You can also set 'Specify Variables' to 'Using JSON'",
	);
	const variables = variablesToFillIn(this, found);
	if (variables.length === 0) {
		const why =
			variablesOf(found).length === 0
				? `Template '${template}' has no variables`
				: `The link takes the only variable of template '${template}'`;
		// It names the template, because n8n may keep the notice when another one is chosen.
		return notice(
			`${why}, so there is nothing to fill in. If you have chosen another template since, close and reopen this node.`,
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
			templateMarkField({ channelId, templateId: template }),
		],
	};
}

/** The variables of a template that the form's fields are for, with the operation that is chosen. */
function variablesToFillIn(
	context: ILoadOptionsFunctions,
	template: IDataObject,
): TemplateVariable[] {
	switch (context.getNodeParameter('operation', '')) {
		case 'sendWithFile':
			return variablesWithButtonsApart(template);
		case 'sendAndWait': {
			const linkVariable = chosen(context, 'linkVariable');
			return variablesOf(template).filter(({ id }) => id !== linkVariable);
		}
		default:
			return variablesOf(template);
	}
}

/** The fields that the form has, with the mark that says which template they are for. */
function fieldsInForm(context: ILoadOptionsFunctions): ResourceMapperField[] {
	const { schema } = objectIn(context.getCurrentNodeParameter('variables'));
	return Array.isArray(schema) ? (schema as ResourceMapperField[]) : [];
}

function notice(emptyFieldsNotice: string): ResourceMapperFields {
	return { fields: [], emptyFieldsNotice };
}
