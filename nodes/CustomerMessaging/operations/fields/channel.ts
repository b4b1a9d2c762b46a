import type { INodeProperties } from 'n8n-workflow';

import { identifierCheck } from './identifier';
import type { Form } from '../form';

/** The WhatsApp channel a template belongs to: chosen from the list, or by ID. */
export const channelField: INodeProperties = {
	displayName: 'Channel',
	name: 'channelId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The WhatsApp channel the template belongs to',
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
			placeholder: 'e.g. 101',
		},
	],
};

const checkChannelId = identifierCheck('Channel');

/** Reads the channel's ID for an item. Throws an InputError where there is none. */
export function readChannelId(form: Form, itemIndex: number): string {
	return form.read('channelId', itemIndex, checkChannelId, { extractValue: true });
}
