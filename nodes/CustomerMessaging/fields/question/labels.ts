import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../service/json';
import { filledText, refuseRepeated } from '../../values/texts';

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

export function objectsIn(list: unknown): IDataObject[] {
	return [list].flat().filter(isObject);
}
