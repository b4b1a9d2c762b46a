import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { credentialError } from './apiKey';

/** The header of MyAlice. */
export const API_KEY_HEADER = 'X-Myalice-Api-Key';

/** The services that a credential can be for, each with the fields that it fills in (service: Whose interface this is). */
export const SERVICES: Array<{
	value: string;
	name: string;
	filledIn?: { baseUrl: string; [field: string]: string };
}> = [
	{
		value: 'iomnihub',
		name: 'iOmniHub',
		filledIn: { baseUrl: 'https://api.iomnihub.ai', apiKeyIn: 'query' },
	},
	{
		value: 'myalice',
		name: 'MyAlice',
		filledIn: {
			baseUrl: 'https://api.myalice.ai',
			apiKeyIn: 'header',
			apiKeyHeader: API_KEY_HEADER,
		},
	},
	{ value: 'other', name: 'Other' },
];

/** A credential with the fields that its service fills in. */
export function ofService(stored: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject {
	const service = SERVICES.find(({ value }) => value === stored.service);
	if (service === undefined) throw credentialError("Choose the 'Service' in the credential");
	return { ...stored, ...service.filledIn };
}
