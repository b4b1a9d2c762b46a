const { NodeConnectionTypes } = require('n8n-workflow');

/** Counts its runs in the node's context and the items of each run. */
class CountingNode {
	description = {
		displayName: 'Counting Node',
		name: 'countingNode',
		group: ['transform'],
		version: 1,
		description: 'Counts its runs within an execution',
		defaults: { name: 'Counting Node' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	async execute() {
		const context = this.getContext('node');
		context.runs = (context.runs ?? 0) + 1;
		return [[{ json: { runs: context.runs, items: this.getInputData().length } }]];
	}
}

module.exports = { CountingNode };
