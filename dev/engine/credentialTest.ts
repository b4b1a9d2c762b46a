import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { ErrorReporter, ExecuteContext, RoutingNode } from 'n8n-core';
import { createEmptyRunExecutionData, UserError, Workflow } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestRequest,
	IDataObject,
	INode,
	INodeCredentialTestResult,
	INodeType,
	INodeTypes,
	NodeApiError,
} from 'n8n-workflow';

import { createAdditionalData } from './additionalData';
import type { InstalledPackages } from './installedPackages';
import { StoredCredentials } from './storedCredentials';

interface FailedRequest {
	message: string;
	cause?: { code?: string; response?: { status: number; statusText?: string } };
}

/**
 * Tests a credential as n8n does when its form is saved.
 *
 * @param type name of the credential type
 * @param data what the form holds
 * @returns the verdict with the message that the form shows
 */
export async function testCredential(
	packages: InstalledPackages,
	type: string,
	data: object,
): Promise<INodeCredentialTestResult> {
	const { test } = packages.credentialType(type);
	if (!test) throw new UserError(`The credential type "${type}" brings no test of its own.`);

	const helper = await StoredCredentials.create(packages, { tested: { type, data } });
	const additionalData = createAdditionalData({ credentials: helper });
	const credential: ICredentialsDecrypted = { id: 'tested', name: 'tested', type };
	try {
		credential.data = await helper.resolve(
			additionalData,
			data as ICredentialDataDecryptedObject,
			type,
			'internal',
		);
	} catch (error) {
		return { status: 'Error', message: (error as Error).message };
	}

	return await sendTestRequest(packages, helper, credential, test);
}

async function sendTestRequest(
	packages: InstalledPackages,
	helper: StoredCredentials,
	credential: ICredentialsDecrypted,
	{ request, rules = [] }: ICredentialTestRequest,
): Promise<INodeCredentialTestResult> {
	const { nodeType, nodeTypes } = requestNode(packages, credential.type, request);
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: nodeType.description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [credential.type]: { id: credential.id, name: credential.name } },
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const context = new ExecuteContext(
		workflow,
		node,
		createAdditionalData({ credentials: helper, currentNodeParameters: node.parameters }),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);

	try {
		await workflow.expression.withIsolate(
			async () => await new RoutingNode(context, nodeType, credential).runNode(),
		);
	} catch (error) {
		Container.get(ErrorReporter).error(error);
		const verdict = verdictOnFailure(error as FailedRequest, rules);
		if (verdict) return verdict;
		Container.get(Logger).debug('Credential test failed', error as NodeApiError & IDataObject);
		return { status: 'Error', message: (error as Error).message };
	}

	return { status: 'OK', message: 'Connection successful!' };
}

/** n8n sends the request with a node that does nothing but that. */
function requestNode(
	packages: InstalledPackages,
	credentialType: string,
	request: ICredentialTestRequest['request'],
): { nodeType: INodeType; nodeTypes: INodeTypes } {
	const nodeType: INodeType = {
		description: {
			...packages.getByNameAndVersion('n8n-nodes-base.noOp').description,
			credentials: [{ name: credentialType, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					routing: { request },
					default: '',
				},
			],
		},
	};
	return {
		nodeType,
		nodeTypes: {
			getByName: () => nodeType,
			getByNameAndVersion: () => nodeType,
			getKnownTypes: () => ({}),
		},
	};
}

function verdictOnFailure(
	{ cause }: FailedRequest,
	rules: NonNullable<ICredentialTestRequest['rules']>,
): INodeCredentialTestResult | undefined {
	if (!cause?.response) {
		return cause?.code ? { status: 'Error', message: cause.code } : undefined;
	}
	const { status, statusText } = cause.response;
	for (const rule of rules) {
		if (rule.type === 'responseCode' && rule.properties.value === status) {
			return { status: 'Error', message: rule.properties.message };
		}
	}
	if (status >= 200 && status <= 299) return undefined;
	return { status: 'Error', message: statusText || `Received HTTP status code: ${status}` };
}
