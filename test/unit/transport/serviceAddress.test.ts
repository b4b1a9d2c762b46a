import {
	isLoopback,
	readServiceAddress,
} from '../../../nodes/CustomerMessaging/transport/serviceAddress';

describe('readServiceAddress', () => {
	test.each([
		['https://hub.example.com', 'https://hub.example.com'],
		['https://hub.example.com/', 'https://hub.example.com'],
		['https://hub.example.com///', 'https://hub.example.com'],
		['  https://hub.example.com \n', 'https://hub.example.com'],
		['https://hub.example.com/stable/open', 'https://hub.example.com'],
		['https://hub.example.com/stable/open/', 'https://hub.example.com'],
		['HTTPS://Hub.Example.com:8443/', 'https://hub.example.com:8443'],
		['https://hub.example.com:443', 'https://hub.example.com'],
		['http://localhost:3000', 'http://localhost:3000'],
		['http://127.0.0.1:3000/stable/open', 'http://127.0.0.1:3000'],
		['http://127.8.9.10', 'http://127.8.9.10'],
		['http://[::1]:3000', 'http://[::1]:3000'],
		['https://localhost', 'https://localhost'],
	])('takes %j as %s', (typed, address) => {
		expect(readServiceAddress(typed)).toEqual({ address });
	});

	test.each<[typed: unknown, what: RegExp, toDo: RegExp]>([
		['', /is empty/, /starting with https:\/\//],
		['   ', /is empty/, /Enter the address/],
		[undefined, /is empty/, /Enter the address/],
		[42, /is empty/, /Enter the address/],
		['hub.example.com', /no scheme/, /Put https:\/\/ in front/],
		['localhost:3000', /no scheme/, /Put https:\/\/ in front/],
		['https://', /not a valid address/, /https:\/\/hub\.example\.com/],
		['https://hub example.com', /not a valid address/, /Enter it like/],
		['http://hub.example.com', /unencrypted/, /Change it to https:\/\//],
		['http://localhost.example.com', /unencrypted/, /Change it to https:\/\//],
		['http://127.0.0.1.example.com', /unencrypted/, /Change it to https:\/\//],
		['http://0.0.0.0:3000', /unencrypted/, /Change it to https:\/\//],
		['http://192.168.0.10', /unencrypted/, /Change it to https:\/\//],
		['ftp://hub.example.com', /must start with https/, /Change the part before/],
		['https://user:secret@hub.example.com', /user name or password/, /Remove everything between/],
		['https://hub.example.com?api_key=abc', /a \? or a # part/, /Remove it/],
		['https://hub.example.com/#top', /a \? or a # part/, /Remove it/],
		[
			'https://hub.example.com/stable/open/whatsapp/get-platform-list',
			/contains the path '\/stable\/open\/whatsapp/,
			/leave only the address, https:\/\/hub\.example\.com$/,
		],
		['https://hub.example.com/stable', /contains the path '\/stable'/, /Remove it/],
	])('refuses %j', (typed, what, toDo) => {
		const { problem } = readServiceAddress(typed);
		expect(problem).toMatch(/^'Base URL' /);
		expect(problem).toMatch(what);
		expect(problem).toMatch(toDo);
	});

	test('repeats neither a password nor a key that was pasted along', () => {
		for (const typed of [
			'https://user:secret@hub.example.com',
			'https://hub.example.com?api_key=secret',
		]) {
			expect(readServiceAddress(typed).problem).not.toContain('secret');
		}
	});
});

describe('isLoopback', () => {
	test.each(['localhost', '127.0.0.1', '127.255.255.254', '[::1]'])('knows %s', (host) => {
		expect(isLoopback(host)).toBe(true);
	});

	test.each([
		'example.com',
		'128.0.0.1',
		'127.0.0.1.example.com',
		'localhost.example.com',
		'[::2]',
		'10.0.0.1',
		'',
	])('takes %j for another machine', (host) => {
		expect(isLoopback(host)).toBe(false);
	});
});
