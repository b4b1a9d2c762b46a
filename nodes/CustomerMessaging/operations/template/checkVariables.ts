import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../delivery/inputError';
import { LookupError } from '../../delivery/lookupError';
import type { Hub } from '../operation';
import { templateRequest } from './templateRequest';
import { variablesOf } from './templateVariables';

/** What an item is about to send, as far as its template has a say in it. */
export interface TemplateMessage {
	channelId: string;
	templateId: string;
	variables: Record<string, string>;
	/** Values for the buttons alone; undefined where the variables fill the buttons too. */
	buttonVariables?: Record<string, string>;
	/** The header that is sent, and the field it comes from as the form shows it. */
	header: { type: string; fieldName: string };
}

/** The header types that show a file. */
const FILE_HEADERS = ['image', 'audio', 'video', 'document'];

/** The header types that show none; how a template says that it has no header is not shown. */
const PLAIN_HEADERS = ['', 'none', 'text'];

/**
 * Compares what an item sends with what its template declares, before anything is sent
 * (sections 2.1 and 4.1).
 *
 * Takes the message and the service. Throws an InputError where a variable is missing or unknown
 * or the header does not fit; a LookupError where the template cannot be read.
 */
export async function checkAgainstTemplate(message: TemplateMessage, hub: Hub): Promise<void> {
	const answer = await hub.read(templateRequest(hub, message.channelId, message.templateId));
	if (!answer.ok) throw new LookupError(answer.failure);
	const template = answer.body as IDataObject;
	checkNumbers(template, message);
	checkHeader(template, message.header);
}

function checkNumbers(template: IDataObject, { variables, buttonVariables }: TemplateMessage): void {
	const declared = variablesOf(template);
	const inButtons = (id: string): boolean => declared.some((variable) => variable.id === id && variable.places.includes('button'));
	const onlyInButtons = (id: string): boolean => declared.some((variable) => variable.id === id && variable.places.join() === 'button');

	const missing = declared
		.map(({ id }) => id)
		.filter((id) => !Object.hasOwn(variables, id) && !(onlyInButtons(id) && Object.hasOwn(buttonVariables ?? {}, id)));
	const unknown = [
		...Object.keys(variables).filter((id) => !declared.some((variable) => variable.id === id)),
		...Object.keys(buttonVariables ?? {}).filter((id) => !inButtons(id)),
	];
	if (missing.length === 0 && unknown.length === 0) return;

	const problems = [
		...(missing.length > 0 ? [`${list(missing)} ${missing.length > 1 ? 'have' : 'has'} no value`] : []),
		...(unknown.length > 0 ? [`${list(unknown)} ${unknown.length > 1 ? 'are' : 'is'} not in the template`] : []),
	];
	throw new InputError(
		`'Variables' do not fit the template '${nameOf(template)}': ${problems.join(', and ')}`,
		declared.length === 0
			? 'The template has no variables. Remove the values'
			: `The template has these variables: ${declared.map(({ label }) => label).join('; ')}`,
	);
}

function checkHeader(template: IDataObject, { type, fieldName }: TemplateMessage['header']): void {
	const wanted = String(((template.header ?? {}) as IDataObject).type ?? '').toLowerCase();
	const fits = FILE_HEADERS.includes(wanted) ? type === wanted : !FILE_HEADERS.includes(type) || !PLAIN_HEADERS.includes(wanted);
	if (fits) return;
	const has = FILE_HEADERS.includes(wanted) ? `has a header of the type '${wanted}'` : 'has no header that shows a file';
	throw new InputError(
		`'${fieldName}' is '${type}', but the template '${nameOf(template)}' ${has}`,
		FILE_HEADERS.includes(wanted) ? `Set '${fieldName}' to '${wanted}' and give a file of that type` : `Set '${fieldName}' to 'None'`,
	);
}

function list(ids: string[]): string {
	return `${ids.length > 1 ? 'variables' : 'variable'} ${ids.map((id) => `'${id}'`).join(', ')}`;
}

function nameOf({ name, id }: IDataObject): string {
	return String(name ?? id ?? '');
}
