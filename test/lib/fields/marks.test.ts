import { Marks } from '../../../lib/fields/marks';

test('an invalid date, in which Luxon keeps the time, does not show what the code lacks', () => {
	let now = 9;
	const invalidDate = () => ({ ts: ++now, toISO: () => null });
	const marks = new Marks(
		"DateTime.fromFormat($json.day, 'd.M.yyyy')",
		invalidDate(),
		invalidDate,
		new Set(),
	);
	expect(marks.isMissed({ value: undefined, places: [], path: "'yyyy'" })).toBe(false);
});
