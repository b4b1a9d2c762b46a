import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { markFields } from '../form/mappedTemplate';
import {
	fingerprintOf,
	isInText,
	variablesOf,
	type TemplateVariable,
} from '../service/templateVariables';
import { chosen, lookUpTemplate } from './chosenTemplate';

/**
 * Makes one form field for each variable of the chosen template (service: Get template).
 *
 * Returns no fields and a notice if no template is known yet, or it has no variables. Throws if the template cannot
 * be read: n8n then keeps what was filled in, which no fields would empty.
 */
export async function getTemplateVariables(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const [channel, template] = [chosen(this, 'channelId'), chosen(this, 'templateId')];
	if (channel === undefined || template === undefined) {
		return notice(
			"The template comes from an expression. To see its variables here, run the nodes before this one, then close and reopen it; or set 'Specify Variables' to 'Using JSON'.",
		);
	}
	if (channel === '' || template === '') {
		return notice(
			"The template's variables appear here when you have chosen 'Channel' and 'Template'. If they do not, close and reopen this node, then check both: this channel may have no such template.",
		);
	}
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
			`${whyNoFields(this, template, all)} If you have chosen another template since, close and reopen this node.`,
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
			...markFields({ channelId, templateId: template, fingerprint: fingerprintOf(found) }),
		],
	};
}

/** Names the template, because n8n may keep the notice when another one is chosen. */
function whyNoFields(
	context: ILoadOptionsFunctions,
	templateId: string,
	all: TemplateVariable[],
): string {
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

function notice(emptyFieldsNotice: string): ResourceMapperFields {
	return { fields: [], emptyFieldsNotice };
}
