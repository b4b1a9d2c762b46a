/** Attaches its key as n8n's generic form describes. */
class GenericApi {
	name = 'genericApi';

	displayName = 'Generic API';

	properties = [
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{ displayName: 'API Key', name: 'apiKey', type: 'string', default: '' },
	];

	authenticate = {
		type: 'generic',
		properties: { headers: { 'x-api-key': '=key {{ $credentials.apiKey }}' } },
	};
}

module.exports = { GenericApi };
