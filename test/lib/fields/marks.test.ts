import { Marks } from '../../../lib/fields/marks';

test('an invalid date, in which Luxon keeps the time, does not show what the code lacks', () => {
	let now = 9;
	const invalidDate = () => ({ ts: ++now, toISO: () => null });
	const code = "DateTime.fromFormat($json.day, 'd.M.yyyy')";
	const data = { namesIn: () => ({ all: [] }) };
	const read = { code, data, reading: {}, isStrict: false, given: invalidDate };
	const marks = new Marks(read as never, invalidDate());
	expect(marks.isMissed({ value: undefined, places: [], path: "'yyyy'" })).toBe(false);
});
