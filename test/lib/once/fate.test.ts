import { claimed, concluded, mayBeSent, type Fate } from '../../../lib/once/fate';

test('what another execution has under way is held, whatever the user has set', () => {
	for (const resendsUnknown of [false, true])
		expect(mayBeSent('underWay', resendsUnknown)).toBe(false);
});

const FATES: Fate[] = ['new', 'underWay', 'unknown', 'sent'];

/** By what it is now, in the order of the fates. */
test.each<[before: Fate, after: string]>([
	['new', 'new new new sent'],
	['unknown', 'new unknown unknown sent'],
])('a message that was %s and did not leave becomes %s', (before, after) => {
	expect(FATES.map((now) => concluded(now, before, 'new')).join(' ')).toBe(after);
	for (const conclusion of ['sent', 'unknown'] as const)
		expect(concluded('sent', before, conclusion)).toBe('sent');
});

/** By the message's two names. */
test.each<[before: string, after: string, afterTheLastTry: string]>([
	['new new', 'underWay underWay', 'underWay underWay'],
	['new unknown', 'underWay underWay', 'underWay underWay'],
	['new underWay', 'new underWay', 'new unknown'],
	['unknown underWay', 'unknown underWay', 'unknown unknown'],
	['underWay sent', 'underWay sent', 'underWay sent'],
	['new sent', 'unknown sent', 'unknown sent'],
])(
	'a message that was %s is %s once it is claimed, and %s after the last try',
	(before, ...after) => {
		const fates = before.split(' ') as Fate[];
		expect([false, true].map((isLastTry) => claimed(fates, isLastTry).join(' '))).toEqual(after);
	},
);
