/**
 * Joins sentences that may have no full stop yet.
 *
 * Takes the sentences; those that are undefined or empty are left out.
 */
export function sentences(...parts: Array<string | null | undefined>): string {
	return parts
		.filter((part): part is string => part !== undefined && part !== null && part !== '')
		.map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
		.join(' ');
}
