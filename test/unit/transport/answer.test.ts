import { readAnswer, type RawAnswer } from '../../../nodes/CustomerMessaging/transport/answer';
import type { Failure, FailureKind } from '../../../nodes/CustomerMessaging/transport/failure';
import { redactionOf } from '../../../nodes/CustomerMessaging/transport/redaction';

const SECRET = 'top/secret key';
const ENCODED = encodeURIComponent(SECRET);
const redact = redactionOf(SECRET);

function raw(status: number, body: unknown, headers: Record<string, unknown> = {}): RawAnswer {
	const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
	return { status, headers: { 'content-type': 'application/json', ...headers }, text };
}

function failureOf(answer: RawAnswer): Failure {
	const read = readAnswer(answer, redact);
	if (read.ok) throw new Error(`was taken as a success: ${JSON.stringify(read.json)}`);
	return read.failure;
}

test.each<[body: unknown]>([
	[{ id: 'a', extra: { success: true, report: {} }, status: 'ongoing' }],
	[[]],
	[[{ id: 1, title: 'Shop', number: '+12025550100' }]],
	// What it means is for delivery to judge.
	[{ success: false, error: 'No credit', code: 'E1' }],
])('JSON with a status of 2xx is given back unchanged, whatever it is said to be: %j', (json) => {
	for (const status of [200, 201, 299])
		expect(readAnswer(raw(status, json, { 'content-type': 'text/html' }), redact)).toEqual({
			ok: true,
			httpCode: String(status),
			json,
		});
});

test('what a success echoes of the key is taken out, also out of JSON escapes', () => {
	const echo = { url: `/x?api_key=${ENCODED}`, [SECRET]: SECRET };
	expect(readAnswer(raw(200, echo), redact)).toMatchObject({
		json: { url: '/x?api_key=***', '***': '***' },
	});
	const escaped = SECRET.replace(/[^]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`);
	expect(readAnswer(raw(200, `{"echo":"${escaped}"}`), redact)).toMatchObject({
		json: { echo: '***' },
	});
});

test.each<[words: RegExp, body: unknown, contentType?: string]>([
	[/200 with unexpected content: OK$/, 'OK'],
	[/ an empty response$/, ' \n'],
	[/ unexpected content: \{"id": "a", "ex$/, '{"id": "a", "ex'],
	[/ unexpected content: \[\{"id":1\},null\]$/, [{ id: 1 }, null]],
	[/ unexpected content: \["Shop"\]$/, ['Shop']],
	[/ unexpected content: \[\[\{"id":1\}\]\]$/, [[{ id: 1 }]]],
	[/ unexpected content: 5$/, '5'],
	[/ unexpected content: null$/, 'null'],
	[/ a web page instead of JSON$/, '<p>Hello</p>', 'text/html'],
	[/ a web page titled 'Log in' instead of JSON$/, '<!DOCTYPE html><title>\n Log in </title>'],
	[/ a response that is far too long$/, undefined],
])('a 200 that cannot be read: %s', (words, body, contentType = 'application/json') => {
	const failure = failureOf(raw(200, body, { 'content-type': contentType }));
	expect(failure).toMatchObject({
		kind: / titled /.test(words.source) ? 'webPage' : 'unreadable',
		message: expect.stringMatching(words) as string,
	});
	expect(failure.advice).toContain("'Base URL'");
});

test.each<[kind: FailureKind, statuses: number[]]>([
	['redirected', [301, 302, 307, 308]],
	['refused', [400, 402, 403, 405, 408, 410, 413, 415, 422, 451]],
	['unauthorized', [401]],
	['rateLimited', [429]],
	['serverError', [500, 502, 503, 504, 599]],
	['unreadable', [199]],
])('%s is what %j says, whatever its body', (kind, statuses) => {
	const bodies = [
		'',
		'no JSON',
		'<html></html>',
		{},
		[],
		{ error: 'x' },
		{ success: true },
		{ detail: { a: 1 } },
		undefined,
	];
	for (const status of statuses) {
		for (const body of bodies) {
			const failure = failureOf(raw(status, body));
			expect(failure).toMatchObject({ kind, httpCode: String(status) });
			expect(failure.message).not.toMatch(/undefined|\[object|[.!]$/);
			expect(failure.advice).not.toMatch(/undefined|^$|\.$/);
		}
	}
});

test('a refusal has the error and the code of the service, and says what to do', () => {
	expect(failureOf(raw(400, { error: 'Unknown template', code: 'T404', success: false }))).toEqual({
		kind: 'refused',
		message: 'The service refused the request with status 400: Unknown template (code T404)',
		advice: 'Correct the values that the service names, then try again',
		httpCode: '400',
		code: 'T404',
		said: 'Unknown template',
	});
	const { message, advice } = failureOf(raw(401, { detail: 'Invalid API key provided' }));
	expect(message).toBe('The service rejected the API key: Invalid API key provided');
	expect(advice).toMatch(/Copy the API Key from the team settings .* dashboard/);
	// A 404 that is not the service's leads to the base URL.
	const elsewhere = failureOf(raw(404, 'Not Found'));
	expect([elsewhere.kind, elsewhere.advice]).toEqual([
		'refused',
		expect.stringContaining("'Base URL'"),
	]);
	const own = failureOf(raw(404, { error: 'Unknown customer' }));
	expect([own.kind, own.advice]).toEqual(['notFound', expect.not.stringContaining("'Base URL'")]);
});

test.each<[where: string, location: unknown]>([
	['https://login.example.com/start', 'https://login.example.com/start'],
	['https://login.example.com/start', `https://login.example.com/start?api_key=${ENCODED}`],
	['https://login.example.com/start', `https://login.example.com/start#${SECRET}`],
	['https://login.example.com/***/start', `https://login.example.com/${ENCODED}/start`],
	...[undefined, '', ['a', 'b']].map((none): [string, unknown] => [
		'the service does not say where',
		none,
	]),
])('a redirect leads to: %s', (where, location) => {
	const failure = failureOf(raw(302, '', { location }));
	expect(failure.message).toBe(`'Base URL' redirects to another address: ${where}`);
	expect(failure.advice).toMatch(/, and redirects are not followed\. Set 'Base URL'/);
});

describe('Retry-After', () => {
	beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T12:00:00Z')));
	afterEach(() => jest.restoreAllMocks());

	test.each<[header: unknown, milliseconds: number | undefined]>([
		['0', 0],
		[' 7 ', 7000],
		['1.5', 1500],
		['-3', 0],
		['86400', 86_400_000],
		['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
		['Sun, 01 Mar 2026 11:59:00 GMT', 0],
		['Sunday, 01-Mar-26 12:00:05 GMT', 5000],
		['soon', undefined],
		['', undefined],
		[undefined, undefined],
	])('%j is %j milliseconds', (header, milliseconds) => {
		const { retryAfter } = failureOf(raw(429, { error: 'Slow down' }, { 'retry-after': header }));
		expect(retryAfter).toBe(milliseconds);
	});
});

test.each<[words: string, body: unknown]>([
	['A', { error: 'A' }],
	['B', { detail: 'B' }],
	['C', { message: 'C' }],
	['D', { error: ' ', detail: 'D' }],
	['{"text":"E"}', { error: { text: 'E' } }],
	['two lines', { error: 'two\n lines' }],
	[`${'x'.repeat(200)}…`, { error: 'x'.repeat(5000) }],
])("the service's words are %s", (words, body) => {
	expect(failureOf(raw(400, body)).message).toBe(
		`The service refused the request with status 400: ${words}`,
	);
});

test.each<[as: string, body: unknown]>([
	['JSON', { error: `GET /x?api_key=${ENCODED}`, code: SECRET, detail: SECRET }],
	['text', `GET /x?api_key=${ENCODED} and ${SECRET}`],
	['a title', `<html><title>${SECRET}</title>`],
	['an endless text', `${'x'.repeat(193)}${SECRET}`],
	['another shape', [SECRET, { error: SECRET }]],
])('the words never show the key, echoed as %s', (_as, body) => {
	for (const status of [200, 301, 400, 401, 404, 429, 500])
		expect(JSON.stringify(readAnswer(raw(status, body), redact))).not.toMatch(/top|secret/);
});
