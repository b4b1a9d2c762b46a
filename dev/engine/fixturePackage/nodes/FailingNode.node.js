const { NodeConnectionTypes, NodeOperationError } = require('n8n-workflow');

/** Fails as often as asked for within one execution, counting its tries in the node's context. */
class FailingNode {
	description = {
		displayName: 'Failing Node',
		name: 'failingNode',
		group: ['transform'],
		version: 1,
		description: 'Fails the given number of times',
		defaults: { name: 'Failing Node' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Failures', name: 'failures', type: 'number', default: 0 }],
	};

	async execute() {
		const context = this.getContext('node');
		context.tries = (context.tries ?? 0) + 1;
		if (context.tries <= this.getNodeParameter('failures', 0)) {
			throw new NodeOperationError(this.getNode(), `Try ${context.tries} failed`);
		}
		const { tries } = context;
		return [
			this.getInputData().map(({ json }, item) => ({
				json: { ...json, tries },
				pairedItem: { item },
			})),
		];
	}
}

module.exports = { FailingNode };
