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

/**
 * Whether a name is one of a channel's, compared in that way. A phone number counts only with its plus sign, as it
 * could otherwise be an ID.
 */
export function isCalled(channel: IDataObject, wanted: string): boolean {
	const [name, withPlus] = [comparable(wanted), wanted.includes('+')];
	return (
		name !== '' &&
		namesOf(channel).some((own) => comparable(own) === name && (withPlus || own !== channel.number))
	);
}
