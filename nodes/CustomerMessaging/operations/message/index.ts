import type { Resource } from '../operation';
import { sendAndWait } from './sendAndWait.operation';
import { sendAttachment } from './sendAttachment.operation';
import { sendText } from './sendText.operation';

export const message: Resource = {
	value: 'message',
	displayName: 'Message',
	operations: [sendText, sendAttachment, sendAndWait],
	defaultOperation: 'sendText',
};
