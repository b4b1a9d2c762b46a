import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { excerpt, failureOf } from '../../../lib/basics';
import { FAILURE_POLICY } from '../../../lib/traffic';
import { headerTypeOf, shownBy } from '../template/header';
import { canBeSent, listTemplates, readTemplateAlone, statusOf } from '../template/readTemplate';
import { checkChannelId } from '../template/templateChoice';
import { comparable, entriesOf, nameFrom } from './listEntries';
import { chosen, lookUp } from './lookUp';

const MAX_TEXT = 50;

/** An entry that only says what to do. The user cannot choose it, because n8n takes no boolean for a choice. */
const hintEntry = (name: string): INodeListSearchItems => ({ name, value: false });

/**
 * Finds the templates of the chosen channel whose name, ID, kind of header or text contains what the user typed, and puts
 * those that can be sent at the top (service: List templates). If the service has no such list, it finds the one with the
 * typed ID, or the one that is chosen (service: Get template).
 */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const channelId = chosen(this, 'channelId');
	if (!channelId) return { results: [hintEntry("Choose 'Channel' first")] };
	const typed = filter.trim();
	const results = await lookUp(this, async (service) => {
		checkChannelId(channelId);
		const entryWith = async (templateId: string): Promise<INodeListSearchItems[]> => {
			const template = await readTemplateAlone(service, { channelId, templateId });
			return [{ name: nameOfEntry(template, templateId), value: templateId }];
		};
		const templates = await listTemplates(service, channelId).catch(noneIfNotGiven);
		// A service without this endpoint may also answer with an empty list.
		if (templates.length === 0) {
			const templateId = typed || chosen(this, 'templateId');
			const found = templateId ? await entryWith(templateId).catch(noneIfRefused) : [];
			return typed !== '' && found.length > 0
				? found
				: [...found, hintEntry("Type a template's whole ID into the search above")];
		}
		const entries = matchingEntries(templates, typed);
		// The template may be missing in the list, or have lost its last digits there; the list is there, whatever fails here.
		const isListed = !/^\d+$/.test(typed) || entries.some(({ value }) => value === typed);
		const unlisted = isListed ? [] : await entryWith(typed).catch(() => []);
		const found = [...unlisted, ...entries];
		return found.length > 0 ? found : [hintEntry('Not found: type its name, text or whole ID')];
	});
	return { results };
}

function noneIfNotGiven(error: unknown): [] {
	if (!FAILURE_POLICY[failureOf(error).kind].isNotGiven) throw error;
	return [];
}

/** Half an ID usually belongs to no template: after an error, n8n would take the search away. */
function noneIfRefused(error: unknown): [] {
	if (failureOf(error).kind === 'unreadable') throw error;
	return noneIfNotGiven(error);
}

function matchingEntries(templates: IDataObject[], text: string): INodeListSearchItems[] {
	const wanted = comparable(text);
	const found = templates.filter((template) =>
		[template.name, template.id, headerTypeOf(template), template.body].some((part) =>
			comparable(String(part ?? '')).includes(wanted),
		),
	);
	return [true, false].flatMap((isSendable) =>
		entriesOf(
			found.filter((template) => canBeSent(template) === isSendable),
			nameOfEntry,
		),
	);
}

function nameOfEntry(template: IDataObject, id: string): string {
	const { name, body } = template;
	const header = headerTypeOf(template) ?? 'none';
	return nameFrom(
		name,
		shownBy(header) !== undefined && `[${header}]`,
		!canBeSent(template) && statusOf(template),
		typeof body === 'string' && excerpt(body, MAX_TEXT),
		id,
	);
}
