import { Credentials, getAdditionalKeys } from 'n8n-core';
import { ICredentialsHelper, NodeHelpers, UserError, Workflow } from 'n8n-workflow';
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

	/** Only types of credentials that extend others have parents, and none here does. */
	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(credentialType: string, nodeType: string): boolean {
		if (!this.packages.credentialType(credentialType).restrictToSupportedNodes) return true;
		return this.packages.nodesUsingCredential(credentialType).includes(nodeType);
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const options = requestOptions as IHttpRequestOptions;
		const { authenticate } = this.packages.credentialType(typeName);
		return typeof authenticate === 'function' ? await authenticate(credentials, options) : options;
	}

	// Only credentials whose token expires use these four.
	async preAuthentication(): Promise<undefined> {}

	async runPreAuthentication(): Promise<undefined> {}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}

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
		const resolved = await workflow.expression.withIsolate(async () =>
			workflow.expression.getComplexParameterValue(
				placeholderNode,
				filled as IDataObject as Parameters<typeof workflow.expression.getComplexParameterValue>[1],
				mode,
				additionalKeys,
				undefined,
				undefined,
				filled,
			),
		);
		return resolved as ICredentialDataDecryptedObject;
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.packages.credentialType(type).properties;
	}

	private find({ id, name }: INodeCredentialsDetails, type: string): Credentials {
		const found = (id ? this.stored.get(id) : undefined) ?? this.stored.get(name);
		if (found?.type === type) return found;
		throw new UserError(`Credential with ID "${id}" does not exist for type "${type}".`);
	}
}
