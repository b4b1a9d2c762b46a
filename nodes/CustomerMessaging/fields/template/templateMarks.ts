import type { ResourceMapperField } from 'n8n-workflow';

import { InputError } from '../../service/failure';
import type { ItemParameters } from '../../values/nodeParameters';
import type { TemplateChoice } from '../../templates/templates';
import { channelField } from './channel';
import { templateField } from './template';

/** One field of 'Values to Send', as a saved workflow keeps it. */
export interface MappedField {
	id: string;
	displayName?: string;
	removed?: boolean;
}

/**
 * The hidden fields of 'Values to Send'. n8n fills and empties them together with the others, so their values say what
 * the others were filled in for, even if n8n missed that another template was chosen.
 */
const MARKS = [
	{ id: 'forTemplate', name: templateField.displayName, of: 'templateId' },
	{ id: 'forChannel', name: channelField.displayName, of: 'channelId' },
] as const;

/** What to do if the fields belong to another template: n8n then forgets them, whatever the state of its form. */
const FILL_IN_AGAIN =
	"Set 'Specify Variables' to 'Using JSON' and back to 'Using Fields Below', then fill in the fields that appear. If the template changes from item to item, leave it at 'Using JSON'";

export function templateMarkFields(template: TemplateChoice): ResourceMapperField[] {
	return MARKS.map(({ id, name, of }) => ({
		id,
		// n8n reports fields as out of date if their names differ from those that it has saved.
		displayName: `${name} ${template[of]}`,
		defaultValue: template[of],
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: false,
		type: 'string',
	}));
}

export function isTemplateMark(id: string): boolean {
	return MARKS.some((mark) => mark.id === id);
}

/**
 * Throws an InputError if the fields were filled in for another template than the item's. Fields that n8n's form did
 * not make have no marks, and pass.
 */
export function checkTemplateMarks(item: ItemParameters, template: TemplateChoice): void {
	const fields = item.read('variables.schema', mappedFields, { fallback: [] });
	for (const { id, name } of MARKS) {
		if (readMark(item, id) !== '' || !fields.some((one) => one.id === id)) continue;
		throw new InputError(
			`'Values to Send' does not say which ${name.toLowerCase()} it was filled in for`,
			FILL_IN_AGAIN,
		);
	}
	for (const { id, name, of } of MARKS) {
		const mark = readMark(item, id);
		if (mark === '' || mark === template[of]) continue;
		throw new InputError(
			`'Values to Send' was filled in for ${name.toLowerCase()} '${mark}', but '${name}' is '${template[of]}'`,
			FILL_IN_AGAIN,
		);
	}
}

function readMark(item: ItemParameters, id: string): string {
	return item.read(`variables.value.${id}`, (value) => String(value ?? ''));
}

/** The fields of 'Values to Send' in its `schema`. */
export function mappedFields(schema: unknown): MappedField[] {
	return Array.isArray(schema) ? schema : [];
}
