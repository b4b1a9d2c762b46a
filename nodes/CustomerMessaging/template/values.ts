import { objectIn } from '../../../lib/basics';
import { filledText, type ItemParameters, type NamedValue, textsByName } from '../../../lib/fields';
import { checkFileUrl } from '../service/fileUrl';
import { typeOfAddress } from './header';
import type { TemplateChoice } from './templateChoice';
import { mappedVariablesField, specifyVariablesField, variablesJsonField } from './valueFields';
import { checkTemplateMark, mappedValues } from './valuesInFields';
import { flawInJson, jsonValues } from './valuesInJson';

/**
 * Reads the values of an item's variables, by the variable's number or name, and the addresses of files.
 * @param serviceAddress where the service is that is to fetch a file
 * @param excludedId a variable whose value comes from elsewhere, whatever the form says
 * @param typed the values to read, as they were typed, if not all
 */
export function readValues(
	item: ItemParameters,
	template: TemplateChoice,
	serviceAddress: string,
	{ excludedId, typed }: { excludedId?: string; typed?: Record<string, unknown> } = {},
): Record<string, string> {
	const textOf = (value: unknown, shown: string, name: string): string =>
		typeOfAddress(name) === undefined
			? tidyText(
					item.parameters.isAsItIs && typeof value === 'boolean' ? String(value) : value,
					shown,
				)
			: checkFileUrl(value, serviceAddress, shown);
	const texts = (values: NamedValue[], fieldName: string): Record<string, string> =>
		textsByName(
			values.filter(({ name }) => name !== excludedId && (typed === undefined || name in typed)),
			fieldName,
			textOf,
		);
	if (isJson(item))
		return item.read(
			variablesJsonField,
			(given) => texts(jsonValues(given), variablesJsonField.displayName),
			{
				flawOfPiece: flawInJson,
				typed,
			},
		);
	const stored = item.parameters.stored(mappedVariablesField);
	checkTemplateMark(stored, template);
	const check = (given: unknown) =>
		texts(mappedValues(given, stored), mappedVariablesField.displayName);
	return item.read(mappedVariablesField, check, { typed });
}

/** The same of a message that may be refused: then each field is read by itself, and left out if it is refused. */
export function readableValues(
	item: ItemParameters,
	template: TemplateChoice,
	serviceAddress: string,
): Record<string, string> {
	const read = (typed?: Record<string, unknown>): Record<string, string> | undefined => {
		try {
			return readValues(item, template, serviceAddress, { typed });
		} catch {
			return undefined;
		}
	};
	const fields = isJson(item) ? {} : objectIn(item.parameters.typed(mappedVariablesField));
	const each = (): object[] =>
		Object.entries(fields).map(([name, one]) => read({ [name]: one }) ?? {});
	return read() ?? (Object.assign({}, ...each()) as Record<string, string>);
}

function isJson(item: ItemParameters): boolean {
	return item.read(specifyVariablesField, (value) => value === 'json');
}

/** What is left of a list that was joined from nothing. */
const SEPARATORS_ALONE = /^[\s,;|]*$/;

/** The text of a value. WhatsApp refuses line breaks, tabs and more than four spaces in a row. */
function tidyText(value: unknown, shown: string): string {
	const text = filledText(value, shown);
	return filledText(SEPARATORS_ALONE.test(text) ? '' : text, shown)
		.trim()
		.replace(/[\s\u0085]+/g, (run) =>
			/[\t\n\v\f\r\u0085\u2028\u2029]| {5}/.test(run) ? ' ' : run,
		);
}
