/**
 * Joins sentences, adding full stops where they are missing, in any script; undefined and empty ones are left out.
 */
export function sentences(...parts: Array<string | null | undefined>): string {
	return parts
		.filter((part): part is string => part !== undefined && part !== null && part !== '')
		.map((part) => (/\p{Sentence_Terminal}$/u.test(part) ? part : `${part}.`))
		.join(' ');
}

/** A sentence as it goes on behind a colon. */
export function inSentence(sentence: string): string {
	// A name such as WhatsApp keeps its capital.
	if (/^\S+[A-Z]/.test(sentence)) return sentence;
	return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}
