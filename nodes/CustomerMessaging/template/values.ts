import type { INodeProperties, INodePropertyTypeOptions, ResourceMapperField } from 'n8n-workflow';
import {
	InputError,
	isObject,
	listIn,
	objectIn,
	parsedJson,
	showsNothing,
} from '../../../lib/basics';
import {
	dateText,
	filledText,
	type Flaw,
	type ItemParameters,
	type NamedValue,
	type Piece,
	textsByName,
} from '../../../lib/fields';
import { checkFileUrl } from '../service/fileUrl';
import { typeOfAddress } from './header';
import type { TemplateChoice } from './templateChoice';

export const specifyVariablesField: INodeProperties = {
	displayName: 'Specify Variables',
	name: 'specifyVariables',
	type: 'options',
	default: 'fields',
	options: [
		{
			name: 'Using Fields',
			value: 'fields',
			description: 'One field for each variable of the template',
		},
		{
			name: 'Using JSON',
			value: 'json',
			description: 'One object with all variables, for a template that changes from item to item',
		},
	],
	description: "How to enter the template's variables. Changing this clears the values.",
};

const DATE_EXPRESSION =
	"{{ DateTime.fromISO($json.date, { setZone: true }).toFormat('d LLLL yyyy') }}";

const OTHER_DATES =
	'<a href="https://github.com/n8n-nodes-customer-messaging/n8n-nodes-customer-messaging/blob/main/docs/recipes.md#dates">other dates</a>';

const mappedVariablesField: INodeProperties = {
	displayName: 'Values to Send',
	name: 'variables',
	type: 'resourceMapper',
	default: { mappingMode: 'defineBelow', value: null },
	noDataExpression: true,
	required: true,
	description: `The values that fill the template, one field for each of its variables. If the template shows an image or another file, its public address comes first: the service fetches the file from there, so a link to view a file in Google Drive is not enough. For a date, use ${DATE_EXPRESSION} (${OTHER_DATES}).`,
	displayOptions: { show: { specifyVariables: ['fields'] } },
};

/** What somebody has to know who has no field for the file. */
export const ADDRESS_IN_JSON =
	"If the template shows a file at the top, enter its public address as 'image address', 'video address', 'document address' or 'audio address'; only 'Send with File' takes the file itself";

const variablesJsonField: INodeProperties = {
	displayName: 'Variables (JSON)',
	name: 'variablesJson',
	type: 'json',
	default: '{}',
	hint: 'For example: { "1": "A-1001", "2": "Friday" }',
	description: `A JSON object with each variable's number or name, in quotes, and its value. ${ADDRESS_IN_JSON}.`,
	displayOptions: { show: { specifyVariables: ['json'] } },
};

/**
 * The fields for all variables of a template. n8n asks the method of the field that is shown, and asks again when one of the
 * fields that it depends on changes; between operations whose fields depend on the same, it keeps what was filled in.
 */
export const variableFields = fieldsBy('getTemplateVariables');

/** The same if buttons have variables of their own: n8n asks for them again because the operation is another. */
export const fileVariableFields = fieldsBy('getVariablesWithButtonsApart', 'operation');

/** The same for an operation whose link takes one of the variables. */
export const questionVariableFields = fieldsBy('getVariablesBesideLink', 'linkVariable');

/** @param resourceMapperMethod a function of editor/variableFields.ts */
function fieldsBy(resourceMapperMethod: string, ...dependsOn: string[]): INodeProperties[] {
	const typeOptions: INodePropertyTypeOptions = {
		loadOptionsDependsOn: ['channelId.value', 'templateId.value', ...dependsOn],
		resourceMapper: {
			resourceMapperMethod,
			mode: 'add',
			fieldWords: { singular: 'variable', plural: 'variables' },
			addAllFields: true,
			supportAutoMap: false,
			noFieldsError: 'No variables to fill in',
		},
	};
	return [{ ...mappedVariablesField, typeOptions }, variablesJsonField];
}

const JSON_FIELD = variablesJsonField.displayName;

const MAPPER = mappedVariablesField.displayName;

const ONE_EXPRESSION = 'Make the whole field one expression, such as {{ { "1": $json.order } }}';

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
		return item.read(variablesJsonField, (given) => texts(jsonValues(given), JSON_FIELD), {
			flawOfPiece: flawInJson,
			typed,
		});
	const stored = item.parameters.stored(mappedVariablesField);
	checkTemplateMark(stored, template);
	const check = (given: unknown) => texts(mappedValues(given, stored), MAPPER);
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

const TEXT_IN_JSON = /(?<!\\)"(?:\\.|[^"\\])*"/g;

/** A piece that is JSON by itself, outside of quotes, changes nothing. */
function flawInJson({ text, before }: Piece): Flaw | undefined {
	if (!/["\\\p{Cc}]/u.test(text)) return undefined;
	const isInQuotes = before.replace(TEXT_IN_JSON, '').includes('"');
	if (!isInQuotes && parsedJson(text).problem === undefined) return undefined;
	return { what: 'would change the JSON around it', advice: ONE_EXPRESSION };
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
function checkTemplateMark(variables: unknown, choice: TemplateChoice): void {
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
function mappedValues(given: unknown, stored: unknown): NamedValue[] {
	const values = objectIn(given);
	const fields = mappedFields(stored).filter(({ removed }) => removed !== true);
	const labels = new Map(fields.map(({ id, displayName = id }) => [id, displayName]));
	const ids = new Set([...labels.keys(), ...Object.keys(values)]);
	ids.delete(TEMPLATE_MARK);
	return Array.from(ids, (id) => ({
		name: id,
		shown: `'${MAPPER}': '${labels.get(id) ?? id}'`,
		value: values[id],
	}));
}

function jsonValues(parameter: unknown): NamedValue[] {
	const values =
		typeof parameter === 'string' ? objectFrom(parameter) : parameter === null ? {} : parameter;
	if (
		!isObject(values) ||
		Object.prototype.toString.call(values) !== '[object Object]' ||
		dateText(values) !== undefined
	) {
		throw new InputError(
			`'${JSON_FIELD}' is not an object`,
			'Enter a JSON object with the variables and their values, such as { "1": "A-1001", "2": "Friday" }',
		);
	}
	return Object.entries(values).map(([key, value]: [string, unknown]) => {
		const name = key.trim();
		return { name, shown: `'${JSON_FIELD}': variable '${name}'`, value };
	});
}

function objectFrom(text: string): unknown {
	if (showsNothing(text)) return {};
	const { value, problem } = parsedJson(text);
	if (problem !== undefined) {
		throw new InputError(
			`'${JSON_FIELD}' is not valid JSON: ${problem}`,
			`Enter an object such as { "1": "A-1001", "2": "Friday" }, or make the whole field one expression`,
		);
	}
	// What is in quotes stays as it is.
	const numbers = text.replace(TEXT_IN_JSON, '').match(/-?\d[\d.eE+-]*/g) ?? [];
	const changed = numbers.find((number) => String(Number(number)) !== number);
	if (changed === undefined) return value;
	throw new InputError(
		`'${JSON_FIELD}' has the number ${changed}, which would be sent as ${Number(changed)}`,
		'Put it in quotes',
	);
}
