/** Where each lane starts and what it multiplies by: odd numbers without a pattern. */
const LANES = [
	{ start: 0x9e3779b9, factor: 0x85ebca6b },
	{ start: 0x7f4a7c15, factor: 0xc2b2ae35 },
	{ start: 0x94d049bb, factor: 0x27d4eb2f },
	{ start: 0xbf58476d, factor: 0x165667b1 },
];

/**
 * A short text that is the same for the same message and another for any other, for all that
 * chance can do: nobody gains by making two messages look alike, so it need not withstand that.
 *
 * Takes anything JSON can hold. Returns 32 hexadecimal digits.
 */
export function fingerprintOf(content: unknown): string {
	const text = JSON.stringify(content) ?? '';
	return LANES.map(({ start, factor }) => laneOf(text, start, factor)).join('');
}

function laneOf(text: string, start: number, factor: number): string {
	let hash = start ^ text.length;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), factor);
		// A product spreads bits upwards only; this brings the high ones down again.
		hash ^= hash >>> 15;
	}
	hash = Math.imul(hash ^ (hash >>> 16), factor);
	hash ^= hash >>> 13;
	return (hash >>> 0).toString(16).padStart(8, '0');
}
