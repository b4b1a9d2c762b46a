/** The hexadecimal digits that are kept: 128 bits, far beyond any accidental match. */
const DIGITS = 32;

/**
 * A short text that is the same for the same message and tells nothing about it.
 *
 * Takes anything JSON can hold. Returns 32 hexadecimal digits of its SHA-256.
 */
export async function fingerprintOf(content: unknown): Promise<string> {
	const bytes = new TextEncoder().encode(JSON.stringify(content));
	const digest = await crypto.subtle.digest('SHA-256', bytes);
	return Buffer.from(digest).toString('hex').slice(0, DIGITS);
}
