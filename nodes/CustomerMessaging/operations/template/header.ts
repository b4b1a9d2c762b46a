import { readHeaderUrl } from '../../form/attachmentUrl';
import { readHeaderType } from '../../form/headerType';
import type { ItemParameters } from '../../form/nodeParameters';
import { InputError } from '../../service/failure';
import { headerTypeOf } from '../../service/headerTypes';
import type { ReadableService } from '../../service/service';
import { nameOf, readNeededTemplate, type TemplateChoice } from '../../service/templates';

interface Header {
	/** `none` for a template that shows no file. */
	type: string;
	url?: string;
}

/**
 * Reads the header of an item's message, whose type the template decides unless the user has chosen it (service: Get
 * template, Send template). Throws an InputError if the URL does not fit, a FailureError if the template cannot be
 * read.
 */
export async function readHeader(
	item: ItemParameters,
	service: ReadableService,
	choice: TemplateChoice,
): Promise<Header> {
	const type = readHeaderType(item);
	if (type !== 'auto') return { type, url: readHeaderUrl(item, service.address, type) };
	const template = await readNeededTemplate(
		service,
		choice,
		"To send without reading the template, set 'Header Type' to what it shows at the top, or to 'None' if it shows no file, and switch off 'Check Variables' under 'Options'",
	);
	const inTemplate = headerTypeOf(template);
	const name = nameOf(template, choice.templateId);
	if (inTemplate === undefined) {
		throw new InputError(
			`The template '${name}' has something at the top that this node does not understand`,
			"Set 'Header Type' to what the template shows at the top, or to 'None' if it shows no file",
		);
	}
	const url = readHeaderUrl(item, service.address, inTemplate, name);
	return url === undefined ? { type: 'none' } : { type: inTemplate, url };
}
