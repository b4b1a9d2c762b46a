import type { Resource } from '../operation';
import { getAll } from './getAll.operation';

export const channel: Resource = {
	value: 'channel',
	displayName: 'Channel',
	operations: [getAll],
	defaultOperation: 'getAll',
};
