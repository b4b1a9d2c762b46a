import type { IDataObject } from 'n8n-workflow';

import { WRONG_ADDRESS_ADVICE } from './response';
import { excerpt, inWords, isEmpty, isObject } from './values';
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
		expects: 'object',
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
	const objects = await service
		.read(templateRequest(service, choice))
		.catch((error) => failWithout(choice, error));
	return templateIn(objects, choice);
}

/**
 * The template in a response. Throws a FailureError if it is none, or another than was asked for: which query
 * parameters choose it is not documented, so a service may take no notice of them.
 */
export function templateIn(
	[template = {}]: IDataObject[],
	{ templateId }: TemplateChoice,
): IDataObject {
	const { id, body, header, attributes } = template;
	const isTemplate = typeof body === 'string' || isObject(header) || Array.isArray(attributes);
	if (!isTemplate) {
		throw new FailureError({
			kind: 'unreadable',
			message: `The service's response is not a template: ${excerpt(JSON.stringify(template))}`,
			advice: WRONG_ADDRESS_ADVICE,
		});
	}
	// A long number has lost its last digits in JavaScript.
	const isAskedFor = typeof id === 'number' ? id === Number(templateId) : id === templateId;
	if (isAskedFor || isEmpty(id)) return template;
	throw new FailureError({
		kind: 'unreadable',
		message: `The service gave template '${inWords(id)}' instead of '${templateId}'`,
		advice:
			"Its query parameters probably have other names: set them under 'Custom Template Lookup' in the credential",
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
