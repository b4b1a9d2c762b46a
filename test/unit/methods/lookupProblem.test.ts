import { NodeOperationError } from 'n8n-workflow';

import { InputError } from '../../../nodes/CustomerMessaging/delivery/inputError';
import { LookupError } from '../../../nodes/CustomerMessaging/delivery/lookupError';
import { problemOf, problemOfError } from '../../../nodes/CustomerMessaging/methods/lookupProblem';
import type { Failure, FailureKind } from '../../../nodes/CustomerMessaging/transport/failure';
import { NODE } from '../doubles/executeContext';

const WHEN_REFUSED = 'Check the form';

const failure = (kind: FailureKind): Failure => ({ kind, message: 'It failed', advice: "Raise 'Timeout' under 'Options'" });

describe('a failed request', () => {
	test.each<[advice: string, kinds: FailureKind[]]>([
		['Check the form.', ['refused', 'unsuccessful']],
		// What helps a run, such as options and fewer items, is not there in a form.
		['Try again in a moment.', ['noAnswer', 'rateLimited']],
		["Raise 'Timeout' under 'Options'.", ['unreachable', 'blocked', 'serverError', 'unreadable', 'unauthorized', 'redirected', 'cancelled']],
	])('is told with %j', (advice, kinds) => {
		for (const kind of kinds) expect(problemOf(failure(kind), WHEN_REFUSED)).toStrictEqual({ message: 'It failed.', advice });
	});

	test('keeps its status, where there was an answer, and nothing else', () => {
		expect(problemOf({ ...failure('refused'), httpCode: '400', code: 'T404', retryAfter: 5 }, WHEN_REFUSED)).toEqual({
			message: 'It failed.',
			advice: 'Check the form.',
			httpCode: '400',
		});
	});

	test('in words that end by themselves gets no second stop', () => {
		expect(problemOf({ ...failure('unreadable'), message: 'Is this the service?', advice: 'Look!' }, WHEN_REFUSED)).toEqual({
			message: 'Is this the service?',
			advice: 'Look!',
		});
	});
});

describe('whatever was thrown before the request', () => {
	test('a look-up that failed is told as its request', () => {
		expect(problemOfError(new LookupError({ ...failure('refused'), httpCode: '400' }), WHEN_REFUSED)).toEqual({
			message: 'It failed.',
			advice: 'Check the form.',
			httpCode: '400',
		});
	});

	test.each<[what: string, error: unknown, message: string, advice: string]>([
		['a value that cannot be used', new InputError("'Channel' is 'Shop'", 'Use its ID'), "'Channel' is 'Shop'.", 'Use its ID.'],
		['an error of the node', new NodeOperationError(NODE, 'No key.', { description: 'Enter it' }), 'No key.', 'Enter it.'],
		['an error of the node without advice', new NodeOperationError(NODE, 'No key'), 'No key.', ''],
		['any other error', new Error('Odd'), 'Odd.', ''],
		['text', 'Odd', 'Odd.', ''],
		['nothing', undefined, 'undefined.', ''],
	])('%s', (_what, error, message, advice) => {
		expect(problemOfError(error, WHEN_REFUSED)).toEqual({ message, advice });
	});
});
