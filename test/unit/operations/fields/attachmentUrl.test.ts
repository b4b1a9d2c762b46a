import { checkAttachmentUrl } from '../../../../nodes/CustomerMessaging/operations/fields/attachmentUrl';
import { refusalOf } from '../../doubles/refusal';

const SERVICE = 'https://service.example.com';

test.each([
	['https://example.com/files/invoice.pdf', 'https://example.com/files/invoice.pdf'],
	['http://example.com/a.png', 'http://example.com/a.png'],
	['  https://example.com/a.png\n', 'https://example.com/a.png'],
	["https://example.com/a.png?x=1&y=[2]#(3)'!*", "https://example.com/a.png?x=1&y=[2]#(3)'!*"],
	['https://example.com', 'https://example.com'],
	['HTTPS://Example.com/A.png', 'HTTPS://Example.com/A.png'],
	['https://example.com/m%C3%A4rz.pdf', 'https://example.com/m%C3%A4rz.pdf'],
	['https://example.com/invoice for march.pdf', 'https://example.com/invoice%20for%20march.pdf'],
	['https://example.com/März.pdf', 'https://example.com/M%C3%A4rz.pdf'],
	['https://bücher.example/a.pdf', 'https://xn--bcher-kva.example/a.pdf'],
	['https://example.com/100%.pdf', 'https://example.com/100%25.pdf'],
	['https://example.com/100% sure.pdf', 'https://example.com/100%25%20sure.pdf'],
])('takes %j as %j', (typed, url) => {
	expect(checkAttachmentUrl(typed, SERVICE)).toBe(url);
});

test.each<[value: unknown, message: string, advice: RegExp]>([
	['', "'Attachment URL' is empty", /public address of the file, starting with https:\/\//],
	['  ', "'Attachment URL' is empty", /public address/],
	[undefined, "'Attachment URL' is empty", /public address/],
	[null, "'Attachment URL' is empty", /public address/],
	[42, "'Attachment URL' is not text", /public address/],
	[{ url: 'https://example.com' }, "'Attachment URL' is not text", /public address/],
	[
		'example.com/a.png',
		"'Attachment URL' 'example.com/a.png' is not a complete address",
		/whole public address/,
	],
	[
		'/files/a.png',
		"'Attachment URL' '/files/a.png' is not a complete address",
		/whole public address/,
	],
	[
		'//example.com/a.png',
		"'Attachment URL' '//example.com/a.png' is not a complete address",
		/whole public address/,
	],
	['https://', "'Attachment URL' 'https://' is not a complete address", /whole public address/],
	[
		'https:example.com/a.png',
		"'Attachment URL' 'https:example.com/a.png' is not a complete address",
		/whole public address/,
	],
	[
		'https:/example.com/a.png',
		"'Attachment URL' 'https:/example.com/a.png' is not a complete address",
		/whole public address/,
	],
	['undefined', "'Attachment URL' 'undefined' is not a complete address", /whole public address/],
	[
		'ftp://example.com/a.png',
		"'Attachment URL' starts with 'ftp:', which the service cannot fetch",
		/starts with https:\/\//,
	],
	[
		'file:///home/a.png',
		"'Attachment URL' starts with 'file:', which the service cannot fetch",
		/'Send with File'/,
	],
	[
		'data:image/png;base64,AAAA',
		"'Attachment URL' starts with 'data:', which the service cannot fetch",
		/'Send with File'/,
	],
	[
		'javascript:alert(1)',
		"'Attachment URL' starts with 'javascript:', which the service cannot fetch",
		/https:\/\//,
	],
])('refuses %j', (value, message, advice) => {
	const refusal = refusalOf(() => checkAttachmentUrl(value, SERVICE));
	expect(refusal.message).toBe(message);
	expect(refusal.advice).toMatch(advice);
});

describe.each([
	'http://localhost:3000/a.png',
	'http://LOCALHOST./a.png',
	'http://0x7f.1/a.png',
	'http://[::1]/a.png',
	'http://10.0.0.5/a.png',
	'https://files.internal/a.png',
	'https://nas/a.png',
])('%s, which is not public,', (url) => {
	test('is refused where the service is', () => {
		for (const service of [SERVICE, 'https://service.invalid:8443', 'https://1.1.1.1']) {
			const { message, advice } = refusalOf(() => checkAttachmentUrl(url, service));
			expect(message).toMatch(/^'Attachment URL' points at '.+', which is not a public address$/);
			expect(advice).toContain("'Send with File'");
		}
	});

	test('is taken where the service can reach it: all by one on this machine, and what lies in its network by another', () => {
		for (const service of ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']) {
			expect(checkAttachmentUrl(url, service)).toBe(url);
		}
		for (const service of ['https://10.0.0.1', 'https://hub.internal']) {
			if (/localhost|0x7f|::1/.test(url))
				expect(refusalOf(() => checkAttachmentUrl(url, service)).message).toContain(
					'not a public address',
				);
			else expect(checkAttachmentUrl(url, service)).toBe(url);
		}
	});
});
