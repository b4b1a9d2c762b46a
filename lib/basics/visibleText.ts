const EXCERPT_LENGTH = 200;

/** A text from outside on one line, shortened, but not in the middle of an emoji. */
export function excerpt(text: string, longest = EXCERPT_LENGTH): string {
	const line = text.replace(/\s+/g, ' ').trim();
	if (line.length <= longest) return line;
	return `${line.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`;
}

export function inWords(json: unknown): string {
	return excerpt(typeof json === 'string' ? json : JSON.stringify(json));
}

/** Invisible characters, such as those that come along when a text is copied. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}/gu;

/** A text as a person sees it: two that look the same are the same. */
export function asSeen(text: string): string {
	const seen = text.replace(INVISIBLE, '').replace(/\p{Zs}/gu, ' ');
	// Of many accents in a row, the time grows with the square.
	return (seen.length > 2000 ? seen : seen.normalize('NFC')).trim();
}

const UNSEEN = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]`;

const UNSEEN_ENDS = new RegExp(`^${UNSEEN}+|(?<!${UNSEEN})${UNSEEN}+$`, 'gu');

/** A text without white space and invisible characters at its beginning and end. */
export function trimmed(text: string): string {
	return text.replace(UNSEEN_ENDS, '');
}
