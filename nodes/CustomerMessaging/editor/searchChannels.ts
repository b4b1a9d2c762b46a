import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { channelsRequest, comparable, idOf, titleAndNumber } from '../service/channels';
import { InputError } from '../primitives/failure';
import { lookUp } from './lookUp';
import { inItsDirection } from './searchTemplates';

/**
 * Fills the channel dropdown (service: List channels) with all channels whose title or number contains what the user
 * typed. Throws a NodeApiError or NodeOperationError.
 */
export async function searchChannels(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const channels = await lookUp(this, async ({ read }) => {
		const found = await read(channelsRequest);
		if (found.length > 0) return found;
		throw new InputError(
			'Your team has no WhatsApp channels yet',
			"Connect a channel in the service's dashboard, then open this list again",
		);
	});
	// 00 stands for a number's plus sign.
	const wanted = comparable(filter).replace(/^00(?=\d)/, '');
	const results = channels
		.flatMap(listEntry)
		.filter(({ name }) => comparable(name).includes(wanted))
		.sort((one, other) => one.name.localeCompare(other.name));
	return { results };
}

function listEntry(channel: IDataObject): INodeListSearchItems[] {
	const id = idOf(channel);
	if (id === undefined) return [];
	const name = titleAndNumber(channel).map(inItsDirection).join(' · ');
	return [{ name: name || `Channel ${id}`, value: id }];
}
