import { isPage, jsonIn, titleOf } from '../../../nodes/CustomerMessaging/service/response';
import { runInTime } from '../../support/runInTime';

/** A text of this length. */
const fill = (text: string, length = 4 * 1024 * 1024): string =>
	text.repeat(Math.ceil(length / text.length));

test.each<[contentType: string, text: string, expected: boolean]>([
	['text/html', '', true],
	['Text/HTML; charset=utf-8', 'Sign in', true],
	['application/xhtml+xml', '<p>', true],
	['', '<!DOCTYPE html><p>', true],
	['', '\n <HTML lang="en">', true],
	['text/plain', '\ufeff<!doctype html>', true],
	['application/json', '{"page": "<html>"}', false],
	['', '<htm', false],
	['text/plain', 'html', false],
	['application/xml', '<status/>', false],
	...[' ', '<', '\n<'].map((text): [string, string, boolean] => ['', fill(text), false]),
])('whether it is a web page: %j with %.20j', (contentType, text, expected) => {
	expect(runInTime(() => isPage({ headers: { 'content-type': contentType }, text }))).toBe(
		expected,
	);
});

test.each<[page: string, title: string | undefined]>([
	['<html><head><title>Sign in</title></head>', 'Sign in'],
	['<TITLE lang="en">\n Sign in </TITLE>', 'Sign in'],
	['<title\n>502 Bad Gateway</title\n>', '502 Bad Gateway'],
	['<title>One</title><svg><title>Two</title></svg>', 'One'],
	['<title>a <b>title</title><title>Plain</title>', 'Plain'],
	['<title>  </title>', undefined],
	['<title>Cut off', undefined],
	['<titles>Not one</titles>', undefined],
	['', undefined],
	// It is looked for at the beginning of the page only.
	[`${fill(' ', 64_000)}<title>Here</title>`, 'Here'],
	[`${fill(' ', 1_000_000)}<title>Here</title>`, undefined],
	[fill('<title>a</title'), 'a'],
	...['<title', '<title>', '<title ', '<title>a', '<title></title', '<', ' '].map(
		(text): [string, string | undefined] => [fill(text), undefined],
	),
])('the title of %.40j is %j', (page, title) => {
	expect(runInTime(() => titleOf(page))).toBe(title);
});

/** The JSON of a response with this text. */
const json = (text: string): unknown => jsonIn({ status: 200, headers: {}, text });

test('JSON is cut below a hundred levels, wherever it is deep, and nowhere else', () => {
	const nested = (levels: number, inner: string): string =>
		`${'[{"a":'.repeat(levels / 2)}${inner}${'}]'.repeat(levels / 2)}`;
	expect(json(nested(98, '[[]]'))).toEqual(JSON.parse(nested(98, '[[]]')));
	expect(json(nested(98, '[[[],{}]]'))).toEqual(
		JSON.parse(nested(98, '[["[nested too deeply]","[nested too deeply]"]]')),
	);
	const wide = JSON.stringify({ list: Array.from({ length: 200 }, () => [{ a: [{}] }]) });
	expect(JSON.stringify(json(wide))).toBe(wide);
});

test.each([
	['levels', '['.repeat(2_000_000) + ']'.repeat(2_000_000)],
	['lists', `[${'[],'.repeat(1_000_000)}[]]`],
	['names', `{${'"a":{},'.repeat(500_000)}"a":{}}`],
])('4 MB of %s take no more than a moment', (_name, text) => {
	expect(JSON.stringify(runInTime(() => json(text))).length).toBeGreaterThan(0);
});
