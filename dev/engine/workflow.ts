import type { WorkflowFile } from './engine';

export interface NodeOptions {
	credentials?: object;
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
	onError?: string;
}

/** A node as an exported workflow holds it; it is named after the last part of its type. */
export function node(type: string, parameters: object = {}, options: NodeOptions = {}) {
	const [packageName, name] = type.split('.');
	return {
		id: type,
		name: name ?? type,
		type: name === undefined ? `n8n-nodes-engine-fixture.${packageName}` : type,
		typeVersion: versions[type] ?? 1,
		position: [0, 0],
		parameters,
		...options,
	};
}

const versions: Record<string, number> = {
	'n8n-nodes-base.set': 3.4,
	'n8n-nodes-base.splitOut': 1,
	'n8n-nodes-base.httpRequest': 4.2,
	'n8n-nodes-base.convertToFile': 1.1,
	'n8n-nodes-base.extractFromFile': 1,
};

/** A workflow that starts manually and runs the nodes one after the other. */
export function chain(...nodes: Array<ReturnType<typeof node>>): WorkflowFile {
	const all = [node('n8n-nodes-base.manualTrigger'), ...nodes];
	return {
		name: 'Chain',
		nodes: all,
		connections: Object.fromEntries(
			all
				.slice(0, -1)
				.map(({ name }, index) => [
					name,
					{ main: [[{ node: all[index + 1]?.name, type: 'main', index: 0 }]] },
				]),
		),
	};
}
