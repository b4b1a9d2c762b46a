import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../primitives/failure';
import { linkOf } from './wait';
import type { ItemParameters } from '../parameters/nodeParameters';
import { identifierCheck } from '../parameters/identifier';
import { isWithinReach } from '../service/serviceAddress';

export const linkVariableField: INodeProperties = {
	displayName: 'Link Variable Name or ID',
	name: 'linkVariable',
	type: 'options',
	typeOptions: {
		loadOptionsMethod: 'getLinkVariables',
		loadOptionsDependsOn: ['channelId.value', 'templateId.value'],
	},
	default: '',
	required: true,
	description:
		'The variable of the template that takes the link to the answer page, in its text or at the end of a button\'s address. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/**
 * The link to the answer page, if n8n's address is one that a customer can open. It may have no path: n8n signs the link
 * with the path, and checks it without.
 *
 * @param serviceAddress tells whether customers may be in a private network
 */
export function readLink({ context }: ItemParameters, serviceAddress: string): URL {
	const link = new URL(linkOf(context));
	const own = new URL('.', context.getRestApiUrl());
	if (isWithinReach(link.hostname, new URL(serviceAddress).hostname) && own.pathname === '/')
		return link;
	throw new InputError(
		`The customer could not open the link: this n8n says that its address is '${own.href}'`,
		'Set the environment variable N8N_WEBHOOK_URL of n8n (in older releases, WEBHOOK_URL) to the public address that leads to it, without a path, such as https://n8n.example.com/, and restart n8n',
	);
}

export function readLinkVariable(item: ItemParameters): string {
	return item.read(linkVariableField, identifierCheck(linkVariableField.displayName));
}
