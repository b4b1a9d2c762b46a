import { textsIn } from './texts';

/** What JavaScript and n8n write for a missing value or an object, and addresses with `%20` for the space. */
const WORDS =
	/undefined|infinity|(?<![\p{Script=Latin}\d])(?:null|nan)|(?:null|nan)(?![\p{Script=Latin}\d])|invalid[\W_](?:20)?(?:date|duration|interval)|\[object|object[\W_](?:20)?object|\[native code/giu;

/** A text that no person wrote: an earlier node made it, or a file was written from nothing. */
const WRITTEN_FROM_NOTHING =
	/^\s*(?:undefined|null|NaN|-?Infinity|Invalid (?:Date(?:Time)?|Duration|Interval))\s*$|\[object \w+\]/;

/**
 * Whether a text has a word for a missing value in it that neither its expression nor what the expression reads has:
 * then it was made.
 *
 * @param read what the expression may have taken its texts from
 */
export function hasMissingValue(text: string, code: string, read: () => unknown): boolean {
	const words = wordsIn(text);
	if (words.length === 0) return false;
	const written = textsIn(read()).filter((one) => !WRITTEN_FROM_NOTHING.test(one));
	const meant = new Set([code, ...written].flatMap(wordsIn));
	return words.some((word) => !meant.has(word));
}

function wordsIn(text: string): string[] {
	return (text.match(WORDS) ?? []).map((word) => word.toLowerCase());
}
