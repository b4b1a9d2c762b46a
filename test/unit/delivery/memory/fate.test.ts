import {
	claimed,
	concluded,
	DECISIONS,
	strongest,
	type Fate,
} from '../../../../nodes/CustomerMessaging/delivery/memory/fate';

const FATES: Fate[] = ['new', 'underWay', 'unknown', 'sent'];

test.each<[Fate, ask: string, treatAsSent: string, sendAgain: string]>([
	['new', 'send', 'send', 'send'],
	['underWay', 'hold', 'hold', 'hold'],
	['unknown', 'hold', 'hold', 'send'],
	['sent', 'skip', 'skip', 'skip'],
])('%s: %s, %s, %s', (fate, ask, treatAsSent, sendAgain) => {
	expect(DECISIONS[fate]).toEqual({ ask, treatAsSent, sendAgain });
});

test.each<[found: Fate[], Fate[]]>([
	...(['new', 'underWay', 'unknown'] as const).map((fate): [Fate[], Fate[]] => [
		[fate],
		['underWay'],
	]),
	[['sent'], ['sent']],
	[
		['new', 'unknown'],
		['underWay', 'underWay'],
	],
	[
		['sent', 'new'],
		['sent', 'unknown'],
	],
	[
		['underWay', 'sent'],
		['underWay', 'sent'],
	],
])('a claim makes of what was found as %j %j', (found, after) => {
	expect(claimed(found)).toEqual(after);
});

/** By what it is now, in the order of the fates. */
test.each<[found: Fate, end: 'sent' | 'unknown' | 'new', after: string]>([
	...FATES.flatMap((found): Array<[Fate, 'sent' | 'unknown', string]> => [
		[found, 'sent', 'sent sent sent sent'],
		[found, 'unknown', 'unknown unknown unknown sent'],
	]),
	['new', 'new', 'new new new sent'],
	['underWay', 'new', 'new underWay unknown sent'],
	['unknown', 'new', 'new unknown unknown sent'],
	['sent', 'new', 'new sent unknown sent'],
])('what was found as %s and ends as %s becomes %s', (found, end, after) => {
	expect(FATES.map((now) => concluded(now, found, end)).join(' ')).toBe(after);
});

test.each<[fates: Fate[], Fate]>([
	[[], 'new'],
	[['new', 'unknown'], 'unknown'],
	[['underWay', 'unknown', 'new'], 'underWay'],
	[['unknown', 'underWay', 'sent'], 'sent'],
])('of %j the strongest is %s', (fates, fate) => {
	expect(strongest(fates)).toBe(fate);
});
