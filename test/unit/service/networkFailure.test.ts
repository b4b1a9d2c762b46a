import { FailureError } from '../../../lib/basics/failure';
import {
	networkFailure,
	timeoutFailure,
} from '../../../nodes/CustomerMessaging/service/networkFailure';

function error(message: string, fields: object = {}, cause?: unknown): Error {
	return Object.assign(new Error(message, { cause }), fields);
}

const systemError = (syscall: string, code: string): Error =>
	error(`${syscall} ${code} 198.51.100.7:443`, { code, syscall });

/** What a write throws that waits for the handshake. */
const writing = (words: string): Error =>
	error(
		`write EPROTO 80EC:error:0A00010B:SSL routines:${words}:../ssl/record/ssl3_record.c:350:\n`,
		{
			code: 'EPROTO',
			syscall: 'write',
		},
	);

/** A value as it is thrown, and an error as n8n's HTTP helper gives it on, too: in axios's, and that in n8n's. */
function asThrown(inner: unknown): unknown[] {
	if (!(inner instanceof Error)) return [inner];
	const { message, code } = inner as { message: string; code?: string };
	const axios = error(message, { name: 'AxiosError', code }, inner);
	return [inner, error('The service could not be reached', { name: 'NodeApiError' }, axios)];
}

test.each<[reason: string, codes: string, step?: string]>([
	['its host name was not found', 'ENOTFOUND EAI_AGAIN EAI_FAIL', 'getaddrinfo'],
	[
		'no connection could be made',
		'ECONNREFUSED EHOSTUNREACH ENETUNREACH ENETDOWN EHOSTDOWN EADDRNOTAVAIL EMFILE ENFILE ETIMEDOUT ECONNRESET EPERM EACCES',
		'connect',
	],
	[
		'no connection could be made',
		'UNSPECIFIED CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REVOKED CERT_UNTRUSTED CERT_REJECTED CERT_CHAIN_TOO_LONG CERT_SIGNATURE_FAILURE INVALID_CA INVALID_PURPOSE PATH_LENGTH_EXCEEDED UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH',
	],
])('a request that never left: %s: %s', (reason, codes, syscall = undefined) => {
	for (const code of codes.split(' '))
		for (const thrown of asThrown(error("in Node's words", { code, syscall })))
			expect(networkFailure(thrown, 60, 'send')).toEqual({
				kind: 'unreachable',
				message: `The service could not be reached: ${reason}`,
				advice: "Check 'Base URL' in the credential and the network between n8n and the service",
				code,
			});
});

test('nor did one leave where the handshake broke off, or every address of the host was tried in vain', () => {
	const message = 'Client network socket disconnected before secure TLS connection was established';
	const handshake = error(message, { code: 'ECONNRESET' });
	const tried = [systemError('connect', 'ETIMEDOUT'), systemError('connect', 'ENETUNREACH')];
	const all = Object.assign(new AggregateError(tried), { code: 'ETIMEDOUT' });
	const failed = [
		'ssl3_get_record:wrong version number',
		'ssl3_read_bytes:tlsv1 unrecognized name',
		'ssl3_read_bytes:ssl/tls alert handshake failure',
		'ssl3_read_bytes:tlsv1 alert protocol version',
		'tls_process_server_hello:unsupported protocol',
		'ssl3_get_record:packet length too long',
		'tls_get_more_records:data length too long',
	].map((words) => writing(words));
	for (const thrown of [handshake, all, ...failed].flatMap(asThrown))
		expect(networkFailure(thrown, 60, 'send').kind).toBe('unreachable');
});

test.each<[name: string, thrown: unknown]>([
	['reset', systemError('read', 'ECONNRESET')],
	['broken pipe', systemError('write', 'EPIPE')],
	['hung up', error('socket hang up', { code: 'ECONNRESET' })],
	['half an answer', error('aborted', { code: 'ERR_BAD_RESPONSE' })],
	['a bad answer', error('Parse Error', { code: 'HPE_INVALID_CONSTANT' })],
	['a route lost on the way', systemError('read', 'EHOSTUNREACH')],
	['a network lost on the way', systemError('write', 'ENETUNREACH')],
	['a lost route, at nobody knows which moment', error('lost', { code: 'EHOSTUNREACH' })],
	['no more files while one was read', systemError('open', 'EMFILE')],
	['a refused connection, said without its step', error('no', { code: 'ECONNREFUSED' })],
	['a code that is a name of every object', error('odd', { code: 'constructor' })],
	[
		'a reset beside an address that could not be reached before',
		error('', { code: 'ECONNRESET', syscall: 'read' }, error('', { syscall: 'connect' })),
	],
	['an error without a code', error('Something broke')],
	[
		'a certificate, named while the response was read',
		error('', { code: 'CERT_HAS_EXPIRED', syscall: 'read' }),
	],
	['an alert that may come later', writing('ssl3_read_bytes:tlsv1 alert internal error')],
	['no error at all', undefined],
	['an object without words', {}],
	['a text', 'broken'],
	['null', null],
])('nobody knows the fate of a request with %s', (_name, cause) => {
	for (const thrown of asThrown(cause))
		expect(networkFailure(thrown, 60, 'send')).toMatchObject({
			kind: 'noResponse',
			message: "The connection broke before the service's response was complete",
		});
});

test.each([
	...['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'ERR_SSL_WRONG_VERSION_NUMBER'],
	...['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'ERR_SSL_OF_A_LATER_NODE', 'EPROTO'],
	'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
])('nor that of one whose secure connection broke with %s', (code) => {
	for (const thrown of [...asThrown(error('broken', { code })), systemError('write', code)])
		expect(networkFailure(thrown, 60, 'send')).toEqual({
			kind: 'noResponse',
			message: "The connection broke before the service's response was complete",
			advice: '',
			code,
		});
});

test.each<[name: string, cause: Error]>([
	['by axios, in any words', error('too slow', { code: 'ECONNABORTED' })],
	['by the network', systemError('read', 'ETIMEDOUT')],
])('a timeout is told in seconds, be it found %s', (_name, cause) => {
	for (const thrown of asThrown(cause))
		expect(networkFailure(thrown, 2, 'send')).toEqual(timeoutFailure(2, 'send'));
	expect(timeoutFailure(90, 'send')).toMatchObject({
		kind: 'noResponse',
		message: "The service did not respond within 90 seconds ('Timeout (Seconds)' under 'Options')",
		advice: '',
	});
	expect(timeoutFailure(1, 'read')).toMatchObject({
		message: 'The service did not respond within 1 second',
		// A read has no such option.
		advice: "Check the service's status",
	});
});

test('what was cancelled, what n8n forbids, what fails in this node and what wraps itself are told apart', () => {
	for (const thrown of asThrown(error('canceled', { code: 'ERR_CANCELED' })))
		expect(networkFailure(thrown, 60, 'send').kind).toBe('cancelled');
	for (const thrown of asThrown(error('blocked', { name: 'SsrfBlockedIpError' })))
		expect(networkFailure(thrown, 60, 'send')).toMatchObject({
			kind: 'blocked',
			message: expect.stringContaining('does not allow') as string,
		});
	const ours = { kind: 'invalid' as const, message: 'The file is gone', advice: '' };
	for (const thrown of asThrown(new FailureError(ours)))
		expect(networkFailure(thrown, 60, 'send')).toBe(ours);
	const circular = error('round and round');
	circular.cause = circular;
	expect(networkFailure(circular, 60, 'send').kind).toBe('noResponse');
});

test('nothing of the request is repeated, which may hold the key', () => {
	const url = 'https://hub.example.com/x?api_key=secret';
	const fields = { code: 'ECONNREFUSED', syscall: 'connect', config: { url } };
	const refused = error(`connect ECONNREFUSED ${url}`, fields);
	for (const thrown of [...asThrown(refused), error('secret', { code: 'ECONNRESET' }, refused)])
		expect(JSON.stringify(networkFailure(thrown, 60, 'send'))).not.toContain('secret');
});
