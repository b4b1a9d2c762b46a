import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { excerpt, showsNothing } from '../service/json';
import { checkChannelId } from '../fields/template/channel';
import { FILE_HEADERS, headerTypeOf } from '../templates/headerTypes';
import { comparable } from '../service/channels';
import { canBeSent, listTemplates, readTemplate, statusOf } from '../templates/templates';
import { failureOf } from '../service/failure';
import type { ReadableService } from '../service/service';
import { chosen } from './chosenTemplate';
import { lookUp } from './lookUp';

const MAX_TEXT = 50;

/** How many entries the list gets at a time; n8n asks for more when somebody scrolls to its end. */
const PAGE = 200;

const WHAT_TO_TYPE = "Type a template's whole ID into the search above";

const byName = new Intl.Collator(undefined, { numeric: true });

/** An entry that only says something. It cannot be chosen, as n8n takes no boolean for a choice. */
const hintEntry = (name: string): INodeListSearchItems => ({ name, value: false });

/**
 * Fills the template dropdown with the approved templates of the chosen channel whose name, text or ID contains what the
 * user typed (service: List templates). Where the service has no such list, it finds the one with the ID that was typed
 * (service: Get template).
 *
 * With nothing typed, the template that is already chosen is among them: after a change of credential, n8n keeps it only
 * then. Throws a NodeApiError or NodeOperationError if the service cannot be asked.
 */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const channel = chosen(this, 'channelId');
	if (!channel) {
		return {
			results: [hintEntry(channel === undefined ? "'Channel' is empty" : 'Choose a channel first')],
		};
	}
	const typed = (filter ?? '').trim();
	const list = await ask(this, async (service) => {
		return await listTemplates(service, checkChannelId(channel));
	});
	const templates = 'templates' in list ? list.templates : [];
	// An empty list is what a service has that knows nothing of it, too.
	const results =
		templates.length > 0
			? await matching(this, channel, templates, typed)
			: await lookedUp(this, channel, typed);
	const from = Number(paginationToken ?? 0);
	const next = from + PAGE;
	return {
		results: results.slice(from, next),
		paginationToken: next < results.length ? String(next) : undefined,
	};
}

async function matching(
	context: ILoadOptionsFunctions,
	channel: string,
	templates: IDataObject[],
	typed: string,
): Promise<INodeListSearchItems[]> {
	const wanted = comparable(typed);
	const contains = (...parts: unknown[]): boolean =>
		parts.some((part) => comparable(String(part ?? '')).includes(wanted));
	const found = templates
		.filter(canBeSent)
		.filter(({ name, body, id }) => contains(name, body, id))
		.flatMap((template) => entryOf(template))
		.sort((one, other) => byName.compare(one.name, other.name));
	if (typed === '') {
		const first = await takeChosen(context, channel, found, templateUnlisted);
		return [...first, ...found];
	}
	const unapproved = templates
		.filter((template) => !canBeSent(template))
		.filter(({ name, id }) => contains(name, id))
		.flatMap((template) => entryOf(template).map(({ name }) => name));
	// n8n shows only one entry that cannot be chosen.
	if (unapproved.length > 0) return [...found, hintEntry(unapproved.join(' | '))];
	if (found.length > 0) return found;
	const unlisted = /^\d+$/.test(typed) ? await templateUnlisted(context, channel, typed) : [];
	return unlisted.length > 0
		? unlisted
		: [hintEntry('No approved template with this in the channel')];
}

/** A template that is not in the list, or under an ID that has lost digits there; the list has come, whatever fails here. */
async function templateUnlisted(
	...wanted: Parameters<typeof templateCalled>
): Promise<INodeListSearchItems[]> {
	return await templateCalled(...wanted).catch(() => []);
}

/** Takes the chosen template out of those found, or else looks it up; none if this account does not have it. */
async function takeChosen(
	context: ILoadOptionsFunctions,
	channel: string,
	found: INodeListSearchItems[],
	lookUpById: typeof templateCalled,
): Promise<INodeListSearchItems[]> {
	const template = chosen(context, 'templateId');
	if (!template) return [];
	const listed = found.findIndex(({ value }) => value === template);
	return listed < 0 ? await lookUpById(context, channel, template) : found.splice(listed, 1);
}

/** What is found where the service has no list. */
async function lookedUp(
	context: ILoadOptionsFunctions,
	channel: string,
	typed: string,
): Promise<INodeListSearchItems[]> {
	if (typed !== '') {
		const found = await templateCalled(context, channel, typed);
		// n8n cuts off a long entry.
		const why = /^\d+$/.test(typed)
			? `No template ${typed} in this channel`
			: 'Templates are found by ID only';
		return found.length > 0 ? found : [hintEntry(why)];
	}
	return [...(await takeChosen(context, channel, [], templateCalled)), hintEntry(WHAT_TO_TYPE)];
}

/**
 * The template with this ID as an entry; none if the service refuses, as half an ID usually belongs to none: after an
 * error, n8n would take the search away.
 */
async function templateCalled(
	context: ILoadOptionsFunctions,
	channel: string,
	templateId: string,
): Promise<INodeListSearchItems[]> {
	const template = await ask(context, async (service) => {
		const channelId = checkChannelId(channel);
		return await readTemplate(service, { channelId, templateId }).catch(noneIfRefused);
	});
	return template === undefined
		? []
		: [{ name: nameOfEntry(template, templateId), value: templateId }];
}

function noneIfRefused(error: unknown): undefined {
	if (!['invalid', 'refused', 'unsuccessful'].includes(failureOf(error).kind)) throw error;
}

async function ask<Result>(
	context: ILoadOptionsFunctions,
	asking: (service: ReadableService) => Promise<Result>,
): Promise<Result> {
	return await lookUp(context, asking, {
		whenRefused: "Check 'Base URL' in the credential, or ask the people who run the service",
		otherwise: "You can also set 'Template' to 'By ID'",
	});
}

/** A template of the list; none if its ID cannot be sent, such as a number that has lost its digits. */
function entryOf(template: IDataObject): INodeListSearchItems[] {
	const { id } = template;
	if (showsNothing(id) || (typeof id === 'number' && !Number.isSafeInteger(id))) return [];
	return [{ name: nameOfEntry(template, String(id)), value: String(id) }];
}

function nameOfEntry(template: IDataObject, id: string): string {
	const { name, body } = template;
	const header = headerTypeOf(template);
	const status = statusOf(template);
	return [
		typeof name === 'string' ? name.trim() : '',
		header !== undefined && FILE_HEADERS.includes(header) ? `[${header}]` : '',
		canBeSent(template) ? '' : `${status}, not approved${status === 'pending' ? ' yet' : ''}`,
		typeof body === 'string' ? excerpt(body, MAX_TEXT) : '',
		id,
	]
		.filter((part) => part !== '')
		.map(inItsDirection)
		.join(' · ');
}

/** Keeps a text that is written from right to left from turning around what stands beside it. */
export function inItsDirection(text: string): string {
	return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text)
		? `\u2068${text}\u2069`
		: text;
}
