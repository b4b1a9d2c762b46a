import type { ResourceMapperField } from 'n8n-workflow';
import { InputError, listIn, objectIn } from '../../../lib/basics';
import type { NamedValue } from '../../../lib/fields';
import type { TemplateChoice } from './templateChoice';
import { mappedVariablesField } from './valueFields';

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

/** n8n then forgets the fields, whatever the state of its form. */
export const FILL_IN_ANEW =
	"Set 'Specify Variables' to 'Using JSON' and back to 'Using Fields', then fill in the fields that appear";

function markOf({ channelId, templateId }: TemplateChoice): string {
	return JSON.stringify([channelId, templateId]);
}

/** Refuses fields filled in for another channel or template. Fields that n8n's form did not make have no mark, and pass. */
export function checkTemplateMark(variables: unknown, choice: TemplateChoice): void {
	const mark = String(objectIn(objectIn(variables).value)[TEMPLATE_MARK] ?? '');
	const isMarked = mark !== '' || mappedFields(variables).some(({ id }) => id === TEMPLATE_MARK);
	if (!isMarked || mark === markOf(choice)) return;
	throw new InputError(
		`'Values to Send' was not filled in for template '${choice.templateId}' of channel '${choice.channelId}'`,
		`${FILL_IN_ANEW}. If the template changes from item to item, leave it at 'Using JSON'`,
	);
}

/** The fields of 'Values to Send' as a saved workflow has them, which may lack all but the ID. */
function mappedFields(variables: unknown): ResourceMapperField[] {
	return listIn(objectIn(variables).schema) as ResourceMapperField[];
}

/** The values of the form's fields, and any whose field is gone. @param stored the variables with their labels */
export function mappedValues(given: unknown, stored: unknown): NamedValue[] {
	const values = objectIn(given);
	const fields = mappedFields(stored).filter(({ removed }) => removed !== true);
	const labels = new Map(fields.map(({ id, displayName = id }) => [id, displayName]));
	const ids = new Set([...labels.keys(), ...Object.keys(values)]);
	ids.delete(TEMPLATE_MARK);
	return Array.from(ids, (id) => ({
		name: id,
		shown: `'${mappedVariablesField.displayName}': '${labels.get(id) ?? id}'`,
		value: values[id],
	}));
}
