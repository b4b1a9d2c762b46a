import { LoadOptionsContext } from 'n8n-core';
import { NodeHelpers, Workflow } from 'n8n-workflow';
import type {
	ILoadOptionsFunctions,
	INode,
	INodeCredentials,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
	ResourceMapperFields,
} from 'n8n-workflow';

import { createAdditionalData } from './additionalData';
import type { InstalledPackages } from './installedPackages';
import { StoredCredentials } from './storedCredentials';
import type { CredentialInputs } from './storedCredentials';

/** A node as it stands in workflow JSON. */
export interface NodeInEditor {
	type: string;
	typeVersion?: number;
	/** Values the form shows; what is left out has its default. */
	parameters?: object;
	credentials?: object;
	[otherKey: string]: unknown;
}

interface FormOptions {
	/** The saved credentials, by the id or the name that the node refers to. */
	credentials?: CredentialInputs;
}

/** Answers what the editor asks a node's methods while its form is open. Each throws what the method throws. */
export class NodeForm {
	constructor(private readonly packages: InstalledPackages) {}

	/** What a resource locator's list shows, by the name of a method under `methods.listSearch`. */
	async searchList(
		node: NodeInEditor,
		name: string,
		filter?: string,
		options?: FormOptions,
	): Promise<INodeListSearchResult> {
		return await this.call(node, options, ({ methods }) => methods?.listSearch?.[name], filter);
	}

	/** The choices of a dropdown, by the name of a method under `methods.loadOptions`. */
	async loadOptions(
		node: NodeInEditor,
		name: string,
		options?: FormOptions,
	): Promise<INodePropertyOptions[]> {
		return await this.call(node, options, ({ methods }) => methods?.loadOptions?.[name]);
	}

	/** The fields of the resource mapper that is shown under a name. */
	async resourceMapperFields(
		node: NodeInEditor,
		name: string,
		options?: FormOptions,
	): Promise<ResourceMapperFields> {
		const find = ({ description, methods }: INodeType, shownIn: INode) => {
			const field = description.properties.find(
				(one) =>
					one.name === name &&
					NodeHelpers.displayParameter(shownIn.parameters, one, shownIn, description),
			);
			return methods?.resourceMapping?.[field!.typeOptions!.resourceMapper!.resourceMapperMethod!];
		};
		return await this.call(node, options, find);
	}

	private async call<Values extends unknown[], Result>(
		nodeInEditor: NodeInEditor,
		{ credentials = {} }: FormOptions = {},
		find: (
			nodeType: INodeType,
			node: INode,
		) => ((this: ILoadOptionsFunctions, ...values: Values) => Promise<Result>) | undefined,
		...values: Values
	): Promise<Result> {
		const { type, typeVersion = 1 } = nodeInEditor;
		const nodeType = this.packages.getByNameAndVersion(type, typeVersion);
		// n8n's server puts the node alone into a new workflow.
		const node: INode = {
			id: 'form',
			name: 'Temp-Node',
			type,
			typeVersion,
			position: [0, 0],
			parameters: (nodeInEditor.parameters ?? {}) as INodeParameters,
			credentials: nodeInEditor.credentials as INodeCredentials | undefined,
		};
		// The editor sends every field that is shown, filled in or not.
		node.parameters =
			NodeHelpers.getNodeParameters(
				nodeType.description.properties,
				node.parameters,
				true,
				false,
				node,
				nodeType.description,
			) ?? {};
		const workflow = new Workflow({
			nodes: [node],
			connections: {},
			active: false,
			nodeTypes: this.packages,
		});
		const additionalData = createAdditionalData({
			credentials: new StoredCredentials(this.packages, credentials),
			// Null, where the editor cannot work an expression out, has no default.
			currentNodeParameters: {
				...node.parameters,
				...(nodeInEditor.parameters as INodeParameters),
			},
		});
		const context = new LoadOptionsContext(workflow, node, additionalData, 'parameters');
		return await workflow.expression.withIsolate(
			async () => await find(nodeType, node)!.apply(context, values),
		);
	}
}
