import { type ChoiceField, readChoice } from '../../../../lib/fields';
import { canBeSent, listTemplates } from '../../template/readTemplate';
import { channelField, readChannelId } from '../../template/templateChoice';
import { limitFields, readLimit } from '../limit';
import type { ReadOperation } from '../operation';

const statusField: ChoiceField = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	default: 'approved',
	options: [
		{ name: 'All', value: 'all', description: 'Also those that are pending or were rejected' },
		{ name: 'Approved', value: 'approved', description: 'Only those that can be sent' },
	],
	description: 'Which of the templates to return',
};

/** Lists a channel's templates, one item each (service: List templates). */
export const getAll: ReadOperation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many templates',
	subtitle: 'List templates',
	description: 'List the WhatsApp templates of a channel with their IDs, texts and variables',
	kind: 'read',
	fields: [channelField, ...limitFields, statusField],
	prepare(item, service) {
		const channelId = readChannelId(item);
		const limit = readLimit(item);
		const isWanted = readChoice(item, statusField) === 'all' ? () => true : canBeSent;
		return async () => {
			const templates = await listTemplates(service, channelId);
			return templates.filter(isWanted).slice(0, limit);
		};
	},
};
