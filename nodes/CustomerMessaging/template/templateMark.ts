import type { ResourceMapperField } from 'n8n-workflow';

import { InputError } from '../primitives/failure';
import { listIn, objectIn } from '../primitives/json';
import type { TemplateChoice } from './readTemplate';

/** One field of 'Values to Send', as a saved workflow keeps it. */
interface MappedField {
	id: string;
	displayName?: string;
	removed?: boolean;
}

/**
 * The hidden field of 'Values to Send'. n8n fills and empties it together with the others, so its value says which
 * channel and template the others were filled in for, even if n8n missed that another one was chosen.
 */
export const TEMPLATE_MARK = 'forTemplate';

export function templateMarkField(choice: TemplateChoice): ResourceMapperField {
	return {
		id: TEMPLATE_MARK,
		// n8n reports fields as out of date if their names differ from those that it has saved.
		displayName: markOf(choice),
		defaultValue: markOf(choice),
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: false,
		type: 'string',
	};
}

function markOf({ channelId, templateId }: TemplateChoice): string {
	return JSON.stringify([channelId, templateId]);
}

/**
 * Throws an InputError if the fields were filled in for another channel or template than the item's. Fields that n8n's
 * form did not make have no mark, and pass.
 *
 * @param variables as the workflow keeps them
 */
export function checkTemplateMark(variables: unknown, choice: TemplateChoice): void {
	const mark = String(objectIn(objectIn(variables).value)[TEMPLATE_MARK] ?? '');
	const isMarked = mark !== '' || mappedFields(variables).some(({ id }) => id === TEMPLATE_MARK);
	if (!isMarked || mark === markOf(choice)) return;
	throw new InputError(
		`'Values to Send' was not filled in for template '${choice.templateId}' of channel '${choice.channelId}'`,
		// n8n then forgets the fields, whatever the state of its form.
		"Set 'Specify Variables' to 'Using JSON' and back to 'Using Fields Below', then fill in the fields that appear. If the template changes from item to item, leave it at 'Using JSON'",
	);
}

/** The fields of 'Values to Send', as the workflow keeps it. */
export function mappedFields(variables: unknown): MappedField[] {
	return listIn(objectIn(variables).schema) as MappedField[];
}
