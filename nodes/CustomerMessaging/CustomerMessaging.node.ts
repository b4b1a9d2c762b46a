import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { answerWebhooks, serveAnswerPage } from '../../lib/answerPage';
import { hintsFor } from './editor/hints';
import { searchChannels } from './editor/searchChannels';
import { searchTemplates } from './editor/searchTemplates';
import { testCredential } from './editor/testCredential';
import {
	getLinkVariables,
	getTemplateVariables,
	getVariablesBesideLink,
	getVariablesWithButtonsApart,
} from './editor/variableFields';
import { properties, subtitle, version, waitingTooltip } from './resources';
import { runOperation } from './runOperation';

export class CustomerMessaging implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Messaging',
		name: 'customerMessaging',
		icon: { light: 'file:customerMessaging.svg', dark: 'file:customerMessaging.dark.svg' },
		group: ['output'],
		version,
		subtitle,
		description: 'Message customers with approved WhatsApp templates, text and attachments',
		defaults: { name: 'Customer Messaging' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"Templates go to a phone number with plus sign and country code; texts and attachments go to the service's customer ID, never to a phone number. Fill 'variables' or 'variablesJson' with every variable of the template. With onError 'continueErrorOutput', branch on details.status: 'failed' was not sent, 'unknown' may have arrived and must not be sent again automatically.",
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		hints: hintsFor(properties),
		waitingNodeTooltip: waitingTooltip,
		webhooks: answerWebhooks,
		credentials: [{ name: 'customerMessagingApi', required: true, testedBy: 'testCredential' }],
		properties,
	};

	methods = {
		credentialTest: { testCredential },
		listSearch: { searchChannels, searchTemplates },
		loadOptions: { getLinkVariables },
		resourceMapping: {
			getTemplateVariables,
			getVariablesBesideLink,
			getVariablesWithButtonsApart,
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperation(this);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await serveAnswerPage(this);
	}
}
