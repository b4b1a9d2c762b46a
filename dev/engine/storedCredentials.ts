import { Credentials, getAdditionalKeys } from 'n8n-core';
import { ICredentialsHelper, isExpression, NodeHelpers, UserError, Workflow } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialsExpressionResolveValues,
	IDataObject,
	IExecuteData,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeProperties,
	IRequestOptionsSimplified,
	IWorkflowDataProxyAdditionalKeys,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import type { InstalledPackages } from './installedPackages';

/** A credential as its user fills in the form. */
export interface CredentialInput {
	/** Name of the credential type, e.g. `httpHeaderAuth`. */
	type: string;
	/** Field name to value. */
	data: object;
}

/** Credentials by the id, or by the name, that the nodes of a workflow refer to. */
export type CredentialInputs = Readonly<Record<string, CredentialInput>>;

const placeholderNode: INode = {
	id: 'credential',
	name: 'Credential',
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/**
 * The credentials one execution can use. They lie encrypted with the key of this installation
 * and are read and attached to requests the way n8n's server does it.
 */
export class StoredCredentials extends ICredentialsHelper {
	private constructor(
		private readonly packages: InstalledPackages,
		private readonly stored: ReadonlyMap<string, Credentials>,
	) {
		super();
	}

	/** Encrypts and keeps the credentials. */
	static async create(
		packages: InstalledPackages,
		inputs: CredentialInputs,
	): Promise<StoredCredentials> {
		const stored = new Map<string, Credentials>();
		for (const [key, { type, data }] of Object.entries(inputs)) {
			const credentials = new Credentials({ id: key, name: key }, type);
			await credentials.setData(data as ICredentialDataDecryptedObject);
			stored.set(key, credentials);
		}
		return new StoredCredentials(packages, stored);
	}

	getParentTypes(name: string): string[] {
		return this.packages.parentCredentialTypes(name);
	}

	isCredentialUsableByNode(credentialType: string, nodeType: string): boolean {
		if (!this.packages.credentialType(credentialType).restrictToSupportedNodes) return true;
		return this.packages.nodesUsingCredential(credentialType).includes(nodeType);
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const options = requestOptions as IHttpRequestOptions;
		const { authenticate } = this.packages.credentialType(typeName);
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		if (!authenticate || !workflow || !node) return options;

		const resolve = (value: unknown) =>
			isExpression(value)
				? String(
						workflow.expression.getSimpleParameterValue(
							node,
							value,
							'internal',
							{ $credentials: credentials } as IWorkflowDataProxyAdditionalKeys,
							undefined,
							'',
						) ?? '',
					)
				: value;
		const target = options as unknown as Record<string, IDataObject | undefined>;
		target.headers ??= {};
		for (const [part, values] of Object.entries(authenticate.properties)) {
			const resolved = (target[part] ??= {});
			for (const [key, value] of Object.entries((values ?? {}) as Record<string, unknown>)) {
				resolved[String(resolve(key))] = resolve(value) as IDataObject[string];
			}
		}
		return options;
	}

	// Only credential types whose token expires use these two.
	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(details: INodeCredentialsDetails, type: string): Promise<ICredentials> {
		return this.find(details, type);
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		details: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		expressionValues?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const data = await this.find(details, type).getData();
		if (raw) return data;
		return await this.resolve(additionalData, data, type, mode, executeData, expressionValues);
	}

	/** Fills in the defaults of the form and resolves the expressions in its fields. */
	async resolve(
		additionalData: IWorkflowExecuteAdditionalData,
		data: ICredentialDataDecryptedObject,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		expressionValues?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const filled = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			data as IDataObject as Parameters<typeof NodeHelpers.getNodeParameters>[1],
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
		for (const field of ['allowedHttpRequestDomains', 'allowedDomains']) {
			const value = data[field];
			if (filled[field] === undefined && value !== undefined) filled[field] = value;
		}

		const additionalKeys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
		if (expressionValues) {
			const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } =
				expressionValues;
			return workflow.expression.getParameterValue(
				filled as IDataObject as Parameters<typeof workflow.expression.getParameterValue>[0],
				runExecutionData,
				runIndex,
				itemIndex,
				node.name,
				connectionInputData,
				mode,
				additionalKeys,
				executeData,
				false,
				filled,
			) as ICredentialDataDecryptedObject;
		}

		const workflow = new Workflow({
			nodes: [placeholderNode],
			connections: {},
			active: false,
			nodeTypes: this.packages,
		});
		await workflow.expression.acquireIsolate();
		try {
			return workflow.expression.getComplexParameterValue(
				placeholderNode,
				filled as IDataObject as Parameters<typeof workflow.expression.getComplexParameterValue>[1],
				mode,
				additionalKeys,
				undefined,
				undefined,
				filled,
			) as ICredentialDataDecryptedObject;
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}

	async updateCredentials(
		details: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		await this.find(details, type).setData(data);
	}

	async updateCredentialsOauthTokenData(
		details: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		await this.find(details, type).updateData({ oauthTokenData: data.oauthTokenData ?? {} });
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		const { extends: parents = [], properties } = this.packages.credentialType(type);
		if (parents.length === 0) return properties;
		const combined: INodeProperties[] = [];
		for (const parent of parents) {
			NodeHelpers.mergeNodeProperties(combined, this.getCredentialsProperties(parent));
		}
		NodeHelpers.mergeNodeProperties(combined, properties);
		return combined;
	}

	private find({ id, name }: INodeCredentialsDetails, type: string): Credentials {
		const found = (id ? this.stored.get(id) : undefined) ?? this.stored.get(name);
		if (found?.type === type) return found;
		throw new UserError(`Credential with ID "${id}" does not exist for type "${type}".`);
	}
}
