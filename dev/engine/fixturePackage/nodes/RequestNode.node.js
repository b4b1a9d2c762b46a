const { NodeConnectionTypes, NodeOperationError } = require('n8n-workflow');

async function send(context, path) {
	const { authentication, baseUrl } = context.getNode().credentials.functionApi
		? { authentication: 'functionApi', ...(await context.getCredentials('functionApi')) }
		: { authentication: 'genericApi', ...(await context.getCredentials('genericApi')) };
	return await context.helpers.httpRequestWithAuthentication.call(context, authentication, {
		url: `${baseUrl}${path}`,
		json: true,
	});
}

/** Sends one request an item, with methods for its form, and can be a tool. */
class RequestNode {
	description = {
		displayName: 'Request Node',
		name: 'requestNode',
		group: ['transform'],
		version: 1,
		description: 'Sends a request',
		defaults: { name: 'Request Node' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'functionApi' }, { name: 'genericApi' }],
		properties: [{ displayName: 'Path', name: 'path', type: 'string', default: '/default' }],
	};

	methods = {
		listSearch: {
			async searchPaths(filter, paginationToken) {
				const path = this.getCurrentNodeParameter('path');
				const { url } = await send(this, path);
				return {
					results: [{ name: `${filter} ${url}`, value: url }],
					paginationToken: Number(paginationToken) + 1,
				};
			},
		},
		loadOptions: {
			async getPaths() {
				return [{ name: this.getNodeParameter('path'), value: 'path' }];
			},
		},
		resourceMapping: {
			async getFields() {
				const field = {
					id: 'one',
					displayName: 'One',
					required: false,
					defaultMatch: false,
					display: true,
				};
				return { fields: [field, field], emptyFieldsNotice: 'None' };
			},
		},
	};

	async execute() {
		const signal = this.getExecutionCancelSignal();
		const context = this.getContext('node');
		const items = this.getInputData();
		const results = [];
		for (const item of items.keys()) {
			const path = this.getNodeParameter('path', item);
			if (path === '/fail') {
				throw new NodeOperationError(this.getNode(), 'This path fails', {
					description: 'Choose another one',
				});
			}
			try {
				results.push({
					json: { response: await send(this, path), cancelled: signal.aborted },
					pairedItem: { item },
				});
			} catch (error) {
				results.push({
					json: { message: error.message, cancelled: signal.aborted },
					pairedItem: { item },
				});
			}
			context.sent = (context.sent ?? 0) + 1;
		}
		return [results];
	}
}

module.exports = { RequestNode };
