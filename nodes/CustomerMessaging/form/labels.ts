import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../service/failure';
import { isObject } from '../service/values';
import { asSeen, filledText } from './texts';

/**
 * What a customer can choose from, in plain text. Throws an InputError for an empty or a repeated label.
 *
 * @param entries labels, and lists of them that an expression gave
 * @param shown what an error calls them
 */
export function labelsOf(entries: unknown[], shown: string): string[] {
	const labels = entries
		.flat()
		.map((entry, index) => filledText(entry, `${shown}: label ${index + 1}`).trim());
	refuseRepeated(labels, shown);
	return labels;
}

/** Throws an InputError if a label is there twice. */
export function refuseRepeated(labels: string[], shown: string): void {
	const seen = new Set<string>();
	for (const label of labels) {
		const onPage = asSeen(label).replace(/\s+/g, ' ');
		if (seen.has(onPage))
			throw new InputError(`${shown} has '${label}' twice`, 'Change one of them, or keep only one');
		seen.add(onPage);
	}
}

export function objectsIn(list: unknown): IDataObject[] {
	return [list].flat().filter(isObject);
}
