import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { objectIn } from '../../../lib/basics';
import { urlOf } from '../service/serviceAddress';
import {
	variablesOf,
	variablesWithAddress,
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
import { ADDRESS_IN_JSON } from '../template/valueFields';
import { templateMarkField } from '../template/valuesInFields';
import { chosen, lookUp } from './lookUp';

const MISSING = "Choose 'Channel' and 'Template'";

const UNRESOLVED = "The expression in 'Channel' or 'Template' has no value yet";

/**
 * Makes a form field for each variable of the chosen template (service: Get template). Given no fields, n8n empties what was
 * filled in: so an expression without a value yet keeps the form's fields, and a template that cannot be read is an error.
 */
export const getTemplateVariables = fieldsFor(variablesWithAddress);

/** The same if the variables of buttons have values of their own. */
export const getVariablesWithButtonsApart = fieldsFor(variablesWithButtonsApart);

/** The same without the variable that takes the link. */
export const getVariablesBesideLink = fieldsFor((template, context) => {
	const linkVariable = chosen(context, 'linkVariable');
	return variablesWithAddress(template).filter(({ id }) => id !== linkVariable);
});

/**
 * Lists the chosen template's variables with the text around them (service: Get template), first those that end an address
 * of this n8n, or says that none is chosen.
 */
export async function getLinkVariables(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const choice = chosenTemplate(this);
	// Nobody can choose a boolean, and unlike an empty text, it is not shown before the list is open.
	if (choice === 'unresolved') return [{ name: UNRESOLVED, value: false }];
	if (choice === 'missing')
		return [{ name: `${MISSING}, then open this list again`, value: false }];
	const template = await lookUpTemplate(this, choice);
	const originOf = (address = '') => urlOf(address)?.origin;
	const own = originOf(this.getRestApiUrl());
	const leadsHere = ({ beginning }: TemplateVariable) => Number(originOf(beginning) === own);
	return variablesOf(template)
		.sort((one, other) => leadsHere(other) - leadsHere(one))
		.map(({ id, label, title }) => ({
			name: title ? `${id} (button): ${title}` : label,
			value: id,
		}));
}

function fieldsFor(
	variablesIn: (template: IDataObject, context: ILoadOptionsFunctions) => TemplateVariable[],
) {
	return async function (this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
		const choice = chosenTemplate(this);
		if (choice === 'unresolved') {
			const { schema } = objectIn(this.getCurrentNodeParameter('variables'));
			if (Array.isArray(schema) && schema.length > 0)
				return { fields: schema as ResourceMapperField[] };
			return notice(
				`${UNRESOLVED}. To see the template's variables here, run the nodes before this one, then close and reopen it; or set 'Specify Variables' to 'Using JSON'. ${ADDRESS_IN_JSON}.`,
			);
		}
		// What n8n cannot evaluate is null; while there is any, n8n does not ask again if another template is chosen.
		const isStuck = Object.values(this.getCurrentNodeParameters() ?? {}).some(
			(value) => value === null,
		);
		if (choice === 'missing')
			return notice(
				`${MISSING}.${isStuck ? ' If nothing appears, close and reopen this node.' : ''}`,
			);
		const variables = variablesIn(await lookUpTemplate(this, choice), this);
		if (variables.length === 0)
			return notice(
				`Template '${choice.templateId}' has no variables to fill in.${isStuck ? ' If you have chosen another template since, close and reopen this node.' : ''}`,
			);
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
	};
}

function notice(emptyFieldsNotice: string): ResourceMapperFields {
	return { fields: [], emptyFieldsNotice };
}

/** The chosen template, if one is; `unresolved` if only a run will know what an expression gives. */
function chosenTemplate(context: ILoadOptionsFunctions): TemplateChoice | 'missing' | 'unresolved' {
	const channelId = chosen(context, channelField.name);
	const templateId = chosen(context, templateField.name);
	if (channelId === undefined || templateId === undefined) return 'unresolved';
	return channelId === '' || templateId === '' ? 'missing' : { channelId, templateId };
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
