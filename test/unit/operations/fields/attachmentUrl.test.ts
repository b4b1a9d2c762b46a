import { checkAttachmentUrl, readAttachmentUrl } from '../../../../nodes/CustomerMessaging/operations/fields/attachmentUrl';
import { NodeParameters } from '../../../../nodes/CustomerMessaging/operations/nodeParameters';
import { executeContext, PerItem } from '../../doubles/executeContext';
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
	['https://127.example.com/a.png', 'https://127.example.com/a.png'],
	['https://localhost.example.com/a.png', 'https://localhost.example.com/a.png'],
	['https://[2001:db8::7f00:1]/a.png', 'https://[2001:db8::7f00:1]/a.png'],
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
	['example.com/a.png', "'Attachment URL' 'example.com/a.png' is not a complete address", /whole public address/],
	['/files/a.png', "'Attachment URL' '/files/a.png' is not a complete address", /whole public address/],
	['//example.com/a.png', "'Attachment URL' '//example.com/a.png' is not a complete address", /whole public address/],
	['https://', "'Attachment URL' 'https://' is not a complete address", /whole public address/],
	['https:example.com/a.png', "'Attachment URL' 'https:example.com/a.png' is not a complete address", /whole public address/],
	['https:/example.com/a.png', "'Attachment URL' 'https:/example.com/a.png' is not a complete address", /whole public address/],
	['undefined', "'Attachment URL' 'undefined' is not a complete address", /whole public address/],
	['ftp://example.com/a.png', "'Attachment URL' starts with 'ftp:', which the service cannot fetch", /starts with https:\/\//],
	['file:///home/a.png', "'Attachment URL' starts with 'file:', which the service cannot fetch", /'Send with File'/],
	['data:image/png;base64,AAAA', "'Attachment URL' starts with 'data:', which the service cannot fetch", /'Send with File'/],
	['javascript:alert(1)', "'Attachment URL' starts with 'javascript:', which the service cannot fetch", /https:\/\//],
])('refuses %j', (value, message, advice) => {
	const refusal = refusalOf(() => checkAttachmentUrl(value, SERVICE));
	expect(refusal.message).toBe(message);
	expect(refusal.advice).toMatch(advice);
});

const THIS_MACHINE = [
	'http://localhost/a.png',
	'http://LOCALHOST:3000/a.png',
	'http://localhost./a.png',
	'http://files.localhost/a.png',
	'http://127.0.0.1/a.png',
	'http://127.1/a.png',
	'http://127.200.3.4/a.png',
	'http://2130706433/a.png',
	'http://0x7f000001/a.png',
	'http://0177.0.0.1/a.png',
	'http://0.0.0.0/a.png',
	'http://0/a.png',
	'http://[::1]/a.png',
	'http://[0:0:0:0:0:0:0:1]/a.png',
	'http://[::]/a.png',
	'http://[::ffff:127.0.0.1]/a.png',
	'http://[::ffff:7fff:1]/a.png',
	'http://[::ffff:0.0.0.0]/a.png',
];

describe.each(THIS_MACHINE)('%s, which is this machine itself,', (url) => {
	test('is refused where the service is elsewhere', () => {
		const { message, advice } = refusalOf(() => checkAttachmentUrl(url, SERVICE));
		expect(message).toMatch(/^'Attachment URL' points at '.+', this machine itself, where the service cannot fetch it$/);
		expect(advice).toContain("'Send with File'");
	});

	test('is taken where the service is here too', () => {
		for (const service of ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']) {
			expect(checkAttachmentUrl(url, service)).toBe(url);
		}
	});
});

test('a mapped address that is not of this machine is taken', () => {
	expect(checkAttachmentUrl('http://[::ffff:7f:1]/a.png', SERVICE)).toBe('http://[::ffff:7f:1]/a.png');
});

test('is read from the form for each item', () => {
	const urls = ['https://example.com/a.png', 'https://example.com/b.png'];
	const parameters = new NodeParameters(executeContext({ parameters: { attachmentUrl: new PerItem(urls) } }).context);
	expect([0, 1].map((itemIndex) => readAttachmentUrl(parameters, itemIndex, SERVICE))).toEqual(urls);
});
