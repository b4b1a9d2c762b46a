import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { InputError, textIn, trimmed } from '../../../lib/basics';

/** What is wrong with a field of the credential, for somebody who looks at the node. */
export function credentialError(problem: string): InputError {
	const advice = 'Open the Customer Messaging API credential of this node to change it';
	return new InputError(problem, advice);
}

/** The header of MyAlice. */
export const API_KEY_HEADER = 'X-Myalice-Api-Key';

/** The choices of the credential's 'Service', each with the fields that it fills in (service: Whose interface this is). */
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

/** A credential with the fields that its 'Service' fills in. */
export function completed(stored: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject {
	const service = SERVICES.find(({ value }) => value === stored.service);
	if (service === undefined) throw credentialError("Choose the 'Service' in the credential");
	return { ...stored, ...service.filledIn };
}

/** A credential's key, and the name of the header it travels in; without one, it is the query parameter `api_key`. */
interface ApiKey {
	value: string;
	header?: string;
}

/** What to do if the key is missing or wrong. */
export const COPY_KEY =
	"Copy the API Key from the team settings of the service's dashboard into the credential";

const QUOTED = /^["'“‘](.*)["'”’]$/s;

/** Reads where the key travels (service: Authentication). */
export function readApiKey(credential: ICredentialDataDecryptedObject): ApiKey {
	const value = trimmed(trimmed(textIn(credential.apiKey)).replace(QUOTED, '$1'));
	if (value === '') throw new InputError("The credential's 'API Key' is empty", COPY_KEY);
	const { apiKeyIn: place = 'query' } = credential;
	if (place === 'query') return { value };
	if (place !== 'header')
		throw credentialError("'API Key In' is neither 'Query Parameter' nor 'Header'");
	const header = String(credential.apiKeyHeader ?? '').trim();
	// The name is not repeated: somebody may have pasted the key there.
	if (!/^[\w!#$%&'*+.^`|~-]+$/.test(header))
		throw credentialError(
			"'Header Name' is not the name of a header. Enter a name such as X-Myalice-Api-Key",
		);
	if (!/^[\x20-\x7e]+$/.test(value))
		throw credentialError(
			"'API Key' has characters that a header cannot carry. Copy the API Key again from the team settings of the service's dashboard",
		);
	return { value, header };
}

/** Adds the key to a request, in the place of any header of the same name. */
export function signed<Request extends { qs?: IDataObject; headers?: IDataObject }>(
	request: Request,
	{ value, header }: ApiKey,
): Request {
	if (header === undefined) return { ...request, qs: { ...request.qs, api_key: value } };
	const others = Object.entries(request.headers ?? {}).filter(
		([name]) => name.toLowerCase() !== header.toLowerCase(),
	);
	return { ...request, headers: { ...Object.fromEntries(others), [header]: value } };
}
