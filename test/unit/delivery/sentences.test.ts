import { sentences } from '../../../nodes/CustomerMessaging/delivery/sentences';

test('ends each part that has no end yet, and joins them', () => {
	expect(sentences('It failed', 'Try again')).toBe('It failed. Try again.');
	expect(sentences("The customer is '5001'", 'Status 400 (code T404)')).toBe(
		"The customer is '5001'. Status 400 (code T404).",
	);
});

test.each(['Done.', 'Careful!', 'Is it on?', 'هل هو متاح؟', '無効なキーです。', 'अमान्य कुंजी।'])(
	'leaves the end alone that a part has: %s',
	(part) => {
		expect(sentences(part, 'Try again')).toBe(`${part} Try again.`);
	},
);

test('a stop inside of a part is no end', () => {
	expect(sentences('Version 1.2 is old')).toBe('Version 1.2 is old.');
});

test('leaves out what is not there', () => {
	expect(sentences(undefined, 'It failed', null, '', 'Try again')).toBe('It failed. Try again.');
	expect(sentences()).toBe('');
	expect(sentences(undefined, null, '')).toBe('');
});
