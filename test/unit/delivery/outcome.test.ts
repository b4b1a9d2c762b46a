import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import {
	errorItem,
	isFailure,
	openingError,
	runError,
	stateAfter,
	type FailedOutcome,
	type Outcome,
} from '../../../nodes/CustomerMessaging/delivery/outcome';
import { RETRY_POLICY } from '../../../nodes/CustomerMessaging/delivery/retryPolicy';
import type { Failure, FailureKind } from '../../../nodes/CustomerMessaging/transport/failure';
import { NODE } from '../doubles/executeContext';

const refused: Failure = {
	kind: 'refused',
	message: 'The service refused the request with status 400: Unknown template (code T404)',
	advice: 'Correct the values of this item',
	httpCode: '400',
	code: 'T404',
};
const noAnswer: Failure = {
	kind: 'noAnswer',
	message: 'The service did not answer within 60 seconds',
	advice: "Raise 'Timeout'",
};

const done: Outcome = { state: 'done', results: [{ id: 'a' }] };
const untouched: Outcome = { state: 'untouched' };
const failed: FailedOutcome = { state: 'failed', failure: refused, recipient: '+12025550123' };
const unknown: FailedOutcome = { state: 'unknown', failure: noAnswer, recipient: '5001' };
const heldBack: FailedOutcome = { ...unknown, isHeldBack: true };
const invalid = invalidBecause("'Text' is empty", 'Enter the text');

/** An item whose values cannot be used. */
function invalidBecause(message: string, advice: string): FailedOutcome {
	return { state: 'failed', failure: { kind: 'invalid', message, advice } };
}

/** The node as n8n makes an AI agent's tool of it. */
const TOOL = { ...NODE, type: `${NODE.type}Tool` };

describe('the output of a failed item', () => {
	test('is marked for the error output of n8n 1, and the mark does not outlive the first copy', () => {
		const marked = errorItem({ ...NODE, onError: 'continueErrorOutput' }, failed, 'send', 4);
		const plain = errorItem({ ...NODE, onError: 'continueRegularOutput' }, failed, 'send', 4);

		expect(marked.error).toEqual({ message: marked.json.message });
		expect({ ...marked }).toStrictEqual(plain);
		expect(JSON.stringify(marked)).toBe(JSON.stringify(plain));
		expect('error' in plain).toBe(false);
	});

	test('a failed send', () => {
		expect(errorItem(NODE, failed, 'send', 4)).toEqual({
			json: {
				error: 'The service refused the request with status 400: Unknown template (code T404)',
				message:
					'The service refused the request with status 400: Unknown template (code T404). The message was not sent. Correct the values of this item.',
				details: { status: 'failed', httpCode: '400', code: 'T404', recipient: '+12025550123' },
			},
			pairedItem: { item: 4 },
		});
	});

	test('a send whose outcome is unknown', () => {
		const { json } = errorItem(NODE, unknown, 'send', 0);
		expect(json.error).toBe(
			'Outcome unknown, the message to 5001 may have arrived: the service did not answer within 60 seconds',
		);
		expect(json.message).toContain(
			"Look it up in the service's dashboard before you send it again",
		);
		expect(json.message).toContain("'If Outcome Is Unknown'");
		expect(json.message).toContain("Raise 'Timeout'.");
		expect(json.details).toEqual({ status: 'unknown', recipient: '5001' });
	});

	test('a send that an earlier try had left open', () => {
		const { json } = errorItem(NODE, heldBack, 'send', 0);
		expect(json.error).toBe(
			'Outcome unknown, the message to 5001 may have arrived: the service did not answer within 60 seconds',
		);
		expect(json.message).toContain('it was not sent again');
		expect(json.message).toContain("set 'If Outcome Is Unknown'");
		expect(json.details).toEqual({ status: 'unknown', recipient: '5001' });
	});

	test('values that cannot be used', () => {
		expect(errorItem(NODE, invalid, 'send', 2).json).toEqual({
			error: "'Text' is empty",
			message: "'Text' is empty. The message was not sent. Enter the text.",
			details: { status: 'failed' },
		});
	});

	test('an error that comes without advice', () => {
		expect(errorItem(NODE, invalidBecause('Odd!', ''), 'send', 2).json).toEqual({
			error: 'Odd!',
			message: 'Odd! The message was not sent.',
			details: { status: 'failed' },
		});
	});

	test('a failed read says nothing of messages', () => {
		expect(errorItem(NODE, { state: 'failed', failure: refused }, 'read', 0).json).toEqual({
			error: refused.message,
			message: `${refused.message}. Correct the values of this item.`,
			details: { status: 'failed', httpCode: '400', code: 'T404' },
		});
	});

	test('has the three keys alone, which n8n sends to the error output', () => {
		for (const outcome of [failed, unknown, heldBack, invalid]) {
			expect(Object.keys(errorItem(NODE, outcome, 'send', 0).json)).toEqual([
				'error',
				'message',
				'details',
			]);
		}
	});
});

describe('the error a run ends with', () => {
	test('of one item says what happened and that it was not sent', () => {
		const error = runError(NODE, 'send', [failed], 0);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toBe(refused.message);
		expect(error.description).toBe('The message was not sent. Correct the values of this item.');
		expect((error as NodeApiError).httpCode).toBe('400');
		expect(error.context).toMatchObject({
			itemIndex: 0,
			details: { status: 'failed', httpCode: '400', code: 'T404', recipient: '+12025550123' },
		});
	});

	test('of several items names the item and counts what was sent', () => {
		const error = runError(NODE, 'send', [done, failed, done, unknown, untouched, done], 1);
		expect(error.message).toBe(`${refused.message} [item 1]`);
		expect(error.description).toBe(
			"The message was not sent. Correct the values of this item. 3 of 6 messages were sent, 2 were not, 1 may have been. 'Retry' in the executions list will not send those again that were sent; running this step or the workflow again will.",
		);
	});

	test('leaves out what there was none of', () => {
		expect(runError(NODE, 'send', [done, failed], 1).description).toContain(
			'1 of 2 messages was sent, 1 was not. ',
		);
	});

	test.each([
		['unknown', unknown, "'Retry' in the executions list will not, unless"],
		['held back', heldBack, 'An earlier try left this open, so it was not sent again'],
	])('of an outcome that is %s does not claim that nothing was sent', (_name, outcome, whatNow) => {
		const { message, description } = runError(NODE, 'send', [outcome], 0);
		expect(message).toMatch(/^Outcome unknown, the message to 5001 may have arrived: the service/);
		expect(description).toContain(whatNow);
		expect(description).not.toContain('was not sent.');
	});

	test('of a read counts no messages', () => {
		const error = runError(NODE, 'read', [done, { state: 'failed', failure: refused }], 1);
		expect(error.description).toBe('Correct the values of this item.');
	});

	test('of bad input says that nothing was sent, and what else is wrong', () => {
		const others = Array.from({ length: 8 }, (): Outcome => invalidBecause('Odd', 'Mend it'));
		const error = runError(NODE, 'send', [untouched, invalid, ...others], 1);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe("'Text' is empty [item 1]");
		expect(error.context.itemIndex).toBe(1);
		expect(error.description).toBe(
			'Enter the text. Nothing was sent. Other items have problems too: items 2, 3, 4, 5, 6 and 3 more: Odd.',
		);
	});

	test('of bad input after an earlier try counts what that one sent', () => {
		const error = runError(NODE, 'send', [done, heldBack, invalid, failed, untouched], 2);
		expect(error.description).toBe(
			"Enter the text. 1 of 5 messages was sent, 3 were not, 1 may have been. 'Retry' in the executions list will not send those again that were sent; running this step or the workflow again will.",
		);
	});

	test('of bad input in a read says nothing of sending', () => {
		expect(runError(NODE, 'read', [invalid], 0).description).toBe('Enter the text.');
	});
});

test('an agent reads in the message of its tool all that a person reads in message and description', () => {
	for (const outcomes of [[failed], [unknown], [heldBack], [invalid], [done, failed, unknown]]) {
		const itemIndex = outcomes.findIndex(isFailure);
		const { message, description } = runError(NODE, 'send', outcomes, itemIndex);
		const told = runError(TOOL, 'send', outcomes, itemIndex);
		expect(told.message).toBe(`${message}. ${description}`);
		expect(told.description ?? undefined).toBeUndefined();
	}
	const told = openingError(TOOL, {
		kind: 'invalid',
		message: "The credential's 'API Key' is empty.",
		advice: 'Copy it',
	});
	expect(told.message).toBe("The credential's 'API Key' is empty. Copy it.");
	expect(told.description ?? undefined).toBeUndefined();
});

describe('a network code among the words, for which n8n has a sentence of its own,', () => {
	const n8nWorkflow = createRequire(__filename).resolve('n8n-workflow');
	const source = readFileSync(
		path.join(path.dirname(n8nWorkflow), 'errors/abstract/node.error.js'),
		'utf8',
	);
	const [, table = ''] = /COMMON_ERRORS = \{([\s\S]*?)\n\};/.exec(source) ?? [];
	const entries = [...table.matchAll(/^\s*([A-Z_]+): (['"])(.*)\2,$/gm)].map(
		([, code, , sentence]) => [code!, sentence!] as const,
	);

	test("is read from n8n's own list", () => {
		expect(entries.map(([code]) => code)).toEqual(
			expect.arrayContaining([
				'ECONNREFUSED',
				'ECONNRESET',
				'ENOTFOUND',
				'ETIMEDOUT',
				'EPERM',
				'GETADDRINFO',
			]),
		);
		expect(entries).toHaveLength(
			table.split('\n').filter((line) => /^\s*[^\s/]/.test(line)).length,
		);
		// What the errors would say if n8n's classes were left to themselves.
		for (const [code, sentence] of entries) {
			expect(new NodeOperationError(NODE, `It says ${code}`).message).toBe(sentence);
			expect(new NodeApiError(NODE, { message: `It says ${code}` }).message).toBe(sentence);
		}
	});

	test.each(entries)('%s: message and description stay as they are', (code) => {
		for (const word of [code, code.toLowerCase()]) {
			const message = `The service refused the request: connect ${word} 192.0.2.1:443`;
			const advice = `Look for ${word} in its log`;
			const failures: Failure[] = [
				{ kind: 'invalid', message, advice },
				{ kind: 'invalid', message, advice: '' },
				{ kind: 'refused', message, advice, httpCode: '400', code },
				{ kind: 'unreachable', message, advice, code },
				{ kind: 'unreachable', message: word, advice: word, httpCode: code, code },
			];
			for (const failure of failures) {
				const error = runError(NODE, 'read', [{ state: 'failed', failure }], 0);
				expect(error).toBeInstanceOf(
					failure.kind === 'invalid' ? NodeOperationError : NodeApiError,
				);
				expect([error.message, error.description ?? '', error.messages]).toEqual([
					failure.message,
					failure.advice === '' ? '' : `${failure.advice}.`,
					[],
				]);

				const opening = openingError(NODE, failure);
				expect([opening.message, opening.description ?? '', opening.messages]).toEqual([
					failure.message,
					failure.advice === '' ? '' : `${failure.advice}.`,
					[],
				]);

				const sent = runError(NODE, 'send', [done, { state: 'unknown', failure }], 1);
				expect(sent.message).toContain(`${failure.message.slice(1)} [item 1]`);
				expect(sent.description).toContain('1 of 2 messages was sent');

				const told = runError(TOOL, 'send', [{ state: 'failed', failure }], 0);
				expect(told.message.startsWith(failure.message)).toBe(true);
				expect(told.message).toContain(failure.advice);
			}
		}
	});
});

test('the state after a failure follows the retry table', () => {
	for (const kind of Object.keys(RETRY_POLICY) as FailureKind[]) {
		const failure: Failure = { kind, message: '', advice: '' };
		const mayHaveArrived = ['noAnswer', 'serverError', 'unreadable', 'cancelled'].includes(kind);
		expect(stateAfter(failure, 'send')).toBe(mayHaveArrived ? 'unknown' : 'failed');
		expect(stateAfter(failure, 'read')).toBe('failed');
	}
});
