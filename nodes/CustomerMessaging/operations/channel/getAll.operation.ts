import type { INodeProperties } from 'n8n-workflow';

import { checkSwitch } from '../../form/choice';
import { InputError } from '../../service/failure';
import type { ReadOperation } from '../operation';
import { channelsRequest } from '../../service/channels';

const returnAllField: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
};

/** Lists the WhatsApp channels, one item each (service: List channels). */
export const getAll: ReadOperation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many channels',
	description: "List your team's WhatsApp channels with their IDs and numbers",
	kind: 'read',
	fields: [returnAllField, limitField],
	prepare(item) {
		const returnAll = item.read('returnAll', (value) => checkSwitch(value, "'Return All'"), {
			fallback: false,
		});
		const limit = returnAll
			? undefined
			: item.read('limit', checkLimit, { fallback: limitField.default });
		return { request: channelsRequest, results: (channels) => channels.slice(0, limit) };
	},
};

/** Any other value would silently shorten the list, or empty it. */
function checkLimit(value: unknown): number {
	const limit = typeof value === 'string' ? Number(value) : value;
	if (Number.isInteger(limit) && Number(limit) >= 1) return Number(limit);
	throw new InputError(
		`'Limit' is '${String(value)}', which is not a valid value`,
		"Enter a whole number of 1 or more, or switch on 'Return All'",
	);
}
