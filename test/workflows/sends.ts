import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Execution } from '../../dev/engine/execution';
import type { RunOptions } from '../../dev/engine/workflowRunner';
import type { Fault, FaultRule, ReceivedRequest, Sandbox } from '../../dev/sandbox/sandbox';
import { answering, type NodeSettings, type Scene } from '../support/scene';

/** One send operation, as a workflow uses it. */
export interface Send {
	operation: string;
	/** What it asks of the service to send a message. */
	request: string;
	/**
	 * The node's parameters, with these entries under 'Options', or 'Test Recipient' or 'Message Key'; the template is
	 * not read unless they say so.
	 */
	parameters(options?: IDataObject): IDataObject;
	/** An input item; the mark is what its message says, so that the books show which one it is. */
	item(mark: string, recipient: string): INodeExecutionData;
	/** A recipient of one's own for every number from 0 to 9,999. */
	recipient(number: number): string;
	/** The mark of the message that a request carries. */
	markIn(request: ReceivedRequest): string;
}

const template = {
	resource: 'template',
	simplify: false,
	channelId: { mode: 'id', value: '11' },
	customerPhone: '={{ $json.recipient }}',
	specifyVariables: 'json',
	variablesJson: '={{ { "1": $json.mark } }}',
};

const message = { resource: 'message', simplify: false, customerId: '={{ $json.recipient }}' };

const file = {
	data: Buffer.from('the picture itself').toString('base64'),
	mimeType: 'image/png',
	fileName: 'picture.png',
};

/** A number from the range set aside for fiction, which every area code has. */
const phone = (number: number): string =>
	`+1${200 + Math.floor(number / 100)}55501${String(number % 100).padStart(2, '0')}`;

const customer = (number: number): string => String(50_000 + number);

const plainItem = (mark: string, recipient: string): INodeExecutionData => ({
	json: { mark, recipient },
});

/** Options with which a send reads no template. */
const unread = { checkVariables: false };

/** Parameters with other options, and two fields that are none; the template is not read unless they say so. */
const withOptions =
	(parameters: IDataObject, defaults: IDataObject = {}): Send['parameters'] =>
	({ testRecipient = '', messageKey = '', ...options } = {}) => ({
		...parameters,
		testRecipient,
		messageKey,
		options: { ...defaults, ...options },
	});

/** Every operation that sends a message for each item. */
export const sends: Send[] = [
	{
		operation: 'template.send',
		request: 'template.send',
		parameters: withOptions({ ...template, operation: 'send', templateId: '108' }, unread),
		item: plainItem,
		recipient: phone,
		markIn: ({ body }) => (body as { attributes: Record<string, string> }).attributes['1']!,
	},
	{
		operation: 'template.sendWithFile',
		request: 'template.sendWithFile',
		parameters: withOptions(
			{ ...template, operation: 'sendWithFile', templateId: '102' },
			{ checkVariables: false },
		),
		item: (mark, recipient) => ({ ...plainItem(mark, recipient), binary: { data: file } }),
		recipient: phone,
		markIn: ({ parts }) => {
			const { value } = parts!.find(({ name }) => name === 'body_vars')!;
			return (JSON.parse(value!) as Record<string, string>)['1']!;
		},
	},
	{
		operation: 'message.sendText',
		request: 'message.sendText',
		parameters: withOptions({ ...message, operation: 'sendText', text: '={{ $json.mark }}' }),
		item: plainItem,
		recipient: customer,
		// A link may follow it, on a separate line.
		markIn: ({ body }) => (body as { text: string }).text.split('\n')[0]!,
	},
	{
		operation: 'message.sendAttachment',
		request: 'message.sendAttachment',
		parameters: withOptions({
			...message,
			operation: 'sendAttachment',
			attachmentType: 'image',
			attachmentUrl: '=https://files.example/{{ $json.mark }}',
		}),
		item: plainItem,
		recipient: customer,
		markIn: ({ body }) => (body as { attachment_url: string }).attachment_url.split('/').at(-1)!,
	},
];

/** Every operation that asks one customer and waits for the answer. */
export const questions: Send[] = [
	{
		...sends[0]!,
		operation: 'template.sendAndWait',
		parameters: withOptions(
			{
				...template,
				operation: 'sendAndWait',
				templateId: '107',
				linkVariable: '3',
				message: 'Is that fine?',
			},
			unread,
		),
	},
	{
		...sends[2]!,
		operation: 'message.sendAndWait',
		parameters: withOptions({ ...message, operation: 'sendAndWait', message: '={{ $json.mark }}' }),
	},
];

/** The send that tests use where the operation makes no difference. */
export const sendText = sends.find(({ operation }) => operation === 'message.sendText')!;

/** The mark of the message that a request carries. */
export function markIn(request: ReceivedRequest): string {
	return sends.find((send) => send.request === request.operation)!.markIn(request);
}

/** The marks of the messages that the service accepted, in the order it did. */
export function acceptedMarks({ accepted }: Sandbox): string[] {
	return accepted.map(({ request }) => markIn(request));
}

/** Items, each to a different recipient; the mark of each is its index with the prefix. */
export function itemsOf(send: Send, count: number, prefix = 'message-'): INodeExecutionData[] {
	return marksOf(count, prefix).map((mark, index) => send.item(mark, send.recipient(index)));
}

type Rule = Omit<FaultRule, 'fault'>;

/** Has this happen to the messages to the recipient of this number, all or those that the rule is for. */
export function addFault(
	{ sandbox }: Scene,
	number: number,
	fault: Fault,
	rule: Rule = {},
	send = sendText,
): void {
	sandbox.faults.add({ recipient: send.recipient(number), fault, ...rule });
}

/** Has the service refuse these messages. */
export function refuse(scene: Scene, number: number, rule?: Rule, send = sendText): void {
	addFault(scene, number, answering(400), rule, send);
}

/** Runs a send over a number of items. */
export async function runSend(
	scene: Scene,
	send: Send,
	count: number,
	options: IDataObject = {},
	settings: NodeSettings = {},
	runOptions: RunOptions = {},
): Promise<Execution> {
	return await scene.run(send.parameters(options), itemsOf(send, count), settings, runOptions);
}

/** The marks of the first `count` items. */
export function marksOf(count: number, prefix = 'message-'): string[] {
	return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}
