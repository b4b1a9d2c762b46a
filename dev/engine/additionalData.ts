import { Container } from '@n8n/di';
import { ExternalSecretsProxy } from 'n8n-core';
import { UserError } from 'n8n-workflow';
import type {
	INodeParameters,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
} from 'n8n-workflow';

import type { DataTables } from './dataTables';
import type { StoredCredentials } from './storedCredentials';

// Addresses a server would be reached at; nothing listens there.
const instance = 'http://localhost:5678';

interface AdditionalDataInput {
	credentials: StoredCredentials;
	dataTables?: DataTables;
	executionId?: string;
	workflowId?: string;
	workflowSettings?: IWorkflowSettings;
	currentNodeParameters?: INodeParameters;
}

/**
 * What n8n's server hands to every execution besides the workflow. Requests are not filtered
 * (`ssrfBridge` is absent), as in a default installation, so loopback is reachable.
 */
export function createAdditionalData({
	credentials,
	dataTables,
	...values
}: AdditionalDataInput): IWorkflowExecuteAdditionalData {
	return {
		...values,
		credentialsHelper: credentials,
		...(dataTables ? { 'data-table': { dataTableProxyProvider: dataTables } } : {}),
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: `${instance}/rest`,
		instanceBaseUrl: `${instance}/`,
		formBaseUrl: `${instance}/form`,
		formWaitingBaseUrl: `${instance}/form-waiting`,
		formTestBaseUrl: `${instance}/form-test`,
		webhookBaseUrl: `${instance}/webhook`,
		webhookWaitingBaseUrl: `${instance}/webhook-waiting`,
		webhookTestBaseUrl: `${instance}/webhook-test`,
		mcpBaseUrl: `${instance}/mcp`,
		mcpTestBaseUrl: `${instance}/mcp-test`,
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		setExecutionStatus: () => {},
		logAiEvent: () => {},
		getRuntimeCredential: async () => undefined,
		getRunExecutionData: async () => undefined,
		executeWorkflow: async () => {
			throw new UserError('This engine runs no sub-workflows.');
		},
		startRunnerTask: async () => {
			throw new UserError('This engine has no task runner, so the Code node cannot run.');
		},
	};
}
