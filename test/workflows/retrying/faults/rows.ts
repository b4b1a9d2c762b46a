import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../../dev/sandbox/sandbox';
import { answering } from '../../../support/scene';
import type { Status } from '../statuses';

/** A way in which the service answers a send, and what the node has to make of it. */
export interface FaultRow {
	label: string;
	fault: Fault;
	/** What the message that the fault hits is said to be, where it is not tried again. */
	says: Status;
	/** Whether the service may have accepted the message; else it certainly has, or has not. */
	mayHaveAccepted?: boolean;
	/** Whether it is sent again within the same run of the node. */
	isSentAgain?: boolean;
	options?: IDataObject;
}

// Long enough for all the messages that are not held up, on a busy machine too.
const shortTimeout = { timeout: 8 };

const failed = (label: string, fault: Fault, more: Partial<FaultRow> = {}): FaultRow => ({
	...{ label, fault, says: 'failed' },
	...more,
});

const sent = (label: string, fault: Fault): FaultRow => ({ label, fault, says: 'sent' });

/** Nobody knows, as the service may have accepted the message. */
const unknown = (label: string, fault: Fault, more: Partial<FaultRow> = {}): FaultRow => ({
	...{ label, fault, says: 'unknown', mayHaveAccepted: true },
	...more,
});

const answer = (status: number, body?: unknown): [label: string, fault: Fault] => [
	body === undefined ? `status ${status}` : `status ${status} with ${JSON.stringify(body)}`,
	answering(status, body),
];

const redirect = (status: 300 | 301 | 302 | 303 | 304 | 307 | 308): [string, Fault] => [
	`redirect ${status}`,
	{ kind: 'redirect', status },
];

const withError = (error: unknown): [label: string, fault: Fault] => [
	`a success with the error ${JSON.stringify(error)}`,
	{ kind: 'successWithError', error },
];

const inThePast = 'Wed, 21 Oct 2015 07:28:00 GMT';

/** What a service can do, over HTTP and over TLS. */
export const faults: FaultRow[] = [
	...[400, 401, 404].map((status) => failed(...answer(status))),
	...[408, 500].map((status) => unknown(...answer(status))),
	...[0, inThePast].map((retryAfter) =>
		failed(
			`429, Retry-After ${retryAfter}`,
			{ kind: 'rateLimit', retryAfter },
			{ isSentAgain: true },
		),
	),
	...[400, 429].map((status) => unknown(...answer(status, { id: 'message-0', status: 'ongoing' }))),
	failed('429, Retry-After of a day', { kind: 'rateLimit', retryAfter: 86_400 }),
	sent('slow', { kind: 'slow', milliseconds: 50 }),
	sent('a byte at a time', { kind: 'drip', milliseconds: 0 }),
	...(
		[
			['slower than the timeout', { kind: 'slow', milliseconds: 30_000 }],
			['hang', { kind: 'hang' }],
			['the head of an answer, then silence', { kind: 'stall' }],
			['a byte at a time without end', { kind: 'drip', milliseconds: 50, endless: true }],
		] satisfies Array<[string, Fault]>
	).map(([label, fault]) => unknown(label, fault, { options: shortTimeout })),
	{ label: 'reset before the body', fault: { kind: 'resetBeforeBody' }, says: 'unknown' },
	unknown('reset after the body', { kind: 'resetAfterBody' }),
	unknown('half an answer', { kind: 'halfAnswer' }),
	failed('a web page with 404', { kind: 'html', status: 404 }),
	unknown('a web page with 502', { kind: 'html', status: 502 }),
	unknown('a web page', { kind: 'html' }),
	unknown('an empty body', answering(200, '')),
	unknown('10 MB', answering(200, { data: 'x'.repeat(10_000_000) })),
	sent('the wrong content type', { kind: 'wrongContentType' }),
	sent('a byte order mark', { kind: 'byteOrderMark' }),
	...([301, 307, 308] as const).map((status) => failed(...redirect(status))),
	// These may be the answer to a message that was taken.
	...([300, 302, 303, 304] as const).map((status) => unknown(...redirect(status))),
	failed('success: false', { kind: 'successFalse' }),
	failed('success: false in an error object', { kind: 'successFalse', shape: 'errorObject' }),
	// n8n takes an item with an `error` for a failed one.
	...['', 0, null, false].map((error) => sent(...withError(error))),
	...['The queue is full', { reason: 'full' }].map((error) => unknown(...withError(error))),
	// What else an answer says is in responsePolicy.test.ts.
	sent(...answer(200, { success: true })),
	failed(...answer(200, { error: 'No credit left' })),
	unknown(...answer(200, { message: 'Welcome' })),
	failed('400 with the URL', { kind: 'echoUrl' }),
	unknown('500 with the URL', { kind: 'echoUrl', status: 500 }),
];

/** What only a service that speaks TLS can do. */
export const faultsOfTls = (['badRecord', 'plainText', 'alert'] as const).map((way) =>
	unknown(`TLS that breaks with ${way}`, { kind: 'breakTls', with: way }),
);

/** One fault of each kind: a refusal, a wrong key, a failure, a broken connection, and a report in the operation's own answer. */
export const KINDS_OF_FAULTS = [
	'status 400',
	'status 401',
	'status 500',
	'reset after the body',
	'success: false',
];
