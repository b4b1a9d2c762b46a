import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { templateMarkFields } from '../fields/template/templateMarks';
import {
	isInText,
	leftIn,
	variablesOf,
	type TemplateVariable,
} from '../templates/templateVariables';
import { objectIn } from '../service/json';
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
	const all = variablesOf(found);
	const variables = withoutOtherFields(this, all);
	if (variables.length === 0) {
		return notice(
			`${whyNoFields(this, template, all, leftIn(found))} If you have chosen another template since, close and reopen this node.`,
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
			...templateMarkFields({ channelId, templateId: template }),
		],
	};
}

/** Names the template, because n8n may keep the notice when another one is chosen. */
function whyNoFields(
	context: ILoadOptionsFunctions,
	templateId: string,
	all: TemplateVariable[],
	left: string[],
): string {
	if (all.length === 0 && left.length > 0)
		return `Template '${templateId}' has ${left.join(', ')} in it, which this node cannot fill in.`;
	if (all.length === 0)
		return `Template '${templateId}' has no variables, so there is nothing to fill in.`;
	return context.getNodeParameter('operation', '') === 'sendAndWait'
		? `The link takes the only variable of template '${templateId}', so there is nothing else to fill in.`
		: `Only the buttons of template '${templateId}' have variables. Enter them under 'Button Variables'.`;
}

/** Leaves out the variables that other fields of the form fill in. */
function withoutOtherFields(
	context: ILoadOptionsFunctions,
	all: TemplateVariable[],
): TemplateVariable[] {
	switch (context.getNodeParameter('operation', '')) {
		case 'sendWithFile':
			return all.filter(isInText);
		case 'sendAndWait': {
			const linkVariable = chosen(context, 'linkVariable');
			return all.filter(({ id }) => id !== linkVariable);
		}
		default:
			return all;
	}
}

/** The fields that the form has, with the marks that say which template they are for. */
function fieldsInForm(context: ILoadOptionsFunctions): ResourceMapperField[] {
	const { schema } = objectIn(context.getCurrentNodeParameter('variables'));
	return Array.isArray(schema) ? (schema as ResourceMapperField[]) : [];
}

function notice(emptyFieldsNotice: string): ResourceMapperFields {
	return { fields: [], emptyFieldsNotice };
}
