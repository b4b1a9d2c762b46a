import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { excerpt, showsNothing } from '../primitives/json';
import { checkChannelId } from '../template/channelField';
import { headerTypeOf, shownBy } from '../template/header';
import { comparable } from '../service/channels';
import {
	canBeSent,
	listTemplates,
	readTemplateAlone,
	statusOf,
	type TemplateChoice,
} from '../template/readTemplate';
import { failureOf } from '../primitives/failure';
import { RETRY_POLICY } from '../service/retryPolicy';
import type { ReadableService } from '../service/service';
import { chosen, lookUp } from './lookUp';

const MAX_TEXT = 50;

const byName = new Intl.Collator(undefined, { numeric: true });

/** An entry that only says what to do. It cannot be chosen, as n8n takes no boolean for a choice. */
const hintEntry = (name: string): INodeListSearchItems => ({ name, value: false });

/**
 * Fills the template dropdown with the templates of the chosen channel whose name, ID, kind of header or text contains
 * what the user typed, those that can be sent first (service: List templates). Where the service has no such list, it
 * finds the one with the ID that was typed, or the one that is chosen (service: Get template). Throws a NodeApiError or
 * NodeOperationError if the service cannot be asked.
 */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const channel = chosen(this, 'channelId');
	if (!channel) return { results: [hintEntry("Choose 'Channel' first")] };
	const typed = (filter ?? '').trim();
	const results = await lookUp(
		this,
		async (service) => {
			const channelId = checkChannelId(channel);
			const list = await listTemplates(service, channelId);
			// An empty list is what a service has that knows nothing of it, too.
			return 'templates' in list && list.templates.length > 0
				? await matching(service, list.templates, { channelId, templateId: typed })
				: await lookedUp(service, channelId, typed, chosen(this, 'templateId'));
		},
		"Try again, or check the credential. You can also set 'Template' to 'By ID'",
	);
	return { results };
}

/** @param choice what was typed, as if it were an ID */
async function matching(
	service: ReadableService,
	templates: IDataObject[],
	choice: TemplateChoice,
): Promise<INodeListSearchItems[]> {
	const typed = choice.templateId;
	const wanted = comparable(typed);
	const found = templates.filter((template) =>
		[template.name, template.id, headerTypeOf(template), template.body].some((part) =>
			comparable(String(part ?? '')).includes(wanted),
		),
	);
	const entries = [
		...entriesOf(found.filter(canBeSent)),
		...entriesOf(found.filter((template) => !canBeSent(template))),
	];
	// It may be missing in the list, or have lost its last digits there; the list has come, whatever fails here.
	const unlisted =
		/^\d+$/.test(typed) && !entries.some(({ value }) => value === typed)
			? await templateWithId(service, choice).catch(() => [])
			: [];
	const results = [...unlisted, ...entries];
	return results.length > 0 ? results : [hintEntry('Not found: type its name, text or whole ID')];
}

/** What is found where the service has no list. */
async function lookedUp(
	service: ReadableService,
	channelId: string,
	typed: string,
	chosenId: string | undefined,
): Promise<INodeListSearchItems[]> {
	const templateId = typed || chosenId;
	const found = templateId ? await templateWithId(service, { channelId, templateId }) : [];
	return typed !== '' && found.length > 0
		? found
		: [...found, hintEntry("Type a template's whole ID into the search above")];
}

/**
 * The template with this ID as an entry; none if the service refuses, as half an ID usually belongs to none: after an
 * error, n8n would take the search away.
 */
async function templateWithId(
	service: ReadableService,
	choice: TemplateChoice,
): Promise<INodeListSearchItems[]> {
	const template = await readTemplateAlone(service, choice).catch(noneIfRefused);
	return template === undefined
		? []
		: [{ name: nameOfEntry(template, choice.templateId), value: choice.templateId }];
}

function noneIfRefused(error: unknown): undefined {
	const { isNotGiven, read } = RETRY_POLICY[failureOf(error).kind];
	if (!isNotGiven || read !== 'fail') throw error;
}

/** The entries of templates, by name; none for an ID that cannot be sent, such as a number that has lost its digits. */
function entriesOf(templates: IDataObject[]): INodeListSearchItems[] {
	return templates
		.filter(({ id }) => !showsNothing(id) && (typeof id !== 'number' || Number.isSafeInteger(id)))
		.map((template) => {
			const id = String(template.id).trim();
			return { name: nameOfEntry(template, id), value: id };
		})
		.sort((one, other) => byName.compare(one.name, other.name));
}

function nameOfEntry(template: IDataObject, id: string): string {
	const { name, body } = template;
	const header = headerTypeOf(template);
	return [
		typeof name === 'string' ? name.trim() : '',
		header !== undefined && shownBy(header) !== undefined ? `[${header}]` : '',
		canBeSent(template) ? '' : statusOf(template),
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
