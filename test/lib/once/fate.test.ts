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

test.each<[before: Fate, after: Fate, afterTheLastTry: Fate]>([
	['new', 'underWay', 'underWay'],
	['unknown', 'underWay', 'underWay'],
	['underWay', 'underWay', 'unknown'],
	['sent', 'sent', 'sent'],
])(
	'a message that was %s is %s once it is claimed, and %s after the last try',
	(before, ...after) => {
		expect([false, true].map((isLastTry) => claimed(before, isLastTry))).toEqual(after);
	},
);
