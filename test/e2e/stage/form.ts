import type { RestAnswer } from '../../../dev/editor/restInterface';
import { rest, stage } from './stage';

/** Asks n8n, as its editor does, for what a field of the node's form shows. */
export async function askForm(
	kind: string,
	methodName: string,
	parameters: object,
): Promise<RestAnswer> {
	const { id, name, type } = stage.credential;
	return await rest.send('POST', `/dynamic-node-parameters/${kind}`, {
		nodeTypeAndVersion: { name: 'n8n-nodes-customer-messaging.customerMessaging', version: 1 },
		path: 'parameters.channelId',
		methodName,
		currentNodeParameters: { resource: 'template', operation: 'send', ...parameters },
		credentials: { [type]: { id, name } },
	});
}

/** Has n8n test the stage's credential with these values, as its editor does. */
export async function testCredential(data: object): Promise<RestAnswer> {
	const { id, name, type } = stage.credential;
	const credentials = { id, name, type, data: { ...stage.service, ...data } };
	return await rest.send('POST', '/credentials/test', { credentials });
}
