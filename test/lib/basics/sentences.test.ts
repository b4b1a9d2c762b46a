import { inSentence, sentences } from '../../../lib/basics/sentences';

test.each<[parts: Array<string | false | undefined>, joined: string]>([
	[['It failed', 'Try again'], 'It failed. Try again.'],
	[
		["The customer is '5001'", 'Status 400 (code T404)'],
		"The customer is '5001'. Status 400 (code T404).",
	],
	[['Version 1.2 is old'], 'Version 1.2 is old.'],
	[['Done.', 'Careful!', 'Is it on?'], 'Done. Careful! Is it on?'],
	[['هل هو متاح؟', '無効なキーです。', 'अमान्य कुंजी।'], 'هل هو متاح؟ 無効なキーです。 अमान्य कुंजी।'],
	[[undefined, 'It failed', false, '', 'Try again'], 'It failed. Try again.'],
	[[undefined, false, ''], ''],
])('%j becomes %j', (parts, joined) => {
	expect(sentences(...parts)).toBe(joined);
});

test.each([
	['The service failed', 'the service failed'],
	['WhatsApp refuses tabs', 'WhatsApp refuses tabs'],
	['The tabs that WhatsApp refuses', 'the tabs that WhatsApp refuses'],
	["'Text' is empty", "'Text' is empty"],
])('behind a colon, %j is %j', (sentence, behind) => {
	expect(inSentence(sentence)).toBe(behind);
});
