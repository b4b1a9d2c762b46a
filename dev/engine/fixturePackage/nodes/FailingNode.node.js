const { NodeConnectionTypes, NodeOperationError } = require('n8n-workflow');

const triesByExecuteData = new WeakMap();

/**
 * Fails as often as asked for, and tells its tries: within the execution, by the node's context, and
 * within one run, by what all tries of a run share.
 */
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
		const tries = (context.tries ?? 0) + 1;
		context.tries = tries;
		const ofThisRun = (triesByExecuteData.get(this.getExecuteData()) ?? 0) + 1;
		triesByExecuteData.set(this.getExecuteData(), ofThisRun);
		if (tries <= this.getNodeParameter('failures', 0))
			throw new NodeOperationError(this.getNode(), `Try ${tries} failed, ${ofThisRun} of this run`);
		return [this.getInputData().map(({ json }) => ({ json: { ...json, tries, ofThisRun } }))];
	}
}

module.exports = { FailingNode };
