import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import {
	isInText,
	variablesOf,
	type TemplateVariable,
} from '../operations/template/templateVariables';
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
		return notice(
			"The template's variables appear here when you have chosen 'Channel' and 'Template'. If they do not, check both: this channel may have no such template.",
		);
	}
	const all = variablesOf(
		await lookUpTemplate(
			this,
			channel.id,
			template.id,
			"You can also set 'Specify Variables' to 'Using JSON'",
		),
	);
	const variables = withoutOtherFields(this, all);
	if (variables.length === 0) {
		return notice(
			all.length === 0
				? 'This template has no variables, so there is nothing to fill in.'
				: this.getNodeParameter('operation', '') === 'sendAndWait'
					? 'The link takes the only variable of this template, so there is nothing else to fill in.'
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

/** Without those that the form has fields of their own for. */
function withoutOtherFields(
	context: ILoadOptionsFunctions,
	all: TemplateVariable[],
): TemplateVariable[] {
	switch (context.getNodeParameter('operation', '')) {
		case 'sendWithFile':
			return all.filter(isInText);
		case 'sendAndWait': {
			const linkVariable = chosen(context, 'linkVariable');
			return all.filter(({ id }) => linkVariable === 'expression' || id !== linkVariable.id);
		}
		default:
			return all;
	}
}

function notice(emptyFieldsNotice: string): ResourceMapperFields {
	return { fields: [], emptyFieldsNotice };
}
