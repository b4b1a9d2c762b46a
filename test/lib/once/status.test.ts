import { claimed, completed, mayBeSent, type Status } from '../../../lib/once/status';

test('what another execution has in progress is held, whatever the user has set', () => {
	for (const resendsUnknown of [false, true])
		expect(mayBeSent('inProgress', resendsUnknown)).toBe(false);
});

const FATES: Status[] = ['new', 'inProgress', 'unknown', 'sent'];

/** By what it is now, in the order of the statuses. */
test.each<[before: Status, after: string]>([
	['new', 'new new new sent'],
	['unknown', 'new unknown unknown sent'],
])('a message that was %s and did not leave becomes %s', (before, after) => {
	expect(FATES.map((now) => completed(now, before, 'new')).join(' ')).toBe(after);
	for (const completion of ['sent', 'unknown'] as const)
		expect(completed('sent', before, completion)).toBe('sent');
});

/** By the message's two names. */
test.each<[before: string, after: string, afterTheLastTry: string]>([
	['new new', 'inProgress inProgress', 'inProgress inProgress'],
	['new unknown', 'inProgress inProgress', 'inProgress inProgress'],
	['new inProgress', 'new inProgress', 'new unknown'],
	['unknown inProgress', 'unknown inProgress', 'unknown unknown'],
	['inProgress sent', 'inProgress sent', 'inProgress sent'],
	['new sent', 'unknown sent', 'unknown sent'],
])(
	'a message that was %s is %s once it is claimed, and %s after the last try',
	(before, ...after) => {
		const statuses = before.split(' ') as Status[];
		expect([false, true].map((isLastTry) => claimed(statuses, isLastTry).join(' '))).toEqual(after);
	},
);
