import type { IDataObject, ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { createImpatientReader } from '../delivery/reader';
import { sentences } from '../delivery/sentences';
import { findChannelId } from '../operations/fields/channel';
import { templateRequest } from '../operations/template/templateRequest';
import {
	isInText,
	variablesOf,
	type TemplateVariable,
} from '../operations/template/templateVariables';
import { failureOf } from '../transport/failure';
import { openService } from '../transport/service';
import { lookupWords, PATIENCE } from './lookupWords';

const WHEN_REFUSED =
	"Check 'Channel' and 'Template ID'; if they are right, check 'Base URL' and 'Custom Template Lookup' in the credential";

const USE_JSON = "set 'Specify Variables' to 'Using JSON' to give them as one object";

/**
 * Makes one form field for each variable of the chosen template (sections 2.1 and 4.5).
 *
 * Returns no fields and a notice, never an error, where the template is not known yet, is chosen
 * by an expression, has no variables, or cannot be read.
 */
export async function getTemplateVariables(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const channelId = chosen(this, 'channelId');
	const templateId = chosen(this, 'templateId');
	if (channelId === 'expression' || templateId === 'expression') {
		return notice(
			`The template is chosen by an expression, so its variables are only known when the workflow runs: ${USE_JSON}.`,
		);
	}
	if (channelId.id === '' || templateId.id === '') {
		// The editor also gives nothing where it cannot work out an expression.
		return notice(
			`Choose a 'Channel' and enter a 'Template ID' to see the template's variables here. If one of them comes from an expression, ${USE_JSON}.`,
		);
	}
	if (this.getNode().credentials?.customerMessagingApi === undefined) {
		return notice("Choose a credential first, then the template's variables are shown here.");
	}

	let all: TemplateVariable[];
	try {
		all = variablesOf(await readTemplate(this, channelId.id, templateId.id));
	} catch (error) {
		const { message, description } = lookupWords(failureOf(error), WHEN_REFUSED);
		return notice(
			sentences(
				"The template's variables could not be read",
				message,
				description,
				`You can also ${USE_JSON}`,
			),
		);
	}
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

type Choice = { id: string } | 'expression';

function chosen(context: ILoadOptionsFunctions, name: string): Choice {
	const raw = context.getNodeParameter(name, '', { rawExpressions: true }) as unknown;
	const value = typeof raw === 'object' && raw !== null ? ('value' in raw ? raw.value : '') : raw;
	if (typeof value === 'string' && value.startsWith('=')) return 'expression';
	// The editor gives null where it cannot work out an expression.
	if (value === null || value === undefined) return 'expression';
	return { id: String(value).trim() };
}

async function readTemplate(
	context: ILoadOptionsFunctions,
	channelId: string,
	templateId: string,
): Promise<IDataObject> {
	const service = await openService(context);
	const read = createImpatientReader(service, PATIENCE);
	const [template = {}] = await read(
		templateRequest(service, await findChannelId(channelId, read), templateId),
	);
	return template;
}

function notice(emptyFieldsNotice: string): ResourceMapperFields {
	return { fields: [], emptyFieldsNotice };
}
