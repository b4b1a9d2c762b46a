import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../../dev/sandbox/sandbox';
import type { Status } from '../statuses';

/** A way in which the service answers a send, and what the node has to make of it. */
export interface FaultRow {
	label: string;
	fault: Fault;
	/** What the message that the fault hits is said to be, where it is not tried again. */
	says: Status;
	/** Whether the service may have accepted the message; else it surely has, or surely has not. */
	mayHaveAccepted?: boolean;
	/** Whether it is sent again within the same run of the node. */
	isSentAgain?: boolean;
	options?: IDataObject;
}

// Long enough for all the messages that are not held up, on a busy machine too.
const shortTimeout = { timeout: 8 };

/** What a service can do, over HTTP and over TLS. */
export const faults: FaultRow[] = [
	...[400, 403, 404, 422].map((status): FaultRow => ({
		label: `status ${status}`,
		fault: { kind: 'status', status },
		says: 'failed',
	})),
	{ label: 'status 401', fault: { kind: 'status', status: 401 }, says: 'failed' },
	...[500, 502, 503].map((status): FaultRow => ({
		label: `status ${status}`,
		fault: { kind: 'status', status },
		says: 'unknown',
		mayHaveAccepted: true,
	})),
	{
		label: '429, Retry-After 0',
		fault: { kind: 'rateLimit', retryAfter: 0 },
		says: 'failed',
		isSentAgain: true,
	},
	{
		label: '429, Retry-After in the past',
		fault: { kind: 'rateLimit', retryAfter: 'Wed, 21 Oct 2015 07:28:00 GMT' },
		says: 'failed',
		isSentAgain: true,
	},
	{ label: 'slow', fault: { kind: 'slow', milliseconds: 50 }, says: 'sent' },
	{
		label: 'slower than the timeout',
		fault: { kind: 'slow', milliseconds: 30_000 },
		says: 'unknown',
		mayHaveAccepted: true,
		options: shortTimeout,
	},
	{
		label: 'hang',
		fault: { kind: 'hang' },
		says: 'unknown',
		mayHaveAccepted: true,
		options: shortTimeout,
	},
	{
		label: 'the head of an answer, then silence',
		fault: { kind: 'stall' },
		says: 'unknown',
		mayHaveAccepted: true,
		options: shortTimeout,
	},
	{ label: 'a byte at a time', fault: { kind: 'drip', milliseconds: 0 }, says: 'sent' },
	{
		label: 'a byte at a time without end',
		fault: { kind: 'drip', milliseconds: 50, endless: true },
		says: 'unknown',
		mayHaveAccepted: true,
		options: shortTimeout,
	},
	{ label: 'reset before the body', fault: { kind: 'resetBeforeBody' }, says: 'unknown' },
	{
		label: 'reset after the body',
		fault: { kind: 'resetAfterBody' },
		says: 'unknown',
		mayHaveAccepted: true,
	},
	{
		label: 'half an answer',
		fault: { kind: 'halfAnswer' },
		says: 'unknown',
		mayHaveAccepted: true,
	},
	{ label: 'a web page with 404', fault: { kind: 'html', status: 404 }, says: 'failed' },
	{
		label: 'a web page with 502',
		fault: { kind: 'html', status: 502 },
		says: 'unknown',
		mayHaveAccepted: true,
	},
	{ label: 'an empty body', fault: { kind: 'emptyBody' }, says: 'unknown', mayHaveAccepted: true },
	{ label: 'the wrong content type', fault: { kind: 'wrongContentType' }, says: 'sent' },
	{ label: 'a byte order mark', fault: { kind: 'byteOrderMark' }, says: 'sent' },
	{
		label: '10 MB',
		fault: { kind: 'hugeBody', bytes: 10_000_000 },
		says: 'unknown',
		mayHaveAccepted: true,
	},
	{
		label: 'a web page',
		fault: { kind: 'html' },
		says: 'unknown',
		mayHaveAccepted: true,
	},
	...([301, 307, 308] as const).map((status): FaultRow => ({
		label: `redirect ${status}`,
		fault: { kind: 'redirect', status },
		says: 'failed',
	})),
	// These may be the answer to a message that was taken.
	...([300, 302, 303, 304] as const).map((status): FaultRow => ({
		label: `redirect ${status}`,
		fault: { kind: 'redirect', status },
		says: 'unknown',
		mayHaveAccepted: true,
	})),
	{ label: 'success: false', fault: { kind: 'successFalse' }, says: 'failed' },
	{
		label: 'success: false in an error object',
		fault: { kind: 'successFalse', shape: 'errorObject' },
		says: 'failed',
	},
	// n8n takes an item with an `error` for a failed one, on 1.123 whatever its value.
	...['', 0, null, false].map((error): FaultRow => ({
		label: `a success with the error ${JSON.stringify(error)}`,
		fault: { kind: 'successWithError', error },
		says: 'sent',
	})),
	...['The queue is full', { reason: 'full' }].map((error): FaultRow => ({
		label: `a success with the error ${JSON.stringify(error)}`,
		fault: { kind: 'successWithError', error },
		says: 'unknown',
		mayHaveAccepted: true,
	})),
	...[{ id: 'message-0' }, { success: true }, { data: { status: 'ongoing' } }].map(
		(body): FaultRow => ({ ...status200(body), says: 'sent' }),
	),
	...[
		{ success: 'false' },
		{ code: 'E1', success: 0 },
		{ id: 'message-0', extra: { success: 'false' } },
		{ error: 'No credit left' },
		{ detail: 'An invalid API key was provided.' },
	].map((body): FaultRow => ({ ...status200(body), says: 'failed' })),
	...[{}, { message: 'Welcome' }, { id: '' }, { data: { status: '' } }, { error: '' }].map(
		(body): FaultRow => ({ ...status200(body), says: 'unknown', mayHaveAccepted: true }),
	),
	{ label: '400 with the URL', fault: { kind: 'echoUrl' }, says: 'failed' },
	{
		label: '500 with the URL',
		fault: { kind: 'echoUrl', status: 500 },
		says: 'unknown',
		mayHaveAccepted: true,
	},
];

/** What only a service that speaks TLS can do. */
export const faultsOfTls = (['badRecord', 'plainText', 'alert'] as const).map((way): FaultRow => ({
	label: `TLS that breaks with ${way}`,
	fault: { kind: 'breakTls', with: way },
	says: 'unknown',
	mayHaveAccepted: true,
}));

function status200(body: object): Pick<FaultRow, 'label' | 'fault'> {
	return {
		label: `status 200 with ${JSON.stringify(body)}`,
		fault: { kind: 'status', status: 200, body },
	};
}

/** One fault of each kind: a refusal, a wrong key, a failure, a broken connection, and a report in the operation's own answer. */
export const KINDS_OF_FAULTS = [
	'status 400',
	'status 401',
	'status 500',
	'reset after the body',
	'success: false',
];
