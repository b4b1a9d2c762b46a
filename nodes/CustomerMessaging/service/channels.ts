import type { IDataObject } from 'n8n-workflow';

import type { ReadRequest } from './service';
import { showsNothing } from '../primitives/json';

/** Lists the team's WhatsApp channels (service: List channels). */
export const channelsRequest: ReadRequest = {
	kind: 'read',
	path: '/stable/open/whatsapp/get-platform-list',
	expects: 'list',
	ifRefused: "Check 'API Key' and 'Base URL' in the credential",
};

/** A channel's title and its phone number, where they are not empty (service: List channels). */
export function titleAndNumber({ title, number }: IDataObject): string[] {
	return [title, number].filter(
		(name): name is string => typeof name === 'string' && !showsNothing(name),
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
	if (typeof id === 'number' && !Number.isSafeInteger(id)) return undefined;
	return isChannelId(String(id)) ? String(id) : undefined;
}

/** Whether a text is a whole number, as the IDs of channels are (service: List channels). */
export function isChannelId(text: string): boolean {
	return /^\d+$/.test(text);
}
