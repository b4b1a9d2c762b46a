import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../delivery/inputError';
import { DEFAULT_DELIVERY, type DeliveryOptions } from '../../delivery/job';
import type { Form } from '../form';

/** What every send can be told about how it delivers; the entries are in alphabetical order. */
export const deliveryOptionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Messages per Second',
			name: 'messagesPerSecond',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 2 },
			default: 0,
			description: 'The most messages to start in a second. 0 means no limit.',
		},
		{
			displayName: 'Parallel Sends',
			name: 'parallelSends',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 20,
			description:
				'How many messages may be on their way at the same time. Messages to the same customer always go one after the other, in order.',
		},
		{
			displayName: 'Rate Limit Retries',
			name: 'rateLimitRetries',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 3,
			description:
				'How often to send again when the service answers that it receives too many requests. The whole run waits as long as the service asks.',
		},
		{
			displayName: 'Resend Unknown',
			name: 'resendUnknown',
			type: 'boolean',
			default: false,
			description:
				'Whether a retry sends a message again when nobody knows if it arrived. The customer may then get it twice.',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 60,
			description: 'How many seconds to wait for the service to answer one message. A file adds to it by its size.',
		},
	],
};

/**
 * Reads the options of this run; those the user has not added have their defaults.
 *
 * Throws an InputError for a number that makes no sense.
 */
export function readDeliveryOptions(form: Form): DeliveryOptions {
	return form.read('options', 0, checkDeliveryOptions, { fallback: {} });
}

function checkDeliveryOptions(value: unknown): DeliveryOptions {
	const options = (value ?? {}) as Record<string, unknown>;
	return {
		parallelSends: number(options.parallelSends, 'Parallel Sends', DEFAULT_DELIVERY.parallelSends, 1),
		messagesPerSecond: number(options.messagesPerSecond, 'Messages per Second', DEFAULT_DELIVERY.messagesPerSecond, 0),
		rateLimitRetries: number(options.rateLimitRetries, 'Rate Limit Retries', DEFAULT_DELIVERY.rateLimitRetries, 0),
		timeout: number(options.timeout, 'Timeout', DEFAULT_DELIVERY.timeout, 0.001),
		resendUnknown: options.resendUnknown === true,
	};
}

function number(value: unknown, fieldName: string, fallback: number, least: number): number {
	if (value === undefined) return fallback;
	const given = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof given === 'number' && Number.isFinite(given) && given >= least) return given;
	throw new InputError(
		`'${fieldName}' under 'Options' is '${String(value)}'`,
		`Enter a number of ${Math.ceil(least)} or more, or remove the option`,
	);
}
