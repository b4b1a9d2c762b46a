/** Attaches its key with a function. */
class FunctionApi {
	name = 'functionApi';

	displayName = 'Function API';

	properties = [
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{ displayName: 'API Key', name: 'apiKey', type: 'string', default: '' },
		{ displayName: 'Region', name: 'region', type: 'string', default: 'everywhere' },
	];

	test = {
		request: { baseURL: '={{ $credentials.baseUrl }}', url: '/test' },
		rules: [
			{
				type: 'responseCode',
				properties: { value: 418, message: 'The service is a teapot' },
			},
			{
				type: 'responseSuccessBody',
				properties: { key: 'account.active', value: false, message: 'The account is inactive' },
			},
		],
	};

	async authenticate(credentials, options) {
		options.qs = { ...options.qs, api_key: credentials.apiKey, region: credentials.region };
		return options;
	}
}

module.exports = { FunctionApi };
