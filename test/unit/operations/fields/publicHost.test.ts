import * as fc from 'fast-check';

import { isPublicHost } from '../../../../nodes/CustomerMessaging/operations/fields/publicHost';

/** Judges the host of a URL, which URL brings into one spelling. */
const isPublic = (host: string): boolean => isPublicHost(new URL(`http://${host}/a.png`).hostname);

/** The first and the last address of each network, with their neighbours outside of it. */
const NETWORKS: Array<[inside: [string, string], outside: string[]]> = [
	[['0.0.0.0', '0.255.255.255'], ['1.0.0.0']],
	[
		['10.0.0.0', '10.255.255.255'],
		['9.255.255.255', '11.0.0.0'],
	],
	[
		['100.64.0.0', '100.127.255.255'],
		['100.63.255.255', '100.128.0.0'],
	],
	[
		['127.0.0.0', '127.255.255.255'],
		['126.255.255.255', '128.0.0.0'],
	],
	[
		['169.254.0.0', '169.254.255.255'],
		['169.253.255.255', '169.255.0.0'],
	],
	[
		['172.16.0.0', '172.31.255.255'],
		['172.15.255.255', '172.32.0.0'],
	],
	[
		['192.0.0.0', '192.0.0.255'],
		['191.255.255.255', '192.0.1.0'],
	],
	[
		['192.0.2.0', '192.0.2.255'],
		['192.0.1.255', '192.0.3.0'],
	],
	[
		['192.168.0.0', '192.168.255.255'],
		['192.167.255.255', '192.169.0.0'],
	],
	[
		['198.18.0.0', '198.19.255.255'],
		['198.17.255.255', '198.20.0.0'],
	],
	[
		['198.51.100.0', '198.51.100.255'],
		['198.51.99.255', '198.51.101.0'],
	],
	[
		['203.0.113.0', '203.0.113.255'],
		['203.0.112.255', '203.0.114.0'],
	],
	[['224.0.0.0', '239.255.255.255'], ['223.255.255.255']],
	[['240.0.0.0', '255.255.255.255'], []],
];

test.each(NETWORKS)('%j is not public, %j is', (inside, outside) => {
	expect(inside.map(isPublic)).toEqual([false, false]);
	expect(outside.map(isPublic)).toEqual(outside.map(() => true));
});

test('an IPv4 address is the same in every spelling', () => {
	const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
	fc.assert(
		fc.property(octets, ([a, b, c, d]) => {
			const expected = isPublic(`${a}.${b}.${c}.${d}`);
			const whole = ((a * 256 + b) * 256 + c) * 256 + d;
			const spellings = [
				String(whole),
				`0x${whole.toString(16)}`,
				`0${whole.toString(8)}`,
				`${a}.${whole % 2 ** 24}`,
				`0x${a.toString(16)}.0${b.toString(8)}.${c * 256 + d}`,
				`${a}.${b}.${c}.${d}.`,
			];
			expect(spellings.map(isPublic)).toEqual(spellings.map(() => expected));
		}),
	);
});

test.each([
	'0x7f.1',
	'017700000001',
	'2130706433',
	'127.1',
	'0',
	'localhost',
	'LOCALHOST',
	'localhost.',
	'files.localhost',
	'intranet',
	'intranet.',
	'printer.local',
	'files.internal',
	'FILES.Internal.',
	'router.lan',
	'nas.home.arpa',
	'[::1]',
	'[0:0:0:0:0:0:0:1]',
	'[::]',
	'[::ffff:127.0.0.1]',
	'[::ffff:192.168.0.1]',
	'[::ffff:8.8.8.8]',
	'[::7f00:1]',
	'[64:ff9b::10.0.0.1]',
	'[fc00::1]',
	'[fdff:ffff::1]',
	'[fe80::1]',
	'[febf::1]',
	'[ff02::1]',
	'[100::1]',
	'[1fff::1]',
	'[4000::1]',
	'[200::1]',
	'[2::1]',
	'[2001:db8::1]',
	'[2001:db8:ffff::1]',
	'[2001::1]',
	'[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
	'[2002:7f00:1::]',
])('%s is not public', (host) => {
	expect(isPublic(host)).toBe(false);
});

test.each([
	'example.com',
	'example.com.',
	'local.example.com',
	'internal.example',
	'localhost.example.com',
	'127.example.com',
	'mylan.example',
	'homearpa.example',
	'xn--bcher-kva.example',
	'1.1.1.1',
	'[2001:1::1]',
	'[2001:dba::1]',
	'[2001:4860:4860::8888]',
	'[2003::1]',
	'[2606:4700::1111]',
	'[3ffe::1]',
])('%s is public', (host) => {
	expect(isPublic(host)).toBe(true);
});
