import { asSeen, InputError, showsNothing } from '../basics';
import { filledLine, mayHaveLostDigits } from './plainText';

/**
 * Makes the check of an identifier field: some programs give an ID as a text, and others as a number, so both are accepted,
 * and the value is a text.
 */
export function identifierCheck(fieldName: string): (value: unknown) => string {
	return (value) => {
		if (typeof value === 'bigint') return String(value);
		if (typeof value === 'number') return numericIdentifier(fieldName, value);
		if (showsNothing(value))
			throw new InputError(
				`'${fieldName}' is empty`,
				'Enter the ID, or an expression that gives one for every item',
			);
		if (typeof value !== 'string') {
			throw new InputError(
				`'${fieldName}' is not an ID`,
				'Enter the ID as text or as a whole number',
			);
		}
		return asSeen(filledLine(value, `'${fieldName}'`));
	};
}

function numericIdentifier(fieldName: string, value: number): string {
	if (Number.isSafeInteger(value) && value >= 0) return String(value);
	throw new InputError(
		`'${fieldName}' is the number ${value}, which is not an ID`,
		mayHaveLostDigits(value)
			? 'A number this large loses its last digits. Store the ID as text where it comes from'
			: 'Enter the ID as text or as a whole number',
	);
}
