import type { IDataObject } from 'n8n-workflow';
import {
	excerpt,
	type Failure,
	FailureError,
	failureOf,
	holdsNothing,
	InputError,
	inWords,
	isObject,
	objectIn,
	sentences,
	showsNothing,
	textIn,
	SYSTEM_CLOCK as clock,
} from '../../../lib/basics';
import { FAILURE_POLICY } from '../../../lib/traffic';
import type { ReadableService } from '../service/service';
import { headerTypeOf } from './header';
import type { TemplateChoice } from './templateChoice';

const CHECK_CHOICE =
	"Check 'Channel' and 'Template' or, if every template is reported as not found, 'Custom Template Lookup' in the credential";

/** Lists a channel's templates of any status (service: List templates); not every service can do that. */
export async function listTemplates(
	{ checkAddress, templateLookup, read }: ReadableService,
	channelId: string,
): Promise<IDataObject[]> {
	const checked = (object: IDataObject): IDataObject => checkTemplate(object, checkAddress);
	return await read({
		kind: 'read',
		path: '/stable/open/whatsapp/get-template-list',
		expects: 'list',
		ifRefused: "Check 'Channel'",
		query: { [templateLookup.platformIdParameter]: channelId },
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
	service: ReadableService,
	choice: TemplateChoice,
	check = checkShape,
): Promise<IDataObject> {
	return await readTemplateAlone(service, choice, check).catch(
		async (error) => await templateFromList(service, choice, failureOf(error), check),
	);
}

/** The same without the list. */
export async function readTemplateAlone(
	service: ReadableService,
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

/** Why a template could not be read, if a message can be sent without: otherwise throws why not. */
export function whyUnread(error: unknown): FailureError {
	const unread = new FailureError(failureOf(error));
	const { kind } = unread.failure;
	const { isInput, isForAll } = FAILURE_POLICY[kind];
	if (isInput || isForAll || kind === 'defect') throw unread;
	return unread;
}

/** In milliseconds, how long what was read is good for, and how long what could not be read is not asked for again. */
const GOOD_FOR = { read: 300_000, unread: 60_000 };

const MOST_LOOK_UPS = 100;

/** What the checks of this process have looked up, the oldest first, by account, channel and template. */
export const lookUps = new Map<string, { gave: IDataObject | FailureError; until: number }>();

/**
 * A template to check a message against or why there is none. Throws if the message would fail as well.
 * @param anew whether only what this run has read counts
 */
export async function templateForCheck(
	service: ReadableService,
	choice: TemplateChoice,
	anew = false,
): Promise<IDataObject | FailureError> {
	const name = JSON.stringify([service.account, choice.channelId, choice.templateId]);
	const earlier = lookUps.get(name);
	if (!anew && earlier !== undefined && clock.now() < earlier.until) return earlier.gave;
	const gave = await readTemplate({ ...service, read: service.readBriefly }, choice).catch(
		whyUnread,
	);
	const goodFor = gave instanceof FailureError ? GOOD_FOR.unread : GOOD_FOR.read;
	lookUps.delete(name);
	lookUps.set(name, { gave, until: clock.now() + goodFor });
	const [oldest = name] = lookUps.keys();
	if (lookUps.size > MOST_LOOK_UPS) lookUps.delete(oldest);
	return gave;
}

/** @param failure why the service does not give the template alone */
async function templateFromList(
	service: ReadableService,
	{ channelId, templateId }: TemplateChoice,
	failure: Failure,
	check: typeof checkShape,
): Promise<IDataObject> {
	if (!FAILURE_POLICY[failure.kind].isNotGiven) throw new FailureError(failure);
	// Whatever is wrong with the list, the error tells what is wrong with the template.
	const templates = await listTemplates(service, channelId).catch(() => []);
	const found = templates.filter(({ id }) => isSameId(id, templateId));
	const template = found.find(canBeSent) ?? found[0];
	if (template !== undefined) return check(template, service.checkAddress);
	// Its languages may be templates of their own.
	const named = templates.filter(({ name }) => name === templateId);
	const message = `There is no template '${templateId}' in this channel`;
	if (named.length > 0) {
		const ids = named.map(({ id }) => inWords(id)).join(' or ');
		throw new InputError(message, `This is a template's name; its ID is ${ids}`);
	}
	const isListed = templates.length > 0;
	const advice = isListed ? 'Choose it from the list' : CHECK_CHOICE;
	// Which other status the service has for an unknown template is not documented.
	if (failure.kind === 'notFound') throw new FailureError({ ...failure, message, advice });
	// Whatever gives a list of templates is the service.
	const isMisled = failure.advice === service.checkAddress && isListed;
	throw new FailureError(isMisled ? { ...failure, advice: CHECK_CHOICE } : failure);
}

/** Anything other than a template means that the address or the endpoint is wrong. */
function checkTemplate(object: IDataObject, checkAddress: string): IDataObject {
	if (isTemplate(object)) return object;
	throw unreadable(
		`The service's response is not a template: ${excerpt(JSON.stringify(object))}`,
		checkAddress,
	);
}

function isTemplate({ body, header, attributes }: IDataObject): boolean {
	return typeof body === 'string' || isObject(header) || Array.isArray(attributes);
}

/** Throws if a template's texts, header and variables cannot be told from what the service gave. */
function checkShape(template: IDataObject, checkAddress: string): IDataObject {
	if (hasDocumentedShape(checkTemplate(template, checkAddress))) return template;
	throw unreadable(
		`The service answered, but not with a template in the expected format: ${excerpt(JSON.stringify(template))}`,
	);
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
			({ attribute }) => typeof attribute === 'number' || !showsNothing(textIn(attribute)),
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
	throw unreadable(
		`The service gave template '${inWords(id)}' instead of '${templateId}'`,
		"Its query parameters probably have other names: set them under 'Custom Template Lookup' in the credential",
	);
}

function unreadable(message: string, advice = ''): FailureError {
	return new FailureError({ kind: 'unreadable', message, advice });
}

/** A long number has lost its last digits in JavaScript. */
function isSameId(id: unknown, wanted: string): boolean {
	return typeof id === 'number' ? id === Number(wanted) : textIn(id).trim() === wanted;
}

/** A template's name, or else the ID that the user gave. */
export function nameOf({ name }: IDataObject, templateId: string): string {
	return showsNothing(textIn(name)) ? templateId : textIn(name);
}

/** A template's status in lower case; empty if it does not say, as only the list does (service: List templates). */
export function statusOf({ status }: IDataObject): string {
	return textIn(status).trim().toLowerCase();
}

export function canBeSent(template: IDataObject): boolean {
	return !/^(rejected|paused|disabled|deleted|pending)/.test(statusOf(template));
}
