import { checkSwitch, readOption } from '../../values/choice';
import { readButtonVariables } from './namedValues';
import type { ItemParameters } from '../../values/nodeParameters';
import { checkVariablesOption, tidied } from './variableOptions';
import type { ReadableService } from '../../service/service';
import { readTemplate, type TemplateChoice } from '../../templates/templates';
import { variablesOf } from '../../templates/templateVariables';

/**
 * Reads the values for a template's buttons: the own ones, and where a button's variable has none, the one that the
 * text has for it. Only the template tells which these are, so it is left at the own ones where 'Check Variables' is off
 * or the template cannot be read (service: Get template, Send template with file).
 *
 * @param variables the values for the text, by variable
 */
export async function readButtonValues(
	item: ItemParameters,
	service: ReadableService,
	choice: TemplateChoice,
	variables: Record<string, string>,
): Promise<Record<string, string>> {
	const own = tidied(item, readButtonVariables(item));
	if (!readOption(item, checkVariablesOption, checkSwitch)) return own;
	// The check of the message says why it could not be read.
	const template = await readTemplate(service, choice).catch(() => ({}));
	const shared = variablesOf(template).flatMap(({ id, places }): Array<[string, string]> => {
		const value = variables[id];
		return places.includes('button') && value !== undefined ? [[id, value]] : [];
	});
	return { ...Object.fromEntries(shared), ...own };
}
