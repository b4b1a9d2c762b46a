import type { IDataObject } from 'n8n-workflow';

import { sentences } from '../primitives/sentences';
import { failureOf, FailureError, InputError, type Failure } from '../primitives/failure';
import { RETRY_POLICY } from '../service/retryPolicy';
import type { ReadableService } from '../service/service';
import { headerName, headerTypeOf, shownBy, type FileHeader } from './header';
import { canBeSent, nameOf, readNeededTemplate, statusOf } from './readTemplate';
import { variablesOf, variablesWithButtonsApart } from './templateVariables';

/** What an item is about to send, as far as it depends on the template. */
export interface TemplateMessage {
	channelId: string;
	templateId: string;
	variables: Record<string, string>;
	header: FileHeader & { operation: 'Send' | 'Send with File' };
}

/**
 * Compares a message with its template (service: Get template).
 *
 * Returns why that was not possible, such as for the names of the query parameters; undefined if the message fits. Throws
 * an InputError if a variable is missing or unknown, if the header does not fit, or if there is no such template; a
 * FailureError if the key is rejected or the execution cancelled.
 */
export async function checkAgainstTemplate(
	message: TemplateMessage,
	service: ReadableService,
): Promise<string | undefined> {
	const template = await readNeededTemplate(
		service,
		message,
		"To send without the check, switch off 'Check Variables' under 'Options'",
	).catch((error) => whyUnchecked(failureOf(error)));
	if (typeof template === 'string') return template;
	checkStatus(template, message);
	// First, as another operation or file for the header often means other fields for the variables, too.
	checkHeader(template, message);
	checkNames(template, message);
	return undefined;
}

/** Throws if the message would fail for the same reason. */
function whyUnchecked(failure: Failure): string {
	const { isInput, isForAll } = RETRY_POLICY[failure.kind];
	if (isInput || isForAll) throw new FailureError(failure);
	return sentences(
		'The messages were not checked against the template',
		failure.message,
		failure.advice,
	);
}

function checkStatus(template: IDataObject, { templateId }: TemplateMessage): void {
	if (canBeSent(template)) return;
	throw new InputError(
		`The template '${nameOf(template, templateId)}' is ${statusOf(template)}, so WhatsApp does not send it`,
		"Choose another template, or see in the service's dashboard why",
	);
}

function checkNames(
	template: IDataObject,
	{ templateId, variables, header }: TemplateMessage,
): void {
	const declared =
		header.operation === 'Send with File'
			? variablesWithButtonsApart(template)
			: variablesOf(template);
	const ids = new Set(declared.map(({ id }) => id));
	const problems = [
		...[...ids]
			.filter((id) => !Object.hasOwn(variables, id))
			.map((id) => `variable '${id}' has no value`),
		...Object.keys(variables)
			.filter((id) => !ids.has(id))
			.map((id) => `variable '${id}' is not in the template`),
	];
	if (problems.length === 0) return;
	throw new InputError(
		`The variables do not fit the template '${nameOf(template, templateId)}': ${problems.join('; ')}`,
		declared.length === 0
			? 'The template has no variables. Remove the values'
			: `The template has these variables: ${declared.map(({ label }) => label).join('; ')}`,
	);
}

function checkHeader(
	template: IDataObject,
	{ templateId, header: { type, fileName } }: TemplateMessage,
): void {
	const shows = shownBy(headerTypeOf(template) ?? 'none');
	if (shows === shownBy(type)) return;
	const what =
		fileName === undefined
			? `'Header Type' says '${headerName(type)}'`
			: `'${fileName}' is ${shownBy(type)}`;
	throw new InputError(
		`${what}, and the template '${nameOf(template, templateId)}' shows ${shows ?? 'no file'}`,
		'',
	);
}
