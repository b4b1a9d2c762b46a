const { NodeConnectionTypes, NodeOperationError } = require('n8n-workflow');

const triesByExecuteData = new WeakMap();

/** Counts the tries that share one `getExecuteData()` object, failing until the given try. */
class TriesNode {
	description = {
		displayName: 'Tries Node',
		name: 'triesNode',
		group: ['transform'],
		version: 1,
		description: 'Succeeds on the given try',
		defaults: { name: 'Tries Node' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Succeed on Try', name: 'succeedOn', type: 'number', default: 3 }],
	};

	async execute() {
		const key = this.getExecuteData();
		const tries = (triesByExecuteData.get(key) ?? 0) + 1;
		triesByExecuteData.set(key, tries);
		if (tries < this.getNodeParameter('succeedOn', 0)) {
			throw new NodeOperationError(this.getNode(), `Try ${tries} failed`);
		}
		return [[{ json: { tries } }]];
	}
}

module.exports = { TriesNode };
