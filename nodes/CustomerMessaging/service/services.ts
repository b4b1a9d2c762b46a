import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { credentialError } from './apiKey';

/** The services that a credential can be for; a known one has its address and the place of the key (docs/service.md). */
export const SERVICES = [
	{ value: 'iomnihub', name: 'iOmniHub', address: 'https://api.iomnihub.ai', apiKeyIn: 'query' },
	{ value: 'myalice', name: 'MyAlice', address: 'https://api.myalice.ai', apiKeyIn: 'header' },
	{ value: 'other', name: 'Other' },
];

/** The header of MyAlice. */
export const API_KEY_HEADER = 'X-Myalice-Api-Key';

/** A credential; for a known service, what is known replaces its fields. */
export function ofService(stored: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject {
	const service = SERVICES.find(({ value }) => value === stored.service);
	if (service === undefined) throw credentialError("Choose the 'Service' in the credential");
	const { address: baseUrl, apiKeyIn } = service;
	return baseUrl ? { ...stored, baseUrl, apiKeyIn, apiKeyHeader: API_KEY_HEADER } : stored;
}
