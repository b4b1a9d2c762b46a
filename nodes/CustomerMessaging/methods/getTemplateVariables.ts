import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { isInText, variablesOf } from '../operations/template/templateVariables';
import { chosen, lookUpTemplate } from './chosenTemplate';

/**
 * Makes one form field for each variable of the chosen template (sections 2.1 and 4.5).
 *
 * Returns no fields and a notice where no template is known yet, or it has no variables. Throws where the template
 * cannot be read: n8n keeps what was filled in, where no fields would empty it.
 */
export async function getTemplateVariables(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const [channel, template] = [chosen(this, 'channelId'), chosen(this, 'templateId')];
	if (channel === 'expression' || template === 'expression') {
		return notice(
			"The template comes from an expression. Run the nodes before this one to see its variables here, or set 'Specify Variables' to 'Using JSON'.",
		);
	}
	if (channel.id === '' || template.id === '') {
		return notice("Choose a 'Channel' and a 'Template' to see the template's variables here.");
	}
	const all = variablesOf(
		await lookUpTemplate(
			this,
			channel.id,
			template.id,
			"You can also set 'Specify Variables' to 'Using JSON'",
		),
	);
	// A template that is sent with a file has a field of its own for the variables of its buttons.
	const hasButtonField = this.getNodeParameter('operation', '') === 'sendWithFile';
	const variables = hasButtonField ? all.filter(isInText) : all;
	if (variables.length === 0) {
		return notice(
			all.length === 0
				? 'This template has no variables, so there is nothing to fill in.'
				: "Only the buttons of this template have variables. Enter them under 'Button Variables'.",
		);
	}
	return {
		fields: variables.map(({ id, label }) => ({
			id,
			displayName: label,
			required: true,
			defaultMatch: false,
			canBeUsedToMatch: false,
			display: true,
			type: 'string',
		})),
	};
}

function notice(emptyFieldsNotice: string): ResourceMapperFields {
	return { fields: [], emptyFieldsNotice };
}
