import { readHeaderUrl } from '../../form/attachmentUrl';
import { readHeaderType } from '../../form/headerType';
import type { ItemParameters } from '../../form/nodeParameters';
import { FailureError, failureOf, InputError } from '../../service/failure';
import { headerTypeOf } from '../../service/headerTypes';
import type { ReadableService } from '../../service/service';
import { nameOf, readTemplate, type TemplateChoice } from '../../service/templateRequest';

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
	const template = await readTemplate(service, choice).catch(failWithoutHeader);
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

/** Adds the way out, unless a send would fail for the same reason. */
function failWithoutHeader(error: unknown): never {
	const failure = failureOf(error);
	if (['unauthorized', 'cancelled', 'defect'].includes(failure.kind))
		throw new FailureError(failure);
	if (failure.kind === 'invalid') {
		throw new InputError(
			failure.message,
			`${failure.advice}. To send without reading the template, set 'Header Type', and switch off 'Check Variables' under 'Options'`,
		);
	}
	throw new FailureError({
		...failure,
		message: `The template could not be read, so nobody can tell which header it has: ${failure.message}`,
		advice: `${failure.advice}. To send without reading the template, set 'Header Type' to what it shows at the top, or to 'None' if it shows no file`,
	});
}
