import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from './service';
import { isEmpty } from './values';

/** Lists the team's WhatsApp channels (service: List channels). */
export const channelsRequest: ServiceRequest = {
	method: 'GET',
	path: '/stable/open/whatsapp/get-platform-list',
	answer: 'list',
};

/** A channel's title and its phone number, where they are not empty (service: List channels). */
export function namesOf({ title, number }: IDataObject): string[] {
	return [title, number].filter(
		(name): name is string => typeof name === 'string' && !isEmpty(name),
	);
}

/**
 * A name without case, accents, spaces and punctuation, even a number's plus sign, so that it is found however it is
 * typed.
 */
export function comparable(name: string): string {
	return name
		.normalize('NFKD')
		.replace(/[\p{M}\p{P}\p{Cf}\s+]/gu, '')
		.toLowerCase();
}

/** A channel's ID as text; undefined if it has none that could be sent, such as a number that has lost its digits. */
export function idOf({ id }: IDataObject): string | undefined {
	if (typeof id === 'number') return Number.isSafeInteger(id) ? String(id) : undefined;
	return typeof id === 'string' && !isEmpty(id) ? id : undefined;
}

/** The channels of a list: by ID, and their IDs by each title and each number. */
interface Directory {
	byId: Map<string, IDataObject>;
	byTitle: Map<string, Set<string>>;
	byNumber: Map<string, Set<string>>;
}

/** Made once for each list, as every item looks in it. */
const directories = new WeakMap<IDataObject[], Directory>();

/**
 * Finds channels by their ID or their name, compared as `comparable` does. A phone number counts only with its plus
 * sign, as it could otherwise be an ID.
 */
export function channelsCalled(channels: IDataObject[], wanted: string): IDataObject[] {
	const directory = directories.get(channels) ?? directoryOf(channels);
	directories.set(channels, directory);
	const { byId, byTitle, byNumber } = directory;
	const name = comparable(wanted);
	const ids = byId.has(wanted)
		? [wanted]
		: [...(byTitle.get(name) ?? []), ...((wanted.includes('+') && byNumber.get(name)) || [])];
	return Array.from(new Set(ids), (id) => byId.get(id)).filter((channel) => channel !== undefined);
}

function directoryOf(channels: IDataObject[]): Directory {
	const directory: Directory = { byId: new Map(), byTitle: new Map(), byNumber: new Map() };
	const add = (names: Map<string, Set<string>>, name: unknown, id: string): void => {
		const key = typeof name === 'string' ? comparable(name) : '';
		if (key !== '') names.set(key, (names.get(key) ?? new Set()).add(id));
	};
	for (const channel of channels) {
		const id = idOf(channel);
		if (id === undefined) continue;
		directory.byId.set(id, channel);
		add(directory.byTitle, channel.title, id);
		add(directory.byNumber, channel.number, id);
	}
	return directory;
}
