/**
 * Joins sentences that may have no full stop yet, in any script: some are the service's words.
 *
 * Takes the sentences; those that are undefined or empty are left out.
 */
export function sentences(...parts: Array<string | null | undefined>): string {
	return parts
		.filter((part): part is string => part !== undefined && part !== null && part !== '')
		.map((part) => (/\p{Sentence_Terminal}$/u.test(part) ? part : `${part}.`))
		.join(' ');
}
