import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { InputError } from '../../../lib/basics';
import { channelsRequest, isChannelId } from '../service/channels';
import { comparable, entriesOf, idOf, nameFrom } from './listEntries';
import { lookUp } from './lookUp';

/** Finds the channels whose title or number contains what the user typed (service: List channels). */
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
	const entries = entriesOf(
		channels.filter((channel) => isChannelId(idOf(channel))),
		({ title, number }, id) => nameFrom(title, number) || `Channel ${id}`,
	);
	return { results: entries.filter(({ name }) => comparable(name).includes(wanted)) };
}
