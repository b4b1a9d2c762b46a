import { channelsRequest } from '../../service/channels';
import { limitFields, readLimit } from '../limit';
import type { ReadOperation } from '../operation';

/** Lists the WhatsApp channels, one item each (service: List channels). */
export const getAll: ReadOperation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many channels',
	subtitle: 'List channels',
	description: "List your team's WhatsApp channels with their IDs and numbers",
	kind: 'read',
	fields: limitFields,
	prepare(item, service) {
		const limit = readLimit(item);
		return async () => (await service.read(channelsRequest)).slice(0, limit);
	},
};
