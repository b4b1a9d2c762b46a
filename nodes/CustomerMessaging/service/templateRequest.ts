import type { IDataObject } from 'n8n-workflow';

import { WRONG_ADDRESS_ADVICE } from './response';
import { excerpt, isObject } from './values';
import { failureOf, FailureError, InputError } from './failure';
import type { ReadableService, Service, ServiceRequest } from './service';

const WHAT_TO_CHECK =
	"Check 'Channel' and 'Template'; the service's dashboard shows the template's ID. If both are right, set the names under 'Custom Template Lookup' in the credential";

/** Which template of which channel, by their IDs. */
export interface TemplateChoice {
	channelId: string;
	templateId: string;
}

/** Reads a template (service: Get template), with the query parameters that the credential names. */
export function templateRequest(
	{ templateLookup }: Pick<Service, 'templateLookup'>,
	{ channelId, templateId }: TemplateChoice,
): ServiceRequest {
	return {
		method: 'GET',
		path: '/stable/open/whatsapp/get-template-detail',
		answer: 'object',
		query: {
			[templateLookup.platformIdParameter]: channelId,
			[templateLookup.templateIdParameter]: templateId,
		},
	};
}

/**
 * Reads a template. Throws an InputError if the service says that there is none, a FailureError if it cannot be read.
 */
export async function readTemplate(
	service: Pick<ReadableService, 'templateLookup' | 'read'>,
	choice: TemplateChoice,
): Promise<IDataObject> {
	const [template] = await service
		.read(templateRequest(service, choice))
		.catch((error) => failWithout(choice, error));
	const { body, header, attributes } = template ?? {};
	const isTemplate = typeof body === 'string' || isObject(header) || Array.isArray(attributes);
	if (template !== undefined && isTemplate) return template;
	throw new FailureError({
		kind: 'unreadable',
		message: `The service's response is not a template: ${excerpt(JSON.stringify(template))}`,
		advice: WRONG_ADDRESS_ADVICE,
	});
}

function failWithout({ templateId }: TemplateChoice, error: unknown): never {
	const failure = failureOf(error);
	if (failure.kind === 'notFound')
		throw new InputError(`There is no template '${templateId}' in this channel`, WHAT_TO_CHECK);
	// Which status the service has for this is not documented.
	throw new FailureError(
		failure.kind === 'refused' ? { ...failure, advice: WHAT_TO_CHECK } : failure,
	);
}

/** A template's name, or else the ID that the user gave. */
export function nameOf({ name }: IDataObject, templateId: string): string {
	return typeof name === 'string' && name.trim() !== '' ? name : templateId;
}
