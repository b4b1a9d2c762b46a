import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { InputError } from '../../../nodes/CustomerMessaging/delivery/inputError';
import { errorItem, runError, stateAfter, type FailedOutcome, type Outcome } from '../../../nodes/CustomerMessaging/delivery/outcome';
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
const noAnswer: Failure = { kind: 'noAnswer', message: 'The service did not answer within 60 seconds', advice: "Raise 'Timeout'" };

const done: Outcome = { state: 'done', results: [{ id: 'a' }] };
const untouched: Outcome = { state: 'untouched' };
const failed: FailedOutcome = { state: 'failed', failure: refused, recipient: '+12025550123' };
const unknown: FailedOutcome = { state: 'unknown', failure: noAnswer, recipient: '5001' };
const known: FailedOutcome = { ...unknown, known: true };
const invalid: FailedOutcome = { state: 'invalid', error: new InputError("'Text' is empty", 'Enter the text') };

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
		expect(json.error).toBe('Outcome unknown, the message may have arrived: the service did not answer within 60 seconds');
		expect(json.message).toContain("Look it up in the service's dashboard before you send it again");
		expect(json.message).toContain("'Resend Unknown'");
		expect(json.message).toContain("Raise 'Timeout'.");
		expect(json.details).toEqual({ status: 'unknown', recipient: '5001' });
	});

	test('a send that an earlier try had left open', () => {
		const { json } = errorItem(NODE, known, 'send', 0);
		expect(json.message).toContain('it was not sent again');
		expect(json.message).toContain("switch on 'Resend Unknown'");
		expect(json.details).toEqual({ status: 'unknown', recipient: '5001' });
	});

	test('values that cannot be used', () => {
		expect(errorItem(NODE, invalid, 'send', 2).json).toEqual({
			error: "'Text' is empty",
			message: "'Text' is empty. The message was not sent. Enter the text.",
			details: { status: 'failed' },
		});
	});

	test('any other error', () => {
		expect(errorItem(NODE, { state: 'invalid', error: new Error('Odd!') }, 'send', 2).json).toEqual({
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
		for (const outcome of [failed, unknown, known, invalid]) {
			expect(Object.keys(errorItem(NODE, outcome, 'send', 0).json)).toEqual(['error', 'message', 'details']);
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

	test('of several items names the item and keeps the books', () => {
		const error = runError(NODE, 'send', [done, failed, done, unknown, untouched, done], 1);
		expect(error.message).toBe(`${refused.message} [item 1]`);
		expect(error.description).toContain(
			'3 of 6 messages were sent, 2 were not, 1 may have been. A retry will not repeat those that were sent.',
		);
	});

	test('leaves out what there was none of', () => {
		expect(runError(NODE, 'send', [done, failed], 1).description).toContain('1 of 2 messages were sent, 1 were not. A retry');
	});

	test('of an unknown outcome does not claim that nothing was sent', () => {
		const { message, description } = runError(NODE, 'send', [unknown], 0);
		expect(message).toMatch(/^Outcome unknown, the message may have arrived: the service/);
		expect(description).not.toContain('was not sent');
	});

	test('of a read has no books', () => {
		const error = runError(NODE, 'read', [done, { state: 'failed', failure: refused }], 1);
		expect(error.description).toBe('Correct the values of this item.');
	});

	test('of bad input says that nothing was sent, and what else is wrong', () => {
		const others = Array.from({ length: 8 }, (): Outcome => ({ state: 'invalid', error: new InputError('Odd', 'Mend it') }));
		const error = runError(NODE, 'send', [untouched, invalid, ...others], 1);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe("'Text' is empty [item 1]");
		expect(error.context.itemIndex).toBe(1);
		expect(error.description).toBe(
			'Enter the text. Nothing was sent. Other items have problems too: item 2: Odd; item 3: Odd; item 4: Odd; item 5: Odd; item 6: Odd and 3 more.',
		);
	});

	test('of bad input in a read says nothing of sending', () => {
		expect(runError(NODE, 'read', [invalid], 0).description).toBe('Enter the text.');
	});
});

test('the state after a failure follows the retry table', () => {
	for (const kind of Object.keys(RETRY_POLICY) as FailureKind[]) {
		const failure: Failure = { kind, message: '', advice: '' };
		expect(stateAfter(failure, 'send')).toBe(['noAnswer', 'serverError', 'unreadable', 'cancelled'].includes(kind) ? 'unknown' : 'failed');
		expect(stateAfter(failure, 'read')).toBe('failed');
	}
});
