import { readAnswer, type RawAnswer } from '../../../nodes/CustomerMessaging/transport/answer';
import type { Failure, FailureKind } from '../../../nodes/CustomerMessaging/transport/failure';
import { redactionOf } from '../../../nodes/CustomerMessaging/transport/redaction';

const SECRET = 'top/secret key';
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

describe('JSON with a status of 2xx', () => {
	test.each<[body: unknown]>([
		[{ id: 'a', extra: { success: true, report: {} }, status: 'ongoing' }],
		[{}],
		[[]],
		[[{ id: 1, title: 'Shop', number: '+12025550100' }]],
		// What it means is for delivery to judge.
		[{ success: false, error: 'No credit', code: 'E1' }],
		[{ detail: 'An invalid API key was provided.' }],
	])('%j is given back unchanged', (body) => {
		for (const status of [200, 201, 202, 299]) {
			expect(readAnswer(raw(status, body), redact)).toEqual({
				ok: true,
				httpCode: String(status),
				json: body,
			});
		}
	});

	test('is read whatever it is said to be', () => {
		expect(
			readAnswer(raw(200, { id: 'a' }, { 'content-type': 'text/html' }), redact),
		).toMatchObject({ ok: true, json: { id: 'a' } });
	});

	test('what it echoes of the key is taken out', () => {
		const echo = { url: `/x?api_key=${encodeURIComponent(SECRET)}`, [SECRET]: SECRET };
		expect(readAnswer(raw(200, echo), redact)).toMatchObject({
			json: { url: '/x?api_key=***', '***': '***' },
		});
	});

	test('a key written in JSON escapes is taken out after they are read', () => {
		const escaped = SECRET.replace(/[^]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`);
		expect(readAnswer(raw(200, `{"echo":"${escaped}"}`), redact)).toMatchObject({
			json: { echo: '***' },
		});
	});
});

describe('a 200 that cannot be read', () => {
	test.each<[name: string, answer: RawAnswer, words: RegExp]>([
		['no JSON', raw(200, 'OK'), /not the JSON it should be: OK$/],
		['empty', raw(200, ''), /an empty answer$/],
		['white space', raw(204, ' \n'), /204 with an empty answer$/],
		['half an answer', raw(200, '{"id": "a", "ex'), /not the JSON it should be/],
		[
			'a list of nothing',
			raw(200, [{ id: 1 }, null]),
			/not the JSON it should be: \[\{"id":1\},null\]$/,
		],
		['a list of texts', raw(200, ['Shop']), /not the JSON it should be: \["Shop"\]$/],
		['a list of lists', raw(200, [[{ id: 1 }]]), /not the JSON it should be/],
		['a number', raw(200, '5'), /not the JSON it should be/],
		['null', raw(200, 'null'), /not the JSON it should be/],
		[
			'a web page',
			raw(200, '<p>Hello</p>', { 'content-type': 'text/html' }),
			/a web page instead of JSON$/,
		],
		[
			'a web page with a title',
			raw(200, '<!DOCTYPE html><title>\n Log in </title>', {}),
			/a web page titled 'Log in'/,
		],
		['too long', raw(200, undefined), /far more text/],
	])('%s', (_name, answer, words) => {
		const failure = failureOf(answer);
		expect(failure.kind).toBe('unreadable');
		expect(failure.message).toMatch(words);
		expect(failure.advice).toContain("'Base URL'");
	});
});

describe('a refusal', () => {
	test('400 has the error and the code of the service', () => {
		expect(
			failureOf(raw(400, { error: 'Unknown template', code: 'T404', success: false })),
		).toEqual({
			kind: 'refused',
			message: 'The service refused the request with status 400: Unknown template (code T404)',
			advice: 'Correct the values of this item that the service names, then run it again',
			httpCode: '400',
			code: 'T404',
		});
	});

	test('401 has the detail of the service and where to find the key', () => {
		const failure = failureOf(raw(401, { detail: 'Invalid API key provided' }));
		expect(failure).toMatchObject({ kind: 'unauthorized', httpCode: '401' });
		expect(failure.message).toBe('The service rejected the API key: Invalid API key provided');
		expect(failure.advice).toMatch(/Copy the API Key from the team settings .* dashboard/);
	});

	test.each<[status: number, kind: FailureKind]>([
		[301, 'redirected'],
		[302, 'redirected'],
		[307, 'redirected'],
		[308, 'redirected'],
		[400, 'refused'],
		[401, 'unauthorized'],
		[402, 'refused'],
		[403, 'refused'],
		[404, 'refused'],
		[405, 'refused'],
		[408, 'refused'],
		[410, 'refused'],
		[413, 'refused'],
		[415, 'refused'],
		[422, 'refused'],
		[429, 'rateLimited'],
		[451, 'refused'],
		[500, 'serverError'],
		[502, 'serverError'],
		[503, 'serverError'],
		[504, 'serverError'],
		[599, 'serverError'],
	])('%i is %s, whatever its body', (status, kind) => {
		for (const body of [
			'',
			'no JSON',
			'<html></html>',
			{},
			[],
			{ error: 'x' },
			{ success: true },
			{ detail: { a: 1 } },
			undefined,
		]) {
			const failure = failureOf(raw(status, body));
			expect(failure.kind).toBe(kind);
			expect(failure.httpCode).toBe(String(status));
			expect(failure.message).not.toMatch(/undefined|\[object|[.!]$/);
			expect(failure.advice).not.toMatch(/undefined|^$|\.$/);
		}
	});

	test('a 404 that is not the service leads to the base URL', () => {
		expect(failureOf(raw(404, 'Not Found')).advice).toContain("'Base URL'");
		expect(failureOf(raw(404, { error: 'Unknown customer' })).advice).not.toContain("'Base URL'");
	});

	test('an unexpected status is never a success', () => {
		expect(failureOf(raw(199, {})).kind).toBe('unreadable');
		expect(failureOf(raw(700, {})).kind).not.toBe('refused');
	});
});

describe('a redirect', () => {
	test('says where the base URL leads', () => {
		const failure = failureOf(raw(302, '', { location: 'https://login.example.com/start' }));
		expect(failure.message).toBe('The base URL leads elsewhere: https://login.example.com/start');
		expect(failure.advice).toMatch(/nothing was followed\. Set 'Base URL'/);
	});

	test.each([
		['a query', `https://login.example.com/start?api_key=${encodeURIComponent(SECRET)}`],
		['a fragment', `https://login.example.com/start#${SECRET}`],
	])('does not repeat %s', (_name, location) => {
		expect(failureOf(raw(302, '', { location })).message).toBe(
			'The base URL leads elsewhere: https://login.example.com/start',
		);
	});

	test('a key in its path is taken out', () => {
		const location = `https://login.example.com/${encodeURIComponent(SECRET)}/start`;
		expect(failureOf(raw(302, '', { location })).message).toBe(
			'The base URL leads elsewhere: https://login.example.com/***/start',
		);
	});

	test.each([undefined, '', ['a', 'b']])('says so where the location is %j', (location) => {
		expect(failureOf(raw(302, '', { location })).message).toMatch(/it does not say where$/);
	});
});

describe('Retry-After', () => {
	const now = Date.parse('2026-03-01T12:00:00Z');
	beforeEach(() => jest.useFakeTimers({ now }));
	afterEach(() => jest.useRealTimers());

	test.each<[header: unknown, milliseconds: number | undefined]>([
		['0', 0],
		['7', 7000],
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
		expect(failureOf(raw(429, { error: 'Slow down' }, { 'retry-after': header })).retryAfter).toBe(
			milliseconds,
		);
	});
});

describe('the words of the service', () => {
	test.each<[body: unknown, words: string]>([
		[{ error: 'A' }, 'A'],
		[{ detail: 'B' }, 'B'],
		[{ message: 'C' }, 'C'],
		[{ error: ' ', detail: 'D' }, 'D'],
		[{ error: { text: 'E' } }, '{"text":"E"}'],
		[{ error: 'two\n lines' }, 'two lines'],
	])('%j says %j', (body, words) => {
		expect(failureOf(raw(400, body)).message).toBe(
			`The service refused the request with status 400: ${words}`,
		);
	});

	test('are cut where they are endless', () => {
		const { message } = failureOf(raw(400, { error: 'x'.repeat(5000), code: 'y'.repeat(5000) }));
		expect(message.length).toBeLessThan(600);
		expect(message).toContain('…');
	});

	test.each([
		[
			'JSON',
			{ error: `GET /x?api_key=${encodeURIComponent(SECRET)}`, code: SECRET, detail: SECRET },
		],
		['text', `GET /x?api_key=${encodeURIComponent(SECRET)} and ${SECRET}`],
		['a title', `<html><title>${SECRET}</title>`],
		['an endless text', `${'x'.repeat(193)}${SECRET}`],
		['another shape', [SECRET, { error: SECRET }]],
	])('never show the key, echoed as %s', (_name, body) => {
		for (const status of [200, 301, 400, 401, 404, 429, 500]) {
			const answer = JSON.stringify(readAnswer(raw(status, body), redact));
			for (const part of [SECRET, encodeURIComponent(SECRET), 'top', 'secret'])
				expect(answer).not.toContain(part);
		}
	});
});
