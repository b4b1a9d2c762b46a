import { isPage } from '../../../nodes/CustomerMessaging/service/response';
import { runInTime } from '../../support/runInTime';

/** Four megabytes of this text. */
const fill = (text: string): string => text.repeat(Math.ceil((4 * 1024 * 1024) / text.length));

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
