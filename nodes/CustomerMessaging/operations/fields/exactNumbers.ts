/** A text or a number of a JSON document, so that digits inside of texts are passed over. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** Whether a number is so large that digits may have been lost before it got here. */
export function mayHaveLostDigits(value: number): boolean {
	return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/**
 * Finds the first number that would not be written again as it is, such as 12345678901234567890, 1.10 and 1e3.
 *
 * Takes valid JSON. Returns the number's own text; undefined where there is none.
 */
export function inexactNumberIn(json: string): string | undefined {
	const tokens = json.match(TEXT_OR_NUMBER) ?? [];
	return tokens.find((token) => !token.startsWith('"') && String(Number(token)) !== token);
}
