import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../primitives/failure';
import { isChannelId } from '../service/channels';
import type { ItemParameters } from '../parameters/nodeParameters';
import { identifierCheck } from '../parameters/identifier';

export const channelField: INodeProperties = {
	displayName: 'Channel',
	name: 'channelId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		"The WhatsApp channel the template belongs to. Choosing another channel usually empties the values for the template's variables.",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a channel…',
			typeOptions: { searchListMethod: 'searchChannels', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 11' },
	],
};

const checkIdentifier = identifierCheck(channelField.displayName);

/** Checks the ID of a channel, which is a whole number (service: List channels). Throws an InputError. */
export function checkChannelId(value: unknown): string {
	const id = checkIdentifier(value);
	if (isChannelId(id)) return id;
	throw new InputError(
		`'Channel' is '${id}', which is not a channel's ID`,
		"Choose the channel from the list, or enter its ID; 'Channel' → 'Get Many' lists the IDs",
	);
}

/** Reads an item's channel ID. Throws an InputError if there is none. */
export function readChannelId(item: ItemParameters): string {
	return item.read(channelField, checkChannelId);
}
