import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { NODE } from './executeContext';

/** What a test decides about the context that n8n's editor gives the form. */
export interface FormSetup {
	/** The node's parameters as the form keeps them. */
	parameters?: Record<string, unknown>;
	/** The credential's data; null where none is chosen. */
	credential?: IDataObject | null;
	helpers?: Record<string, unknown>;
}

/** Stands in for n8n's editor where a test is about this package's code alone. */
export function loadOptionsContext({ parameters = {}, credential = {}, helpers = {} }: FormSetup = {}): ILoadOptionsFunctions {
	const chosen = { baseUrl: 'https://service.example.com', apiKey: 'a key', ...credential };
	const context = {
		getNodeParameter: (name: string, fallback?: unknown): unknown => (name in parameters ? parameters[name] : fallback),
		getNode: () => (credential === null ? NODE : { ...NODE, credentials: { customerMessagingApi: { id: '1', name: 'Service' } } }),
		getCredentials: async () => await Promise.resolve(chosen),
		helpers,
	};
	return context as unknown as ILoadOptionsFunctions;
}
