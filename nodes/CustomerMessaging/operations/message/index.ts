import type { Resource } from '../operation';
import { sendAttachment } from './sendAttachment.operation';
import { sendText } from './sendText.operation';

export const message: Resource = {
	value: 'message',
	displayName: 'Message',
	operations: [sendAttachment, sendText],
	defaultOperation: 'sendText',
};
