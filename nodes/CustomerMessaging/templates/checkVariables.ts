import type { IDataObject } from 'n8n-workflow';

import { sentences } from '../reporting/runSummary';
import { failureOf, FailureError, InputError, type Failure } from '../service/failure';
import type { ReadableService } from '../service/service';
import {
	FILE_HEADERS,
	HEADER_TYPES,
	headerName,
	headerTypeOf,
	type HeaderType,
	type FileHeader,
} from './headerTypes';
import { canBeSent, nameOf, readNeededTemplate, statusOf } from './templates';
import { isInText, notUnderstoodIn, variablesOf } from './templateVariables';

/** What an item is about to send, as far as it depends on the template. */
export interface TemplateMessage {
	channelId: string;
	templateId: string;
	variables: Record<string, string>;
	/** The values for the buttons; undefined if `variables` are for the buttons, too. */
	buttonVariables?: Record<string, string>;
	header: FileHeader & { operation: 'Send' | 'Send with File' };
}

/**
 * Compares a message with WhatsApp's rule for variables and with its template (service: Get template).
 *
 * Returns why that was not possible, such as for the names of the query parameters, or not completely; undefined if the
 * message fits. Throws an InputError if a variable is missing, unknown or has something that WhatsApp refuses, if the header
 * does not fit, or if there is no such template; a FailureError if the key is rejected or the execution cancelled.
 */
export async function checkAgainstTemplate(
	message: TemplateMessage,
	service: ReadableService,
): Promise<string | undefined> {
	checkTexts(message);
	const template = await readNeededTemplate(
		service,
		message,
		"To send without the check, switch off 'Check Variables' under 'Options'",
	).catch((error) => whyUnchecked(failureOf(error), message));
	if (typeof template === 'string') return template;
	checkStatus(template, message);
	const notUnderstood = notUnderstoodIn(template);
	// First, as another operation or file for the header often means other fields for the variables, too.
	checkHeader(template, message);
	checkNumbers(template, message, notUnderstood.length === 0);
	return notUnderstood.length === 0
		? undefined
		: sentences(
				`The messages were not checked completely, because the template '${nameOf(template, message.templateId)}' has something that this node does not understand: ${notUnderstood.join('; ')}`,
				"Send one to yourself with 'Test Recipient' to see whether it is complete",
			);
}

/** Throws if the message would fail for the same reason. */
function whyUnchecked(failure: Failure, { buttonVariables }: TemplateMessage): string {
	if (['invalid', 'unauthorized', 'cancelled', 'defect'].includes(failure.kind))
		throw new FailureError(failure);
	const buttons =
		buttonVariables === undefined
			? ''
			: ", and their buttons got only what stands under 'Button Variables'";
	return sentences(
		`The messages were not checked against the template${buttons}`,
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

/** WhatsApp's own rule, which does not depend on the template. */
function checkTexts({ variables, buttonVariables }: TemplateMessage): void {
	const problems = [variables, buttonVariables ?? {}].flatMap((values) =>
		Object.entries(values).flatMap(([id, value]) => {
			const what = breaksRule(value);
			return what === undefined ? [] : [`variable '${id}' has ${what}`];
		}),
	);
	if (problems.length === 0) return;
	throw new InputError(
		`WhatsApp refuses line breaks, tabs and more than four spaces in a row: ${problems.join('; ')}`,
		"Remove them from the values, or switch on 'Tidy Variables' under 'Options' to replace each with one space",
	);
}

/** @param isUnderstood whether the template can have no other variables than those that are found in it */
function checkNumbers(
	template: IDataObject,
	{ templateId, variables, buttonVariables }: TemplateMessage,
	isUnderstood: boolean,
): void {
	const declared = variablesOf(template);
	const inButtons = declared.filter(({ places }) => places.includes('button')).map(({ id }) => id);
	const inText = declared.filter(isInText).map(({ id }) => id);
	const all = declared.map(({ id }) => id);

	const problems = [
		...missing(buttonVariables === undefined ? all : inText, variables, 'has no value'),
		...(isUnderstood ? unknown(all, variables, 'is not in the template') : []),
		...(buttonVariables === undefined
			? []
			: [
					...missing(
						inButtons,
						buttonVariables,
						"has no value under 'Button Variables' or 'Values to Send'",
					),
					...(isUnderstood
						? unknown(
								inButtons,
								buttonVariables,
								"is under 'Button Variables', but no button has it",
							)
						: []),
				]),
	];
	if (problems.length === 0) return;
	throw new InputError(
		`The variables do not fit the template '${nameOf(template, templateId)}': ${problems.join('; ')}`,
		declared.length === 0
			? 'The template has no variables. Remove the values'
			: `The template has these variables: ${declared.map(({ label }) => label).join('; ')}`,
	);
}

function missing(needed: string[], values: Record<string, string>, problem: string): string[] {
	return needed
		.filter((id) => !Object.hasOwn(values, id))
		.map((id) => `variable '${id}' ${problem}`);
}

function unknown(allowed: string[], values: Record<string, string>, problem: string): string[] {
	const known = new Set(allowed);
	return Object.keys(values)
		.filter((id) => !known.has(id))
		.map((id) => `variable '${id}' ${problem}`);
}

function checkHeader(
	template: IDataObject,
	{ templateId, header: { type, operation, fileName } }: TemplateMessage,
): void {
	const wanted = HEADER_TYPES.find(({ value }) => value === headerTypeOf(template));
	if (wanted === undefined) return;
	if (wanted.shows === undefined ? !FILE_HEADERS.includes(type) : type === wanted.value) return;
	const name = nameOf(template, templateId);
	if (fileName !== undefined) {
		const given = HEADER_TYPES.find(({ value }) => value === type);
		throw new InputError(
			`'${fileName}' is ${given?.shows}, but the template '${name}' shows ${wanted.shows ?? 'no file'}`,
			fileAdvice(wanted),
		);
	}
	throw new InputError(
		`'Header Type' is '${headerName(type)}', but the template '${name}' has ${wanted.shows === undefined ? 'no header that shows a file' : `a header of the type '${headerName(wanted.value)}'`}`,
		headerAdvice(wanted, operation),
	);
}

/** What to do about a file that the template does not show. */
function fileAdvice({ value, takes, shows, fitting }: HeaderType): string {
	if (takes === 'nothing') return "Use the operation 'Send', which sends no file";
	if (takes === 'url')
		return `Use the operation 'Send' and enter the 'Attachment URL' of ${shows}; 'Send with File' cannot send one`;
	return value === 'document'
		? `Use ${fitting}, or set 'Header Type' under 'Options' to 'Document' to send this file as a document`
		: `Use ${fitting}`;
}

/** What to do about a header type that the user chose. */
function headerAdvice(type: HeaderType, operation: TemplateMessage['header']['operation']): string {
	const name = headerName(type.value);
	if (operation === 'Send with File') {
		return type.takes === 'urlOrFile'
			? `Set 'Header Type' to '${name}' and use ${type.fitting}`
			: fileAdvice(type);
	}
	return type.takes === 'nothing'
		? "Set 'Header Type' to 'None'"
		: `Set 'Header Type' to '${name}' and enter the file's 'Attachment URL'`;
}

/** What WhatsApp refuses in a variable's value; undefined if it is fine. */
export function breaksRule(value: string): string | undefined {
	if (/[\r\n\v\f\u0085\u2028\u2029]/.test(value)) return 'a line break';
	if (value.includes('\t')) return 'a tab';
	return value.includes('     ') ? 'more than four spaces in a row' : undefined;
}
