import {
	networkFailure,
	timeoutFailure,
} from '../../../nodes/CustomerMessaging/transport/networkFailure';

interface ErrorFields {
	code?: string;
	syscall?: string;
	name?: string;
	errors?: unknown[];
}

function error(message: string, fields: ErrorFields = {}, cause?: unknown): Error {
	return Object.assign(new Error(message, { cause }), fields);
}

/** An error as n8n's HTTP helper gives it on: wrapped in axios's, and that once more in n8n's. */
function wrapped(inner: Error & { code?: string }): Error {
	const axios = error(inner.message, { name: 'AxiosError', code: inner.code }, inner);
	return error('The service could not be reached', { name: 'NodeApiError' }, axios);
}

const systemError = (syscall: string, code: string): Error =>
	error(`${syscall} ${code} 198.51.100.7:443`, { code, syscall });

describe('a request that never left', () => {
	test.each<[name: string, error: Error, reason: RegExp, code: string | undefined]>([
		[
			'refused',
			systemError('connect', 'ECONNREFUSED'),
			/nothing answers at that address/,
			'ECONNREFUSED',
		],
		[
			'unknown host',
			systemError('getaddrinfo', 'ENOTFOUND'),
			/host name is not known/,
			'ENOTFOUND',
		],
		[
			'name server away',
			systemError('getaddrinfo', 'EAI_AGAIN'),
			/could not be looked up just now/,
			'EAI_AGAIN',
		],
		[
			'no route to the host',
			systemError('connect', 'EHOSTUNREACH'),
			/no route to its host/,
			'EHOSTUNREACH',
		],
		[
			'no route to the network',
			systemError('connect', 'ENETUNREACH'),
			/no route to its network/,
			'ENETUNREACH',
		],
		['no network', systemError('connect', 'ENETDOWN'), /network is down/, 'ENETDOWN'],
		['no free port', systemError('connect', 'EADDRNOTAVAIL'), /no free port/, 'EADDRNOTAVAIL'],
		['too many open files', systemError('connect', 'EMFILE'), /too many open files/, 'EMFILE'],
		[
			'no answer to the connection',
			systemError('connect', 'ETIMEDOUT'),
			/could not be made in time/,
			'ETIMEDOUT',
		],
		[
			'reset while connecting',
			systemError('connect', 'ECONNRESET'),
			/connection could not be made/,
			'ECONNRESET',
		],
		[
			'no permission to connect',
			systemError('connect', 'EPERM'),
			/does not allow the connection/,
			'EPERM',
		],
		[
			'name server broken',
			systemError('getaddrinfo', 'EAI_FAIL'),
			/could not be looked up/,
			'EAI_FAIL',
		],
		[
			'a certificate with a weak key',
			error('unspecified', { code: 'UNSPECIFIED' }),
			/certificate was refused/,
			'UNSPECIFIED',
		],
		[
			'expired certificate',
			error('certificate has expired', { code: 'CERT_HAS_EXPIRED' }),
			/has expired/,
			'CERT_HAS_EXPIRED',
		],
		[
			'self-signed certificate',
			error('self-signed', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
			/self-signed/,
			'DEPTH_ZERO_SELF_SIGNED_CERT',
		],
		[
			'certificate of another host',
			error('altnames', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
			/another host/,
			'ERR_TLS_CERT_ALTNAME_INVALID',
		],
		[
			'unknown issuer',
			error('issuer', { code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }),
			/issuer/,
			'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		],
		[
			'hung up in the TLS handshake',
			error('Client network socket disconnected before secure TLS connection was established', {
				code: 'ECONNRESET',
			}),
			/secure connection/,
			'ECONNRESET',
		],
	])('%s', (_name, cause, reason, code) => {
		for (const thrown of [cause, wrapped(cause)]) {
			const failure = networkFailure(thrown, 60);
			expect(failure.kind).toBe('unreachable');
			expect(failure.message).toMatch(/^The service could not be reached: /);
			expect(failure.message).toMatch(reason);
			expect(failure.advice).toContain("'Base URL'");
			expect(failure.code).toBe(code);
		}
	});

	test('every address of the host was tried in vain', () => {
		const tried = [systemError('connect', 'ETIMEDOUT'), systemError('connect', 'ENETUNREACH')];
		const all = Object.assign(new AggregateError(tried), { code: 'ETIMEDOUT' });
		for (const thrown of [all, wrapped(all)])
			expect(networkFailure(thrown, 60).kind).toBe('unreachable');
	});
});

describe('a request whose fate nobody knows', () => {
	test.each<[name: string, error: unknown]>([
		['reset', systemError('read', 'ECONNRESET')],
		['broken pipe', systemError('write', 'EPIPE')],
		['hung up', error('socket hang up', { code: 'ECONNRESET' })],
		['half an answer', error('aborted', { code: 'ERR_BAD_RESPONSE' })],
		['a bad answer', error('Parse Error', { code: 'HPE_INVALID_CONSTANT' })],
		['route lost on the way', systemError('read', 'EHOSTUNREACH')],
		['network lost on the way', systemError('write', 'ENETUNREACH')],
		['network down on the way', systemError('read', 'ENETDOWN')],
		['a lost route, at nobody knows which moment', error('lost', { code: 'EHOSTUNREACH' })],
		['a route that n8n’s file storage lost while the file was read', systemError('open', 'EMFILE')],
		[
			'a storage service that refused the connection, said without its step',
			error('refused', { code: 'ECONNREFUSED' }),
		],
		['a code that is a name of every object', error('odd', { code: 'constructor' })],
		[
			'a reset beside an address that could not be reached before',
			error(
				'failed',
				{ code: 'ECONNRESET', syscall: 'read' },
				error('earlier', { syscall: 'connect' }),
			),
		],
		[
			'a file that could not be opened, beside a step of the connection',
			error('failed', { code: 'EMFILE', syscall: 'open' }, error('step', { syscall: 'connect' })),
		],
		['an error without a code', error('Something broke')],
		['no error at all', undefined],
		['a text', 'broken'],
		['null', null],
	])('%s', (_name, thrown) => {
		const cases = thrown instanceof Error ? [thrown, wrapped(thrown)] : [thrown];
		for (const one of cases) {
			const failure = networkFailure(one, 60);
			expect(failure.kind).toBe('noAnswer');
			expect(failure.message).toBe("The connection broke before the service's answer was complete");
		}
	});

	test.each([
		'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
		'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC',
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'ERR_SSL_BAD_RECORD_TYPE',
		'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
		'ERR_SSL_OF_A_LATER_NODE',
		'EPROTO',
	])('a secure connection that broke with %s', (code) => {
		for (const thrown of [
			error('broken', { code }),
			wrapped(error('broken', { code })),
			systemError('write', code),
		]) {
			expect(networkFailure(thrown, 60)).toEqual({
				kind: 'noAnswer',
				message: "The secure connection broke before the service's answer was complete",
				advice:
					"Check that the address in 'Base URL' speaks https on that port, and the network between n8n and the service",
				code,
			});
		}
	});

	test.each<[name: string, error: Error]>([
		['by axios', error('timeout of 2000ms exceeded', { code: 'ECONNABORTED' })],
		['by axios in its words', error('timeout of 2000ms exceeded')],
		['by the network', systemError('read', 'ETIMEDOUT')],
	])('a timeout told %s', (_name, cause) => {
		for (const thrown of [cause, wrapped(cause)]) {
			expect(networkFailure(thrown, 2)).toEqual(timeoutFailure(2));
		}
	});
});

test('a cancelled execution is told apart, however deep', () => {
	for (const thrown of [
		error('canceled', { code: 'ERR_CANCELED' }),
		wrapped(error('canceled', { code: 'ERR_CANCELED' })),
	]) {
		expect(networkFailure(thrown, 60).kind).toBe('cancelled');
	}
});

test("an address that n8n's own policy forbids is told apart", () => {
	const blocked = error('The request was blocked', { name: 'SsrfBlockedIpError' });
	for (const thrown of [blocked, wrapped(blocked)]) {
		const failure = networkFailure(thrown, 60);
		expect(failure.kind).toBe('blocked');
		expect(failure.message).toContain('does not allow');
	}
});

test('an error that wraps itself ends', () => {
	const circular = error('round and round');
	circular.cause = circular;
	expect(networkFailure(circular, 60).kind).toBe('noAnswer');
});

test('nothing of the request is repeated, which may hold the key', () => {
	const thrown = Object.assign(systemError('connect', 'ECONNREFUSED'), {
		config: { url: 'https://hub.example.com/x?api_key=secret', params: { api_key: 'secret' } },
	});
	thrown.message = 'connect ECONNREFUSED https://hub.example.com/x?api_key=secret';
	for (const one of [thrown, wrapped(thrown), error('secret', { code: 'ECONNRESET' }, thrown)]) {
		expect(JSON.stringify(networkFailure(one, 60))).not.toContain('secret');
	}
});

test('the limit is told in seconds', () => {
	expect(timeoutFailure(90).message).toBe('The service did not answer within 90 seconds');
	expect(timeoutFailure(90).advice).toContain("'Timeout'");
});

test('a broken connection has a code only where the network gave one', () => {
	expect(networkFailure(systemError('write', 'EPIPE'), 60).code).toBe('EPIPE');
	expect(networkFailure(error('Something broke'), 60).code).toBeUndefined();
});
