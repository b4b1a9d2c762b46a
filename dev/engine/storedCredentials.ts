import { ICredentialsHelper, NodeHelpers, UserError } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	INodeParameters,
	INodeProperties,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
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

/** The credentials one execution can use, attached to requests as n8n's server does it. */
export class StoredCredentials extends ICredentialsHelper {
	constructor(
		private readonly packages: InstalledPackages,
		private readonly stored: CredentialInputs,
	) {
		super();
	}

	/** Only types of credentials that extend others have parents, and none here does. */
	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
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

	/** n8n's own use of it is in its server. */
	async getCredentials(): Promise<never> {
		return await Promise.reject(new UserError('This engine has no encrypted credentials.'));
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		{ id, name }: INodeCredentialsDetails,
		type: string,
	): Promise<ICredentialDataDecryptedObject> {
		const found = (id ? this.stored[id] : undefined) ?? this.stored[name];
		if (found?.type !== type)
			throw new UserError(`Credential with ID "${id}" does not exist for type "${type}".`);
		return await Promise.resolve(this.filled(found));
	}

	/** A credential with the defaults of its form; what fields there may have as expressions stays as it is. */
	filled({ type, data }: CredentialInput): ICredentialDataDecryptedObject {
		const properties = this.getCredentialsProperties(type);
		const values = structuredClone(data) as INodeParameters;
		const filled: IDataObject | null = NodeHelpers.getNodeParameters(
			...([properties, values, true, false, null, null] as const),
		);
		return filled as ICredentialDataDecryptedObject;
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.packages.credentialType(type).properties;
	}
}
