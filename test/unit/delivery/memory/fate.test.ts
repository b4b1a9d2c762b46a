import {
	concluded,
	DECISIONS,
	type Fate,
} from '../../../../nodes/CustomerMessaging/delivery/memory/fate';

test('what another execution has under way is held, whatever the user has set', () => {
	expect(new Set(Object.values(DECISIONS.underWay))).toEqual(new Set(['holdBack']));
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
