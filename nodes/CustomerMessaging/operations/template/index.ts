import type { Resource } from '../operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { preview } from './preview.operation';
import { send } from './send.operation';
import { sendAndWait } from './sendAndWait.operation';
import { sendWithFile } from './sendWithFile.operation';

export const template: Resource = {
	value: 'template',
	displayName: 'Template',
	operations: [send, sendWithFile, sendAndWait, preview, get, getAll],
	defaultOperation: 'send',
};
