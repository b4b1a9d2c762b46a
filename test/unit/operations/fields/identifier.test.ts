import { identifierCheck } from '../../../../nodes/CustomerMessaging/operations/fields/identifier';
import { refusalOf } from '../../doubles/refusal';

const check = identifierCheck('Customer ID');

test.each<[value: unknown, id: string]>([
	['5001', '5001'],
	[' 5001\n', '5001'],
	['a1b2-c3', 'a1b2-c3'],
	['0', '0'],
	['007', '007'],
	['9007199254740993', '9007199254740993'],
	[5001, '5001'],
	[0, '0'],
	[9007199254740991, '9007199254740991'],
	[9007199254740993n, '9007199254740993'],
])('takes %p as %j', (value, id) => {
	expect(check(value)).toBe(id);
});

test.each<[value: unknown, message: string, advice: RegExp]>([
	['', "'Customer ID' is empty", /Enter the ID/],
	['  \t', "'Customer ID' is empty", /Enter the ID/],
	[undefined, "'Customer ID' is empty", /for every item/],
	[null, "'Customer ID' is empty", /for every item/],
	['undefined', "'Customer ID' is not an ID", /check that the field it points at exists/],
	['null', "'Customer ID' is not an ID", /check that the field it points at exists/],
	[' NaN ', "'Customer ID' is not an ID", /check that the field it points at exists/],
	['[object Object]', "'Customer ID' is not an ID", /check that the field it points at exists/],
	[true, "'Customer ID' is not an ID", /as text or as a whole number/],
	[{ id: 1 }, "'Customer ID' is not an ID", /as text or as a whole number/],
	[['5001'], "'Customer ID' is not an ID", /as text or as a whole number/],
	[NaN, "'Customer ID' is the number NaN, which is not an ID", /as text or as a whole number/],
	[
		Infinity,
		"'Customer ID' is the number Infinity, which is not an ID",
		/as text or as a whole number/,
	],
	[1.5, "'Customer ID' is the number 1.5, which is not an ID", /as text or as a whole number/],
	[-5, "'Customer ID' is the number -5, which is not an ID", /as text or as a whole number/],
	[
		9007199254740992,
		"'Customer ID' is the number 9007199254740992, which is not an ID",
		/loses its last digits\. Keep the ID as text/,
	],
	[1e21, "'Customer ID' is the number 1e+21, which is not an ID", /loses its last digits/],
])('refuses %p', (value, message, advice) => {
	const refusal = refusalOf(() => check(value));
	expect(refusal.message).toBe(message);
	expect(refusal.advice).toMatch(advice);
});
