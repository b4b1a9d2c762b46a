import type { IDataObject, INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';

import { findOperation, properties } from '../../nodes/CustomerMessaging/resources';
import type { Scene } from './scene';

/** The operations that tests call by their names: the values of the resource and the operation. */
export type OperationName =
	| 'channel.getAll'
	| `message.${'sendAndWait' | 'sendAttachment' | 'sendText'}`
	| `template.${'get' | 'getAll' | 'preview' | 'send' | 'sendAndWait' | 'sendWithFile'}`;

/** Every operation of the form, also one that no test names yet. */
export const OPERATION_NAMES = properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options }) =>
		(options as INodePropertyOptions[]).map(
			({ value }) => `${String(displayOptions!.show!.resource![0])}.${String(value)}`,
		),
	)
	.sort() as OperationName[];

/** What each operation has in these fields, wherever it has them; it works on the items that `operationItem` makes. */
const VALUES: IDataObject = {
	attachmentUrl: 'https://shop.example/new.png',
	channelId: { __rl: true, mode: 'id', value: '11' },
	customerId: '={{ $json.customer }}',
	customerPhone: '={{ $json.phone }}',
	message: 'Is that fine?',
	returnAll: true,
	templateId: '105',
	text: 'Hello',
};

/** A template with a link. */
const QUESTION = {
	templateId: '107',
	linkVariable: '3',
	specifyVariables: 'json',
	variablesJson: '{ "1": "A-1001" }',
};

/** The service is asked only for what a send itself needs. */
const UNREAD = { options: { checkVariables: false } };

function parametersOf(name: OperationName): IDataObject {
	const [resource, operation] = name.split('.');
	const fields = findOperation(name).fields.map((field) => field.name);
	const values = Object.entries(VALUES).filter(([field]) => fields.includes(field));
	return {
		...{ resource, operation, ...Object.fromEntries(values) },
		...(isSend(name) && fields.includes('templateId') ? UNREAD : {}),
		...(name === 'template.sendAndWait' ? QUESTION : {}),
	};
}

/** The parameters of every operation. */
export const OPERATIONS = Object.fromEntries(
	OPERATION_NAMES.map((name) => [name, parametersOf(name)]),
) as Record<OperationName, IDataObject>;

/** Whether an operation reaches a person. */
export function isSend(operation: OperationName): boolean {
	return findOperation(operation).kind === 'send';
}

/** An item that every operation can be run on, with a different recipient for each index from 0 to 9. */
export async function operationItem({ engine }: Scene, index: number): Promise<INodeExecutionData> {
	return {
		json: { phone: `+1202555010${index}`, customer: 5000 + index },
		binary: {
			data: await engine.storeBinary(Buffer.from('content'), 'file.pdf', 'application/pdf'),
		},
	};
}
