import { once } from 'node:events';
import { connect } from 'node:tls';

import { until } from '../../test/support/until';
import type { Fault } from './faults';
import { type Sandbox, startSandbox } from './sandbox';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ tls: true });
});
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.stop());

/** Sends a template on a connection of its own, with no client in between. */
function send() {
	const { port } = new URL(sandbox.baseUrl);
	const body = JSON.stringify({
		template_id: '101',
		channel_id: '11',
		customer_phone: '+12025550123',
		attributes: { '1': 'A-1', '2': 'Customer 1', '3': 'Friday' },
	});
	const answer = { text: '', end: '' };
	const connection = connect({ host: '127.0.0.1', port: Number(port), ca: sandbox.certificate })
		.setEncoding('utf8')
		.on('data', (text: string) => (answer.text += text))
		.on('end', () => (answer.end ||= 'end'))
		.on('error', ({ code }: NodeJS.ErrnoException) => (answer.end ||= code!));
	connection.write(
		[
			`POST /stable/open/whatsapp/send-template-message?api_key=${sandbox.apiKey} HTTP/1.1`,
			...['Host: localhost', 'Connection: close', 'Content-Type: application/json'],
			...[`Content-Length: ${body.length}`, '', body],
		].join('\r\n'),
	);
	return { answer, connection };
}

const OK = 'HTTP/1\\.1 200 OK[^]*';

/** What the caller sees of each, and how the connection ends; the compiler names a kind that is missing. */
const SEEN: {
	[Kind in Fault['kind']]: [Omit<Extract<Fault, { kind: Kind }>, 'kind'>, string, string];
} = {
	status: [{ status: 503, body: 'Down' }, 'HTTP/1\\.1 503 [^]*\r\n\r\nDown', 'end'],
	rateLimit: [{ retryAfter: 2 }, 'HTTP/1\\.1 429 [^]*Retry-After: 2\r\n[^]*', 'end'],
	slow: [{ milliseconds: 3_600_000 }, '', ''],
	hang: [{}, '', ''],
	stall: [{}, `${OK}\r\n\r\n`, ''],
	drip: [{ milliseconds: 0, endless: true }, `${OK}(\r\n1\r\n ){20}[^]*`, ''],
	resetBeforeBody: [{}, '', 'ECONNRESET'],
	resetAfterBody: [{}, '', 'ECONNRESET'],
	halfAnswer: [{}, `${OK}\r\n\r\n\\{"id":[^}]+`, 'end'],
	html: [{}, `${OK}text/html[^]*<!DOCTYPE html>[^]*`, 'end'],
	wrongContentType: [{}, `${OK}Content-Type: text/plain\r\n[^]*"success":true[^]*`, 'end'],
	byteOrderMark: [{}, `${OK}\r\n\r\n\uFEFF\\{"id":[^]*`, 'end'],
	successWithError: [{ error: 'full' }, `${OK}"success":true.*"error":"full"\\}`, 'end'],
	redirect: [
		{ status: 307 },
		'HTTP/1\\.1 307 [^]*Location: \\S+/elsewhere\\?api_key=\\S[^]*',
		'end',
	],
	successFalse: [{ message: 'No' }, `${OK}"message":"No".*"success":false[^]*`, 'end'],
	echoUrl: [{}, 'HTTP/1\\.1 400 [^]*https://localhost/\\S+\\?api_key=\\S[^]*', 'end'],
	breakTls: [{ with: 'badRecord' }, '', 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'],
};

test.each(Object.entries(SEEN))(
	'the fault %s is there, once: %j',
	async (kind, [more, seen, end]) => {
		sandbox.faults.add({ fault: { kind, ...more } as Fault, times: 1 });
		const { answer, connection } = send();
		const isSeen = new RegExp(`^${seen}$`);
		await until(
			() =>
				connection.closed || (end === '' && sandbox.requests[0]?.fault && isSeen.test(answer.text)),
		);
		const next = send();
		await once(next.connection, 'close');
		expect(next.answer.text).toMatch(/"success":true/);
		expect(answer).toEqual({ text: expect.stringMatching(isSeen) as string, end });
		connection.destroy();
	},
);
