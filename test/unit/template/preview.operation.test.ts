import { pictureOf } from '../../../nodes/CustomerMessaging/operations/template/preview.operation';

const pictured = (parts: Partial<Parameters<typeof pictureOf>[0]>, recipient = ''): string =>
	pictureOf({ header: '', body: '', footer: '', buttons: [], ...parts }, recipient);

test('a message is shown part by part, as text', () => {
	const buttons = [
		{ title: 'Track', address: 'https://example.com/?a=1&b=<2>' },
		{ title: 'Yes', address: '' },
	];
	expect(
		pictured(
			{ header: 'New', body: 'Hi <img src=x>\r\n& bye', footer: 'Shop', buttons },
			'+12025550123',
		),
	).toBe(
		[
			'<small>To <bdi>+12025550123</bdi></small>',
			'<b><bdi>New</bdi></b><br><bdi>Hi &lt;img src=x&gt;<br>&amp; bye</bdi><br><small><bdi>Shop</bdi></small>',
			'<b><bdi>Track</bdi></b> <small><bdi>https://example.com/?a=1&amp;b=&lt;2&gt;</bdi></small><br><b><bdi>Yes</bdi></b> ',
		].join('<hr>'),
	);
	expect(pictured({ body: 'Hello' })).toBe('<bdi>Hello</bdi>');
});

test.each([
	['*bold* _italic_ ~gone~', '<b>bold</b> <i>italic</i> <s>gone</s>'],
	['*_both_*, (*so*).', '<b><i>both</i></b>, (<b>so</b>).'],
	['*two words*', '<b>two words</b>'],
	['مرحباً *بك*', 'مرحباً <b>بك</b>'],
	// Neither arithmetic nor names nor addresses.
	...['2*3*4', 'snake_case_name', 'https://a.example/_x_/~me~/', '* a *', '**', '*one\nline*'].map(
		(text) => [text, text.replace('\n', '<br>')],
	),
])('%j is shown as %s', (body, html) => {
	expect(pictured({ body })).toBe(`<bdi>${html}</bdi>`);
});
