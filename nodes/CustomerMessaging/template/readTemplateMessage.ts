import type { ItemParameters } from '../parameters/nodeParameters';
import type { ReadableService } from '../service/service';
import { checkAgainstTemplate } from './fits';
import { linkValue, type LinkVariable } from './linkValue';
import { variablesWithAddress } from './placeholders';
import { readTemplateChoice, type TemplateChoice } from './templateChoice';
import { readValues } from './values';

/** What an item sends: a template, and what fills it. */
export interface FilledTemplate {
	template: TemplateChoice;
	/** The values of its variables, and of the address of its file. */
	variables: Record<string, string>;
	check: () => ReturnType<typeof checkAgainstTemplate>;
}

/**
 * Reads all fields that fill an item's template (service: Send template). Throws a FailureError if a value cannot be
 * used, or the template cannot be read and is needed for it.
 * @param link the variable that takes the link to the answer page, if one does
 */
export async function readTemplateMessage(
	item: ItemParameters,
	service: ReadableService,
	link?: LinkVariable,
): Promise<FilledTemplate> {
	const template = readTemplateChoice(item);
	const variables = readValues(item, template, service.address, { excludedId: link?.id });
	if (link !== undefined) variables[link.id] = await linkValue(template, link, service);
	const message = { variables, variablesIn: variablesWithAddress };
	const check = async () => await checkAgainstTemplate(template, message, service);
	return { template, variables, check };
}
