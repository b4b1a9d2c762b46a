import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/failure';
import { channelsCalled, channelsRequest, idOf, namesOf } from '../service/channels';
import type { ItemParameters } from './nodeParameters';
import type { Read, ReadableService } from '../service/service';
import { identifierCheck } from './identifier';

export const channelField: INodeProperties = {
	displayName: 'Channel',
	name: 'channelId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'The WhatsApp channel the template belongs to: its ID, its title, or its phone number with the plus sign',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a channel…',
			typeOptions: { searchListMethod: 'searchChannels', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 11',
			hint: "The channel's ID, its title, or its phone number with the plus sign",
		},
	],
};

/** How many channels an error lists at most. */
const MAX_LISTED = 10;

/** An ID that is too short for a phone number, which has at least seven digits. */
const SHORT_ID = /^\d{1,6}$/;

const checkChannel = identifierCheck('Channel');

/** Reads an item's channel, and finds its ID like `findChannelId`. */
export async function readChannelId(
	item: ItemParameters,
	service: ReadableService,
): Promise<string> {
	return await findChannelId(
		item.read('channelId', checkChannel, { extractValue: true }),
		service.read,
	);
}

/**
 * Finds a channel's ID by its ID, its title, or its phone number with the plus sign (service: List channels). An ID
 * that is too short for a phone number is not looked up. Throws an InputError if there is no such channel, a
 * FailureError if the list cannot be read.
 */
export async function findChannelId(wanted: string, read: Read): Promise<string> {
	if (SHORT_ID.test(wanted)) return wanted;
	const channels = await read(channelsRequest);
	const [first, ...others] = channelsCalled(channels, wanted);
	const id = first && idOf(first);
	if (id !== undefined && others.length === 0) return id;
	if (first !== undefined) {
		throw new InputError(
			`'Channel' is '${wanted}', which matches several channels`,
			`Enter the ID of one of these channels: ${listOf([first, ...others])}`,
		);
	}
	throw new InputError(
		`'Channel' is '${wanted}', which matches none of your team's channels`,
		channels.length === 0
			? "Your team has no WhatsApp channels yet. Connect one in the service's dashboard"
			: `Enter the ID, the title, or the phone number with its plus sign, of one of these channels: ${listOf(channels)}`,
	);
}

function listOf(channels: IDataObject[]): string {
	const listed = channels
		.filter((channel) => idOf(channel) !== undefined)
		.slice(0, MAX_LISTED)
		.map((channel) => {
			const [id, names] = [idOf(channel), namesOf(channel).join(', ')];
			return names === '' ? id : `${id} (${names})`;
		});
	const left = channels.length - listed.length;
	return `${listed.join('; ')}${left > 0 ? ` and ${left} more` : ''}`;
}
