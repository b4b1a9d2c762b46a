import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { createImpatientReader } from '../delivery/reader';
import { sentences } from '../delivery/sentences';
import { comparable, namesOf } from '../operations/channel/channelNames';
import { channelsRequest } from '../operations/channel/channelsRequest';
import { inOwnDirection } from '../operations/template/templateVariables';
import { failureOf, type Failure } from '../transport/failure';
import { apiError, operationError } from '../transport/nodeErrors';
import { openService } from '../transport/service';
import { lookupWords, PATIENCE } from './lookupWords';

/**
 * Fills the channel dropdown (section 4.6): every channel of the team, title and number shown,
 * the search over both.
 *
 * Takes what the user typed to search. Returns all channels that match, never a first part of
 * them. Throws a NodeApiError that says why there is no list and what to do.
 */
export async function searchChannels(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	if (this.getNode().credentials?.customerMessagingApi === undefined) {
		throw operationError(this.getNode(), {
			message: 'Choose a credential first, then the channels are listed here.',
		});
	}
	const channels = await listChannels(this);
	if (channels.length === 0) {
		throw operationError(this.getNode(), {
			message: 'Your team has no WhatsApp channels yet.',
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

async function listChannels(context: ILoadOptionsFunctions): Promise<IDataObject[]> {
	try {
		return await createImpatientReader(await openService(context), PATIENCE)(channelsRequest);
	} catch (error) {
		throw listError(context, failureOf(error));
	}
}

function listError(
	context: ILoadOptionsFunctions,
	failure: Failure,
): NodeApiError | NodeOperationError {
	const { message, description } = lookupWords(
		failure,
		"Check 'Base URL' in the credential, or ask the service's support",
	);
	if (failure.kind === 'invalid')
		return operationError(context.getNode(), { message, description });
	const words = {
		message,
		description: sentences(description, "You can also set 'Channel' to 'By ID'"),
	};
	return apiError(context.getNode(), words, { httpCode: failure.httpCode });
}
