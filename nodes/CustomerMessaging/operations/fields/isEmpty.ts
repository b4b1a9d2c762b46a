/**
 * White space and characters that show nothing: zero-width and control characters, fillers, and the blank braille
 * pattern.
 */
const SHOWS_NOTHING = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a field's value is empty: missing, or a text in which a person would see nothing. */
export function isEmpty(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		(typeof value === 'string' && SHOWS_NOTHING.test(value))
	);
}
