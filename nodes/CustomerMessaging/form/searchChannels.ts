import {
	NodeApiError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
	type JsonObject,
} from 'n8n-workflow';

import { channelsRequest } from '../operations/channel/getAll.operation';
import type { Failure } from '../transport/failure';
import { openService } from '../transport/service';

/** The seconds a person waits for a list to open. */
const PATIENCE = 20;

/**
 * Fills the channel dropdown (section 4.6): every channel of the team, title and number shown,
 * the search over both.
 *
 * Takes what the user typed to search. Returns all channels that match, never a first part of
 * them. Throws a NodeApiError that says why there is no list and what to do.
 */
export async function searchChannels(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const service = await openService(this);
	const answer = await service.request(channelsRequest, PATIENCE);
	if (!answer.ok) throw listError(this, answer.failure);

	const wanted = searchText(filter ?? '');
	const results = [answer.body]
		.flat()
		.map(listEntry)
		.filter(({ name }) => searchText(name).includes(wanted))
		.sort((one, other) => one.name.localeCompare(other.name));
	return { results };
}

function listEntry({ id, title, number }: IDataObject): INodeListSearchItems {
	const words = [title, number].filter((word) => typeof word === 'string' && word.trim() !== '');
	return { name: words.length > 0 ? words.join(' · ') : `Channel ${String(id)}`, value: String(id) };
}

/** Without case, accents and spaces, so that a number is found however it is typed. */
function searchText(text: string): string {
	return text.normalize('NFKD').replace(/[\p{M}\s()-]/gu, '').toLowerCase();
}

function listError(context: ILoadOptionsFunctions, failure: Failure): NodeApiError {
	const { message, advice, httpCode } = failure;
	const response: JsonObject = { message, description: advice };
	return new NodeApiError(context.getNode(), response, {
		message: `${message}.`,
		description: `${advice}.`,
		...(httpCode === undefined ? {} : { httpCode }),
	});
}
