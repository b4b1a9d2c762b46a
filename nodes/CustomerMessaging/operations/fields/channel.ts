import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../delivery/inputError';
import { FailureError } from '../../transport/failure';
import type { Read } from '../../delivery/job';
import { channelsRequest } from '../channel/channelsRequest';
import type { NodeParameters } from '../nodeParameters';
import type { ReadableService } from '../operation';
import { identifierCheck } from './identifier';

/** The WhatsApp channel a template belongs to: chosen from the list, or by ID. */
export const channelField: INodeProperties = {
	displayName: 'Channel',
	name: 'channelId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The WhatsApp channel the template belongs to: its ID, its title or its phone number',
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
			hint: "The channel's ID, its title or its phone number",
		},
	],
};

/** How many channels an error names. */
const LONGEST_LIST = 10;

const checkChannel = identifierCheck('Channel');

/**
 * Reads the channel's ID for an item. An AI agent or an expression may also give the channel's
 * title or number, which is looked up (section 4.6).
 *
 * Throws an InputError where there is no such channel, a FailureError where the list cannot be read.
 */
export async function readChannelId(parameters: NodeParameters, itemIndex: number, service: ReadableService): Promise<string> {
	return await findChannelId(parameters.read('channelId', itemIndex, checkChannel, { extractValue: true }), service.read);
}

/**
 * Finds a channel's ID by what a person calls the channel: its ID, its title or its number
 * (section 4.6). An ID is not looked up.
 *
 * Throws an InputError where there is no such channel, a FailureError where the list cannot be read.
 */
export async function findChannelId(wanted: string, read: Read): Promise<string> {
	// The interface's channel IDs are integers, so anything else can only be a title or a number.
	if (/^\d+$/.test(wanted)) return wanted;
	const answer = await read(channelsRequest);
	if (!answer.ok) throw new FailureError(answer.failure);

	const channels = answer.objects;
	const matching = channels.filter(({ id, title, number }) => [id, title, number].some((name) => isSame(name, wanted)));
	if (matching.length === 1) return String(matching[0]!.id);

	const named = (matching.length === 0 ? channels : matching)
		.slice(0, LONGEST_LIST)
		.map(({ id, title, number }) => `${String(id)} (${[title, number].filter(Boolean).join(', ')})`)
		.join('; ');
	throw new InputError(
		matching.length === 0 ? `'Channel' is '${wanted}', which is no channel of your team` : `'Channel' is '${wanted}', which several channels match`,
		named === '' ? "Your team has no WhatsApp channels yet. Connect one in the service's dashboard" : `Use the ID of one of these channels: ${named}`,
	);
}

function isSame(name: unknown, wanted: string): boolean {
	return plain(String(name ?? '')) === plain(wanted);
}

/** Without case and without what people write between the digits of a number. */
function plain(text: string): string {
	const lower = text.normalize('NFKC').trim().toLowerCase();
	return /^[+\d\s().-]+$/.test(lower) ? lower.replace(/\D/g, '') : lower.replace(/\s+/g, ' ');
}
