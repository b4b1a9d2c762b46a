import type { IHttpRequestOptions } from 'n8n-workflow';

/** n8n's helpers with an HTTP request that gets one answer to everything, and what it was asked. */
export function httpAnswering(body: unknown, statusCode = 200): { helpers: Record<string, unknown>; asked: IHttpRequestOptions[] } {
	const asked: IHttpRequestOptions[] = [];
	const helpers = {
		async httpRequestWithAuthentication(_credentialType: string, options: IHttpRequestOptions) {
			asked.push(options);
			return await Promise.resolve({ statusCode, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
		},
	};
	return { helpers, asked };
}
