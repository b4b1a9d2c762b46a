import {
	dayAsWritten,
	numberAsWritten,
	numberIn,
} from '../../../nodes/CustomerMessaging/answerPage/language';

test.each<[language: string, typed: string, value: number]>([
	['de', '1,5', 1.5],
	['de', ' 1.5 ', 1.5],
	['de', '-1,5', -1.5],
	['de', ',5', 0.5],
	['de', '5,', 5],
	['de', '1.500', 1500],
	['de', '1.234.567,25', 1_234_567.25],
	['de', '0.500', 0.5],
	['de', '1.5000', 1.5],
	['de', '1.234.5', NaN],
	['de', '1,234.5', NaN],
	['de', '1,5,6', NaN],
	['de', '1,5 kg', NaN],
	['de', '', NaN],
	['en', '1,5', 1.5],
	['en', '1,500', 1500],
	['en', '1.500', 1.5],
	['en', '1e3', 1000],
	['en', '0x10', NaN],
	['en', 'Infinity', NaN],
	['fr', '1 500,5', 1500.5],
	['fr', '1\u202f500', 1500],
	['fr', '1 5', NaN],
	['hi', '1,23,456.5', 123_456.5],
	['hi', '१,५', 1.5],
	['ar', '١٫٥', 1.5],
	['ar-EG', '١٬٢٣٤', 1234],
	['ja', '１．５', 1.5],
])('a number in the language %s: %j is %d', (language, typed, value) => {
	expect(numberIn(language, typed)).toBe(value);
});

test.each([
	['de', 1.5, '1,5'],
	['de', 1500, '1.500'],
	['en', 0.1, '0.1'],
	['fr', -2.5, '-2,5'],
	['de', 9007199254740991, '9.007.199.254.740.991'],
	['en', 1e-7, '0.0000001'],
])('in %s, %d is written %s, and means the same', (language, value, written) => {
	expect(numberAsWritten(language, value)).toBe(written);
	expect(numberIn(language, written)).toBe(value);
});

test.each([
	['de', '30. November 2026'],
	['es', '30 de noviembre de 2026'],
	['en', 'November 30, 2026'],
])('in %s, a day is written %s', (language, written) => {
	expect(dayAsWritten(language, '2026-11-30')).toBe(written);
});
