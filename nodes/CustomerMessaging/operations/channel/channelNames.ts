import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../fields/isEmpty';

/** What people call a channel: its title and its phone number (section 2.2), those that it has. */
export function namesOf({ title, number }: IDataObject): string[] {
	return [title, number].filter(
		(name): name is string => typeof name === 'string' && !isEmpty(name),
	);
}

/** A name without case, accents, spaces and signs, a number's plus included, so that it is found however it is typed. */
export function comparable(name: string): string {
	return name
		.normalize('NFKD')
		.replace(/[\p{M}\p{P}\p{Cf}\s+]/gu, '')
		.toLowerCase();
}

/**
 * Whether a name is one of a channel's, as far as names are compared.
 *
 * A phone number counts only with its plus sign: without it, nobody can tell it from an ID.
 */
export function isCalled(channel: IDataObject, wanted: string): boolean {
	const [name, withPlus] = [comparable(wanted), wanted.includes('+')];
	return (
		name !== '' &&
		namesOf(channel).some((own) => comparable(own) === name && (withPlus || own !== channel.number))
	);
}
