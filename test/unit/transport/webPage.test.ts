import { isWebPage, titleOf } from '../../../nodes/CustomerMessaging/transport/webPage';
import { runInTime } from '../../support/runInTime';

const longest = 4 * 1024 * 1024;

describe('isWebPage', () => {
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
		['', '', false],
	])('the content type %j with %j: %j', (contentType, text, expected) => {
		expect(isWebPage(contentType, text)).toBe(expected);
	});

	test.each([' ', '<', '\n<'])('4 MB of %j take no more than a moment', (text) => {
		expect(runInTime(() => isWebPage('', text.repeat(longest / text.length)))).toBe(false);
	});
});

describe('titleOf', () => {
	test.each<[page: string, title: string | undefined]>([
		['<html><head><title>Sign in</title></head>', 'Sign in'],
		['<TITLE lang="en">\n Sign in </TITLE>', 'Sign in'],
		['<title\n>502 Bad Gateway</title\n>', '502 Bad Gateway'],
		['<title>One</title><svg><title>Two</title></svg>', 'One'],
		['<title>a <b>title</title><title>Plain</title>', 'Plain'],
		['<title></title>', undefined],
		['<title>  </title>', undefined],
		['<title>Cut off', undefined],
		['<titles>Not one</titles>', undefined],
		['<h1>Sign in</h1>', undefined],
		['', undefined],
	])('of %j is %j', (page, title) => {
		expect(titleOf(page)).toBe(title);
	});

	test('is looked for at the beginning of the page only', () => {
		const before = (count: number): string => `${' '.repeat(count)}<title>Here</title>`;
		expect(titleOf(before(64_000))).toBe('Here');
		expect(titleOf(before(1_000_000))).toBeUndefined();
	});

	test.each([
		'<title',
		'<title>',
		'<title ',
		'<title>a',
		'<title>a</title',
		'<title></title',
		'<',
		' ',
	])('4 MB of %j take no more than a moment', (text) => {
		const page = text.repeat(Math.ceil(longest / text.length));
		expect(runInTime(() => titleOf(page)) ?? 'a').toBe('a');
	});
});
