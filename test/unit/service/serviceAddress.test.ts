import {
	isBelow,
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
	['https://gateway.example.com/hub', 'https://gateway.example.com/hub'],
	['https://gateway.example.com/hub/', 'https://gateway.example.com/hub'],
	['https://gateway.example.com/hub/stable/open', 'https://gateway.example.com/hub'],
	['https://gateway.example.com/hub//stable/open//', 'https://gateway.example.com/hub'],
	['https://gateway.example.com/a/b%20c/v2/', 'https://gateway.example.com/a/b%20c/v2'],
	['https://gateway.example.com/a/../hub/.', 'https://gateway.example.com/hub'],
	['https://gateway.example.com/stable', 'https://gateway.example.com/stable'],
	['https://stable/open', 'https://stable/open'],
	// An endpoint of the service's documentation, pasted as a whole.
	['https://hub.example.com/stable/open/whatsapp/send-template-message', 'https://hub.example.com'],
])('takes %j as %s', (typed, address) => {
	expect(readServiceAddress(typed)).toBe(address);
});

test.each<[problem: RegExp, typed: unknown[]]>([
	[
		/ would send the API key unencrypted\. Change it to https:\/\//,
		[
			...['http://hub.example.com', 'http://localhost.example.com', 'http://evil-localhost'],
			...['http://127.0.0.1.example.com', 'http://0.0.0.0:3000', 'http://192.168.0.10'],
			'http://u:secret@hub.example.com',
		],
	],
	[
		/ does not begin with https:\/\/\. Enter the whole address, such as https:\/\/hub\.example\.com$/,
		[
			...['', ' ', undefined, 42, 'hub.example.com', 'hub.example.com/https://secret'],
			...['localhost:3000', 'ftp://hub.example.com', 'file:///stable/open'],
		],
	],
	[
		/ is not the address of a service\. Enter the address alone, such as https:\/\/hub\.example\.com$/,
		[
			...['https://', 'https://hub example.com'],
			...['https://user:secret@hub.example.com', 'https://secret@hub.example.com'],
			...['https://hub.example.com?api_key=secret', 'https://hub.example.com/#secret'],
			...['https://gateway.example.com/hub?', 'https://gateway.example.com/hub/?secret'],
			...['https://secret@gateway.example.com/hub', 'https://gateway.example.com/hub#/secret'],
		],
	],
])('refuses with %s: %j', (problem, typed) => {
	for (const one of typed) {
		const read = (): string => readServiceAddress(one);
		expect(read).toThrow(/^'Base URL' /);
		expect(read).toThrow(problem);
		expect(read).not.toThrow('secret');
	}
});

test.each<[address: string, url: string, is: boolean]>([
	['https://hub.example.com', 'https://hub.example.com/stable/open/x?y#z', true],
	['https://gateway.example.com/hub', 'https://gateway.example.com/hub/stable/open/x', true],
	['https://gateway.example.com/hub', 'https://gateway.example.com/a/../hub/x', true],
	['https://gateway.example.com/hub', 'https://gateway.example.com/hub/v1.2/a.b', true],
	['https://gateway.example.com/hub', 'https://gateway.example.com/', false],
	['https://gateway.example.com/hub', 'https://gateway.example.com/hub2/x', false],
	['https://gateway.example.com/hub', 'https://gateway.example.com/Hub/x', false],
	['https://gateway.example.com/hub', 'https://gateway.example.com/other?/hub/x', false],
	['https://gateway.example.com/hub', 'https://other.example.com/hub/x', false],
	...['../x', '%2e%2e/x', '.%2E/x', '..\\x', '..%2fx', '%2e%2E%5cx', '..;/x'].map(
		(way): [string, string, boolean] => [
			'https://gateway.example.com/hub',
			`https://gateway.example.com/hub/${way}`,
			false,
		],
	),
])('below %s is %s: %s', (address, url, is) => {
	expect(isBelow(address, new URL(url))).toBe(is);
});

test('loopback is this machine, and no name that looks like it', () => {
	const hosts =
		'localhost 127.0.0.1 127.255.255.254 [::1] example.com 128.0.0.1 127.0.0.1.example.com [::2] 10.0.0.5';
	expect([...hosts.split(' '), ''].filter(isLoopback)).toEqual(hosts.split(' ').slice(0, 4));
});
