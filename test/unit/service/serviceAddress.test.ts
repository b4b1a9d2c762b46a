import {
	isLoopback,
	readServiceAddress,
} from '../../../nodes/CustomerMessaging/service/serviceAddress';

test.each([
	['https://hub.example.com', 'https://hub.example.com'],
	['  https://hub.example.com/// \n', 'https://hub.example.com'],
	['https://hub.example.com/stable/open', 'https://hub.example.com'],
	['https://hub.example.com/stable/open/', 'https://hub.example.com'],
	['HTTPS://Hub.Example.com:8443/', 'https://hub.example.com:8443'],
	['https://hub.example.com:443', 'https://hub.example.com'],
	['http://localhost:3000', 'http://localhost:3000'],
	['http://127.8.9.10/stable/open', 'http://127.8.9.10'],
	['http://[::1]:3000', 'http://[::1]:3000'],
])('takes %j as %s', (typed, address) => {
	expect(readServiceAddress(typed)).toEqual({ address });
});

test.each<[problem: RegExp, typed: unknown[]]>([
	[
		/ is empty\. Enter the address of your messaging service, starting with https:\/\/$/,
		['', ' ', undefined, 42],
	],
	[/ must start with https:\/\/\. Put it in front/, ['hub.example.com', 'localhost:3000']],
	[
		/ is not a valid address\. Enter it like https:\/\/hub\.example\.com$/,
		['https://', 'https://hub example.com'],
	],
	[
		/ would send the API key unencrypted\. Change it to https:\/\//,
		[
			...['http://hub.example.com', 'http://localhost.example.com', 'http://192.168.0.10'],
			...['http://127.0.0.1.example.com', 'http://0.0.0.0:3000'],
		],
	],
	[/ must start with https:\/\/\. Change the part before/, ['ftp://hub.example.com']],
	[
		/ contains a user name or password\. Remove everything between/,
		['https://user:secret@hub.example.com'],
	],
	[
		/ contains a \? or a # part\. Remove it/,
		['https://hub.example.com?api_key=secret', 'https://hub.example.com/#top'],
	],
	[
		/ contains the path '\/stable\S*'\. Remove it and leave only the address, https:\/\/hub\.example\.com$/,
		['/stable', '/stable/open/whatsapp/get-platform-list'].map(
			(path) => `https://hub.example.com${path}`,
		),
	],
])('refuses with %s: %j', (problem, typed) => {
	for (const one of typed) {
		const read = readServiceAddress(one);
		expect(read.problem).toMatch(/^'Base URL' /);
		expect(read.problem).toMatch(problem);
		expect(read.problem).not.toContain('secret');
	}
});

test('loopback is this machine, and no name that looks like it', () => {
	const hosts =
		'localhost 127.0.0.1 127.255.255.254 [::1] example.com 128.0.0.1 127.0.0.1.example.com [::2] 10.0.0.5';
	expect([...hosts.split(' '), ''].filter(isLoopback)).toEqual(hosts.split(' ').slice(0, 4));
});
