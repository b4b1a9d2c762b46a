import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { sentences } from '../delivery/sentences';
import { comparable, namesOf } from '../operations/channel/channelNames';
import { channelsRequest } from '../operations/channel/channelsRequest';
import { inOwnDirection } from '../operations/template/templateVariables';
import type { Failure } from '../transport/failure';
import { openService } from '../transport/service';
import { PATIENCE, problemOf } from './lookupProblem';

/**
 * Fills the channel dropdown (section 4.6): every channel of the team, title and number shown,
 * the search over both.
 *
 * Takes what the user typed to search. Returns all channels that match, never a first part of
 * them. Throws a NodeApiError that says why there is no list and what to do.
 */
export async function searchChannels(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	if (this.getNode().credentials?.customerMessagingApi === undefined) {
		throw new NodeOperationError(this.getNode(), 'Choose a credential first, then the channels are listed here.');
	}
	const service = await openService(this);
	const answer = await service.request(channelsRequest, PATIENCE);
	if (!answer.ok) throw listError(this, answer.failure);

	const channels = answer.body as IDataObject[];
	if (channels.length === 0) {
		throw new NodeOperationError(this.getNode(), 'Your team has no WhatsApp channels yet.', {
			description: "Connect a channel in the service's dashboard, then open this list again.",
		});
	}
	// Zeros in front stand for a number's plus sign.
	const wanted = comparable(filter ?? '').replace(/^00(?=\d)/, '');
	const results = channels
		.map(listEntry)
		.filter(({ name }) => comparable(name).includes(wanted))
		.sort((one, other) => one.name.localeCompare(other.name));
	return { results };
}

function listEntry(channel: IDataObject): INodeListSearchItems {
	const id = String(channel.id);
	return { name: namesOf(channel).map(inOwnDirection).join(' · ') || `Channel ${id}`, value: id };
}

function listError(context: ILoadOptionsFunctions, failure: Failure): NodeApiError {
	const { message, advice, httpCode } = problemOf(failure, "Check 'Base URL' in the credential, or ask the service's support");
	const description = sentences(advice, "You can also set 'Channel' to 'By ID'");
	return new NodeApiError(context.getNode(), { message, description }, {
		message,
		description,
		...(httpCode === undefined ? {} : { httpCode }),
	});
}
