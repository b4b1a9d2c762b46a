import type { Words } from './failure';

/** Joins sentences of any script, and adds missing full stops; leaves out what is empty, undefined or false. */
export function sentences(...parts: Array<string | false | undefined>): string {
	return parts
		.filter((part): part is string => typeof part === 'string' && part !== '')
		.map((part) => (/\p{Sentence_Terminal}$/u.test(part) ? part : `${part}.`))
		.join(' ');
}

/** What happened and what to do, in one text. */
export function inOneText({ message, advice }: Words): string {
	return sentences(message, advice);
}

/** A sentence as it is written after a colon. */
export function inSentence(sentence: string): string {
	// A name such as JavaScript keeps its capital.
	if (/^\S+[A-Z]/.test(sentence)) return sentence;
	return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}
