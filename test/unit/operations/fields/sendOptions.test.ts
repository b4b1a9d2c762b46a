import {
	DEFAULT_OPTIONS,
	messageOptionsField,
	readSendOptions,
	templateOptionsField,
} from '../../../../nodes/CustomerMessaging/operations/fields/sendOptions';
import { NodeParameters } from '../../../../nodes/CustomerMessaging/operations/nodeParameters';
import { executeContext } from '../../doubles/executeContext';
import { refusalOf } from '../../doubles/refusal';

function read(options: unknown) {
	return readSendOptions(new NodeParameters(executeContext({ parameters: { options } }).context));
}

const DEFAULTS = {
	parallelSends: 20,
	messagesPerSecond: 0,
	rateLimitRetries: 3,
	timeout: 60,
	unknownOutcome: 'ask',
	checkVariables: true,
};

test.each([[undefined], [null], [{}]])('have their defaults for %j', (options) => {
	expect(read(options)).toEqual(DEFAULTS);
	expect(DEFAULT_OPTIONS).toEqual(DEFAULTS);
});

test('are what the user sets, also by an expression that gives text', () => {
	const options = {
		parallelSends: 1,
		messagesPerSecond: 0.5,
		rateLimitRetries: 0,
		timeout: 5,
		unknownOutcome: 'sendAgain',
		checkVariables: false,
	};
	expect(read(options)).toEqual(options);
	expect(read({ parallelSends: '7', messagesPerSecond: ' 2.5 ' })).toEqual({
		...DEFAULTS,
		parallelSends: 7,
		messagesPerSecond: 2.5,
	});
});

test.each<[options: Record<string, unknown>, message: string]>([
	[{ parallelSends: 0 }, "'Parallel Sends' under 'Options' is '0'"],
	[{ parallelSends: -1 }, "'Parallel Sends' under 'Options' is '-1'"],
	[{ parallelSends: NaN }, "'Parallel Sends' under 'Options' is 'NaN'"],
	[{ parallelSends: Infinity }, "'Parallel Sends' under 'Options' is 'Infinity'"],
	[{ parallelSends: '' }, "'Parallel Sends' under 'Options' is ''"],
	[{ parallelSends: 'many' }, "'Parallel Sends' under 'Options' is 'many'"],
	[{ parallelSends: null }, "'Parallel Sends' under 'Options' is 'null'"],
	[{ messagesPerSecond: -0.1 }, "'Messages per Second' under 'Options' is '-0.1'"],
	[{ rateLimitRetries: -1 }, "'Rate Limit Retries' under 'Options' is '-1'"],
	[{ timeout: 0.9 }, "'Timeout (Seconds)' under 'Options' is '0.9'"],
	[{ timeout: '\u200b' }, "'Timeout (Seconds)' under 'Options' is '\u200b'"],
	[{ timeout: 0 }, "'Timeout (Seconds)' under 'Options' is '0'"],
	[{ timeout: true }, "'Timeout (Seconds)' under 'Options' is 'true'"],
])('%j are refused', (options, message) => {
	const refusal = refusalOf(() => read(options));
	expect(refusal.message).toBe(message);
	expect(refusal.advice).toMatch(/^Enter a number of \d or more, or remove the option$/);
});

test.each<[options: Record<string, unknown>, message: string]>([
	[{ checkVariables: 'false' }, "'Check Variables' under 'Options' is 'false'"],
	[{ checkVariables: null }, "'Check Variables' under 'Options' is 'null'"],
	[{ unknownOutcome: 'maybe' }, "'If Outcome Is Unknown' is 'maybe', which does not exist"],
])('%j are refused too', (options, message) => {
	expect(refusalOf(() => read(options)).message).toBe(message);
});

test('the form offers exactly the options that are read, with the defaults they have', () => {
	const offered = templateOptionsField.options as Array<{ name: string; default: unknown }>;
	expect(Object.fromEntries(offered.map(({ name, default: value }) => [name, value]))).toEqual(
		DEFAULTS,
	);
	const { checkVariables: _onlyTemplates, ...others } = DEFAULTS;
	const forMessages = messageOptionsField.options as Array<{ name: string; default: unknown }>;
	expect(Object.fromEntries(forMessages.map(({ name, default: value }) => [name, value]))).toEqual(
		others,
	);
});
