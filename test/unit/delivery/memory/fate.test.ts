import {
	concluded,
	DECISIONS,
	type Fate,
} from '../../../../nodes/CustomerMessaging/delivery/memory/fate';

test('what another execution has under way is held, whatever the user has set', () => {
	expect(new Set(Object.values(DECISIONS.underWay))).toEqual(new Set(['hold']));
});

test.each<Fate>(['new', 'underWay', 'unknown', 'sent'])(
	'what is sent by now stays so, however a claim of it as %s ends',
	(before) => {
		for (const conclusion of ['sent', 'unknown', 'new'] as const)
			expect(concluded('sent', before, conclusion)).toBe('sent');
	},
);
