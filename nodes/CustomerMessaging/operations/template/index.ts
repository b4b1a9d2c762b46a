import type { Resource } from '../operation';
import { get } from './get.operation';
import { send } from './send.operation';
import { sendWithFile } from './sendWithFile.operation';

export const template: Resource = {
	value: 'template',
	displayName: 'Template',
	operations: [get, send, sendWithFile],
	defaultOperation: 'send',
};
