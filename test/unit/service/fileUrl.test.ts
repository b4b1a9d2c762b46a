import { checkFileUrl } from '../../../nodes/CustomerMessaging/service/fileUrl';
import { isPublicHost } from '../../../nodes/CustomerMessaging/service/serviceAddress';
import { refusalOf } from '../../doubles/refusal';

const SERVICE = 'https://service.example.com';

const checked = (url: unknown, service = SERVICE): string =>
	checkFileUrl(url, service, "'Attachment URL'");

test.each([
	['https://example.com/files/invoice.pdf', 'https://example.com/files/invoice.pdf'],
	['http://example.com/a.png', 'http://example.com/a.png'],
	['  https://example.com/a.png\n', 'https://example.com/a.png'],
	["https://example.com/a.png?x=1&y=(2)'!*", "https://example.com/a.png?x=1&y=(2)'!*"],
	['https://example.com/50% off.png', 'https://example.com/50%25%20off.png'],
	['https://Example.com/50%.png', 'https://example.com/50%25.png'],
	['https://example.com/50%25 off%2.png', 'https://example.com/50%25%20off%252.png'],
	['https://example.com/a[1].png?b[]=2', 'https://example.com/a%5B1%5D.png?b%5B%5D=2'],
	['https://example.com/a.png?q={1}', 'https://example.com/a.png?q=%7B1%7D'],
	['https://example.com/a|b^c`d.png?e\\f"g', 'https://example.com/a%7Cb%5Ec%60d.png?e%5Cf%22g'],
	['https://example.com/März.png?', 'https://example.com/M%C3%A4rz.png?'],
	['https://[2606:4700::1111]:8080/a[1].png', 'https://[2606:4700::1111]:8080/a%5B1%5D.png'],
	['https://example.com?a=[1]', 'https://example.com/?a=%5B1%5D'],
	['https://example.com/Invoice %231001.pdf', 'https://example.com/Invoice%20%231001.pdf'],
	['HTTPS://Example.com/A.png', 'HTTPS://Example.com/A.png'],
	['https://example.com/m%C3%A4rz.pdf', 'https://example.com/m%C3%A4rz.pdf'],
	['https://example.com/invoice for march.pdf', 'https://example.com/invoice%20for%20march.pdf'],
	['https://bücher.example/März.pdf', 'https://xn--bcher-kva.example/M%C3%A4rz.pdf'],
	['https://example.com/to?http:a.png', 'https://example.com/to?http:a.png'],
	['https://example.com/?url=https://a.example/b', 'https://example.com/?url=https://a.example/b'],
	['https://example.com/https://a.example/b,c;d', 'https://example.com/https://a.example/b,c;d'],
	['https://example.com/a, b; c http.pdf', 'https://example.com/a,%20b;%20c%20http.pdf'],
	[
		'https://example.com/null/a.png?versionId=null',
		'https://example.com/null/a.png?versionId=null',
	],
	['\u200b https://example.com/a.png\ufeff\u00ad ', 'https://example.com/a.png'],
	['https://example.com/a\u200cb.png', 'https://example.com/a%E2%80%8Cb.png'],
])('takes %j as %j', (typed, url) => {
	expect(checked(typed)).toBe(url);
});

test('takes the same address however often', () => {
	// Until it has been asked often, URL.canParse of Node 20 gives another answer.
	const addresses = Array.from({ length: 20_000 }, () => 'https://bücher.example/');
	const taken = addresses.map((address) => checked(address));
	expect([...new Set(taken)]).toEqual(['https://xn--bcher-kva.example/']);
});

test.each<[refusal: RegExp, values: unknown[]]>([
	[/^'Attachment URL' is an object, not a plain value\. /, [{ url: 'https://example.com' }]],
	[
		/^'Attachment URL' '[^]+' is not a complete web address\. .*https:\/\/.*'Send with File'/,
		[
			...['example.com/a.png', '/files/a.png', '//example.com/a.png', 'https://', 'undefined', 42],
			...['https:example.com/a.png', 'https:/example.com/a.png', 'http:/example.com/a.png'],
			...['ftp://example.com/a.png', 'file:///a.png', 'data:image/png;base64,AA'],
			...['javascript:alert(1)', 'https://example.com/a.pdf\nhttps://example.com/b.pdf'],
			'https://example.com/a\tb.pdf',
		],
	],
	[
		/^'Attachment URL' '[^]+' has more than one web address in it\. Leave only one$/,
		[
			...[',', ';', ' ', ', ', '; ', ' ;\u200b', '\u00a0', ' and ', '\u3000'],
			...['|', ' | ', '，', '、', '\\', '<', '"', '•'],
		].flatMap((between) => [
			`https://example.com/a.pdf${between}https://example.com/b.pdf`,
			`http://example.com/?a=b${between}HTTP://example.com/c.pdf`,
		]),
	],
	[
		/^'Attachment URL' '[^]+' has a # in it, so the service would fetch only what is in front of the #\. Write %23 instead of # if /,
		[
			'https://example.com/Invoice #1001.pdf',
			'https://example.com/a#b.PNG',
			'https://example.com/#/files/a.mp4?b=1',
			'https://example.com/Order #1 (copy #2).docx',
			'https://example.com/invoices/#1001',
			'https://example.com/invoice.php?order=#1001&size=a4',
			'https://example.com/a.pdf#page=2',
			'https://example.com#',
		],
	],
])('refuses with %s: %j', (refusal, values) => {
	for (const value of values) expect(refusalOf(() => checked(value))).toMatch(refusal);
});

test('an address that is not public is taken only where the service can reach it', () => {
	const onThisMachine = ['localhost:3000', 'LOCALHOST.', '0x7f.1', '[::1]'];
	for (const host of [...onThisMachine, '10.0.0.5', 'files.internal', 'nas']) {
		const url = `http://${host}/a.png`;
		const refused = (service: string): boolean =>
			/ points at '.+', which is not a public address\. .*'Send with File'/.test(
				refusalOf(() => checked(url, service)),
			);
		expect([SERVICE, 'https://1.1.1.1'].map(refused)).toEqual([true, true]);
		for (const service of ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000'])
			expect(checked(url, service)).toBe(url);
		for (const service of ['https://10.0.0.1', 'https://hub.internal']) {
			if (onThisMachine.includes(host)) expect(refused(service)).toBe(true);
			else expect(checked(url, service)).toBe(url);
		}
	}
});

/** Judges the host of a URL, which URL brings into one spelling. */
const isPublic = (host: string): boolean => isPublicHost(new URL(`http://${host}/a.png`).hostname);

test.each([
	['0.0.0.0 0.255.255.255', '1.0.0.0'],
	['10.0.0.0 10.255.255.255', '9.255.255.255 11.0.0.0 100.64.0.0'],
	['127.0.0.0 127.255.255.255', '126.255.255.255 128.0.0.0'],
	['169.254.0.0 169.254.255.255', '169.253.255.255 169.255.0.0'],
	['172.16.0.0 172.31.255.255', '172.15.255.255 172.32.0.0'],
	['192.168.0.0 192.168.255.255', '192.167.255.255 192.169.0.0'],
	['0x7f.1 017700000001 2130706433 127.1 0', '1.1.1.1'],
	['localhost LOCALHOST localhost. files.localhost', 'localhost.example.com 127.example.com'],
	['intranet intranet. printer.local', 'example.com example.com. local.example.com'],
	['files.internal FILES.Internal. router.lan', 'internal.example mylan.example'],
	['nas.home.arpa', 'homearpa.example xn--bcher-kva.example'],
	['[::1] [0:0:0:0:0:0:0:1] [::] [::ffff:127.0.0.1] [::7f00:1]', '[2003::1]'],
	['[fc00::1] [fdff:ffff::1] [fe80::1] [febf::1]', '[2606:4700::1111] [2001:4860:4860::8888]'],
])('%s: not public; %s: public', (closed, open) => {
	expect(closed.split(' ').filter(isPublic)).toEqual([]);
	expect(open.split(' ').filter((host) => !isPublic(host))).toEqual([]);
});

test('an address has 2000 characters at most', () => {
	const longest = `${SERVICE}/`.padEnd(2000, 'a');
	expect(checked(longest)).toBe(longest);
	expect(refusalOf(() => checked(`${longest}a`))).toBe(
		"'Attachment URL' is too long: it has 2001 characters. Enter at most 2000",
	);
});
