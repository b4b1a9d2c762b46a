import type { IDataObject } from 'n8n-workflow';
import { failureOf, FailureError, InputError, type Failure } from '../primitives/failure';
import {
	excerpt,
	holdsNothing,
	inWords,
	isFilledText,
	isObject,
	objectIn,
	showsNothing,
} from '../primitives/json';
import { sentences } from '../primitives/sentences';
import { FAILURE_POLICY } from '../service/failurePolicy';
import type { ReadableService } from '../service/service';
import { headerTypeOf } from './header';
import type { TemplateChoice } from './templateChoice';

type TemplateService = Pick<ReadableService, 'checkAddress' | 'templateLookup' | 'read'>;

const CHECK_CHOICE = "Check 'Channel', 'Template' and, in the credential, 'Custom Template Lookup'";

/**
 * Lists a channel's templates of any status (service: List templates); not every service can do that.
 * @param isOptional whether nothing is lost without the list
 */
export async function listTemplates(
	{ checkAddress, templateLookup, read }: TemplateService,
	channelId: string,
	isOptional = false,
): Promise<IDataObject[]> {
	const checked = (object: IDataObject): IDataObject => checkTemplate(object, checkAddress);
	return await read({
		kind: 'read',
		path: '/stable/open/whatsapp/get-template-list',
		expects: 'list',
		ifRefused: "Check 'Channel'",
		query: { [templateLookup.platformIdParameter]: channelId },
		isOptional,
	})
		// A template may have nothing but a name; a list of other things has no template in it.
		.then((objects) => (objects.some(isTemplate) ? objects : objects.map(checked)))
		.catch((error) => {
			const failure = failureOf(error);
			if (!FAILURE_POLICY[failure.kind].isNotGiven) throw error;
			throw new FailureError({
				...failure,
				message: `The service gave no list of templates: ${failure.message}`,
				advice: sentences(
					failure.advice,
					"If it is right, this service cannot list templates: find a template's ID in its dashboard",
				),
			});
		});
}

/**
 * Reads a template (service: Get template) or, if the service does not give it alone, takes it from the list (service:
 * List templates).
 * @param check throws if a template does not count as read
 */
export async function readTemplate(
	service: TemplateService,
	choice: TemplateChoice,
	check = checkShape,
): Promise<IDataObject> {
	return await readTemplateAlone(service, choice, check).catch(
		async (error) => await templateFromList(service, choice, failureOf(error), check),
	);
}

/** The same without the list. */
export async function readTemplateAlone(
	service: TemplateService,
	choice: TemplateChoice,
	check = checkShape,
): Promise<IDataObject> {
	const { platformIdParameter, templateIdParameter } = service.templateLookup;
	const [template = {}] = await service.read({
		kind: 'read',
		path: '/stable/open/whatsapp/get-template-detail',
		expects: 'object',
		ifRefused: CHECK_CHOICE,
		query: { [platformIdParameter]: choice.channelId, [templateIdParameter]: choice.templateId },
	});
	return checkAskedFor(check(template, service.checkAddress), choice);
}

/**
 * Reads a template that a message depends on: a failure says which one could not be read.
 * @param wayOut how to send without reading it; not said if the send would fail for the same reason
 */
export async function readNeededTemplate(
	service: TemplateService,
	choice: TemplateChoice,
	wayOut?: string,
): Promise<IDataObject> {
	return await readTemplate(service, choice).catch((error) => {
		const failure = failureOf(error);
		const { message, advice } = failure;
		const { isInput, isForAll, isNotGiven } = FAILURE_POLICY[failure.kind];
		if (isInput || isForAll) throw error;
		throw new FailureError({
			...failure,
			message: `The template '${choice.templateId}' could not be read: ${message}`,
			advice: sentences(advice, isNotGiven && advice !== service.checkAddress && wayOut),
		});
	});
}

/** @param failure why the service does not give the template alone */
async function templateFromList(
	service: TemplateService,
	{ channelId, templateId }: TemplateChoice,
	failure: Failure,
	check: typeof checkShape,
): Promise<IDataObject> {
	if (!FAILURE_POLICY[failure.kind].isNotGiven) throw new FailureError(failure);
	// Whatever is wrong with the list, the error tells what is wrong with the template.
	const templates = await listTemplates(service, channelId, true).catch(() => []);
	const found = templates.filter(({ id }) => isSameId(id, templateId));
	const template = found.find(canBeSent) ?? found[0];
	if (template !== undefined) return check(template, service.checkAddress);
	// Its languages may be templates of their own.
	const named = templates.filter(({ name }) => name === templateId);
	const advice =
		named.length === 0
			? CHECK_CHOICE
			: `This is a template's name; its ID is ${named.map(({ id }) => inWords(id)).join(' or ')}`;
	// Which other status the service has for an unknown template is not documented.
	if (failure.kind === 'notFound' || named.length > 0)
		throw new InputError(`There is no template '${templateId}' in this channel`, advice);
	// Whatever gives a list of templates is the service.
	const isMisled = failure.advice === service.checkAddress && templates.length > 0;
	throw new FailureError(isMisled ? { ...failure, advice } : failure);
}

/** Anything other than a template means that the address or the endpoint is wrong. */
function checkTemplate(object: IDataObject, checkAddress: string): IDataObject {
	if (isTemplate(object)) return object;
	throw new FailureError({
		kind: 'unreadable',
		message: `The service's response is not a template: ${excerpt(JSON.stringify(object))}`,
		advice: checkAddress,
	});
}

function isTemplate({ body, header, attributes }: IDataObject): boolean {
	return typeof body === 'string' || isObject(header) || Array.isArray(attributes);
}

/** Throws if a template's texts, header and variables cannot be told from what the service gave. */
function checkShape(template: IDataObject, checkAddress: string): IDataObject {
	if (hasDocumentedShape(checkTemplate(template, checkAddress))) return template;
	throw new FailureError({
		kind: 'unreadable',
		message: `The service answered, but not with a template in the expected format: ${excerpt(JSON.stringify(template))}`,
		advice: '',
	});
}

/** Whether a template is what is documented (service: Get template). What is missing or empty is fine. */
function hasDocumentedShape(template: IDataObject): boolean {
	const { name, body, footer, header, buttons, attributes } = template;
	return (
		[name, body, footer, objectIn(header).value].every(isTextOrNothing) &&
		headerTypeOf(template) !== undefined &&
		isListOf(buttons, ({ title, value }) => [title, value].every(isTextOrNothing)) &&
		isListOf(
			attributes,
			({ attribute }) => typeof attribute === 'number' || isFilledText(attribute),
		)
	);
}

function isTextOrNothing(value: unknown): boolean {
	return typeof value === 'string' || holdsNothing(value);
}

function isListOf(value: unknown, isEntry: (entry: IDataObject) => boolean): boolean {
	return (
		holdsNothing(value) ||
		(Array.isArray(value) && value.every((entry) => isObject(entry) && isEntry(entry)))
	);
}

/** A service may ignore query parameters whose names it does not know. */
function checkAskedFor(template: IDataObject, { templateId }: TemplateChoice): IDataObject {
	const { id } = template;
	if (showsNothing(id) || isSameId(id, templateId)) return template;
	throw new FailureError({
		kind: 'unreadable',
		message: `The service gave template '${inWords(id)}' instead of '${templateId}'`,
		advice:
			"Its query parameters probably have other names: set them under 'Custom Template Lookup' in the credential",
	});
}

/** A long number has lost its last digits in JavaScript. */
function isSameId(id: unknown, wanted: string): boolean {
	return typeof id === 'number'
		? id === Number(wanted)
		: typeof id === 'string' && id.trim() === wanted;
}

/** A template's name, or else the ID that the user gave. */
export function nameOf({ name }: IDataObject, templateId: string): string {
	return typeof name === 'string' && name.trim() !== '' ? name : templateId;
}

/** A template's status in lower case; empty if it does not say, as only the list does (service: List templates). */
export function statusOf({ status }: IDataObject): string {
	return typeof status === 'string' ? status.trim().toLowerCase() : '';
}

export function canBeSent(template: IDataObject): boolean {
	return !/^(rejected|paused|disabled|deleted|pending)/.test(statusOf(template));
}
