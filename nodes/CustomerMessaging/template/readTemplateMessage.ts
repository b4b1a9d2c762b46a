import type { ItemParameters } from '../parameters/nodeParameters';
import type { ReadableService } from '../service/service';
import { checkAgainstTemplate } from './fits';
import type { MessageHeader } from './header';
import { readHeader } from './headerTypeField';
import { linkValue, type LinkVariable } from './linkValue';
import { variablesOf } from './placeholders';
import { readTemplateChoice, type TemplateChoice } from './templateChoice';
import { readValues } from './values';

/** What an item sends: a template, and what fills it. */
export interface FilledTemplate {
	template: TemplateChoice;
	variables: Record<string, string>;
	header: MessageHeader;
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
	const variables = readValues(item, template, { excludedId: link?.id });
	if (link !== undefined) variables[link.id] = await linkValue(template, link, service);
	const header = await readHeader(item, service, template);
	const message = { header, variables, variablesIn: variablesOf };
	const check = async () => await checkAgainstTemplate(template, message, service);
	return { template, variables, header, check };
}
