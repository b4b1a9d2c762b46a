import type { ResourceMapperField } from 'n8n-workflow';

import { InputError } from '../service/failure';
import type { ItemParameters } from './nodeParameters';
import type { TemplateChoice } from '../service/templateRequest';
import { channelField } from './channel';
import { templateField } from './template';

/** One field of 'Values to Send', as a saved workflow keeps it. */
export interface MappedField {
	id: string;
	displayName?: string;
	removed?: boolean;
}

/**
 * The hidden fields of 'Values to Send'. n8n fills and empties them together with the others, so their values say which
 * template the others were filled in for, even if n8n missed that another one was chosen.
 */
const MARKS = [
	{ id: 'forTemplate', field: templateField, choice: 'templateId' },
	{ id: 'forChannel', field: channelField, choice: 'channelId' },
] as const;

/** What to do if the fields belong to another template: n8n then forgets them, whatever the state of its form. */
export const FILL_IN_AGAIN =
	"Set 'Specify Variables' to 'Using JSON' and back to 'Using Fields Below', then fill in the fields that appear. If the template changes from item to item, leave it at 'Using JSON'";

export function markFields(template: TemplateChoice): ResourceMapperField[] {
	return MARKS.map(({ id, field, choice }) => ({
		id,
		// n8n reports fields as out of date if their names differ from those that it has saved.
		displayName: `${field.displayName} ${template[choice]}`,
		defaultValue: template[choice],
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: false,
		type: 'string',
	}));
}

export function isMark(id: string): boolean {
	return MARKS.some((mark) => mark.id === id);
}

/**
 * Throws an InputError if the fields were filled in for another template than the item's. Fields that n8n's form did
 * not make have no marks, and pass.
 */
export function checkMarks(item: ItemParameters, template: TemplateChoice): void {
	const fields = readFields(item);
	for (const { id, field, choice } of MARKS) {
		const { displayName } = field;
		const what = displayName.toLowerCase();
		const mark = item.read(`variables.value.${id}`, (value) => String(value ?? ''));
		if (mark === template[choice]) continue;
		if (mark !== '') {
			throw new InputError(
				`'Values to Send' was filled in for ${what} '${mark}', but '${displayName}' is '${template[choice]}'`,
				FILL_IN_AGAIN,
			);
		}
		if (fields.some((one) => one.id === id)) {
			throw new InputError(
				`'Values to Send' does not say which ${what} it was filled in for`,
				FILL_IN_AGAIN,
			);
		}
	}
}

/** Reads the fields of 'Values to Send'; none if hidden ones say which template they are for. */
export function readUnmarkedFields(item: ItemParameters): MappedField[] {
	const fields = readFields(item);
	return fields.some(({ id }) => isMark(id)) ? [] : fields;
}

/** The fields of 'Values to Send' in its `schema`. */
export function mappedFields(schema: unknown): MappedField[] {
	return Array.isArray(schema) ? schema : [];
}

function readFields(item: ItemParameters): MappedField[] {
	return item.read('variables.schema', mappedFields, { fallback: [] });
}
