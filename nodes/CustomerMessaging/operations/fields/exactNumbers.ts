/** A text or a number in JSON; texts are matched so that digits inside them are passed over. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** Whether a number is so large that it may have lost digits before it got here. */
export function mayHaveLostDigits(value: number): boolean {
	return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/**
 * The first number in valid JSON that would be written differently again, such as 12345678901234567890, 1.10 or 1e3.
 */
export function inexactNumberIn(json: string): string | undefined {
	const tokens = json.match(TEXT_OR_NUMBER) ?? [];
	return tokens.find((token) => !token.startsWith('"') && String(Number(token)) !== token);
}
