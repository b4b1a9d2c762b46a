import { asSeen, InputError, showsNothing } from '../basics';
import { filledLine } from './plainText';

/** Makes the check of an identifier, which some programs give as a text and others as a whole number; it gives a text. */
export function identifierCheck(fieldName: string): (value: unknown) => string {
	return (value) => {
		if (typeof value === 'string' && !showsNothing(value))
			return asSeen(filledLine(value, `'${fieldName}'`));
		if (typeof value === 'bigint' || (Number.isSafeInteger(value) && Number(value) >= 0))
			return String(value);
		const what = typeof value === 'number' ? `the number ${value}, which is not` : 'not';
		throw showsNothing(value)
			? new InputError(
					`'${fieldName}' is empty`,
					'Enter the ID, or an expression that gives one for every item',
				)
			: new InputError(
					`'${fieldName}' is ${what} an ID`,
					'Enter the ID as text or as a whole number. A large number loses its last digits: store it as text where it comes from',
				);
	};
}
