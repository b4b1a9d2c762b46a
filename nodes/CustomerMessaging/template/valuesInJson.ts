import { InputError, isObject, parsedJson, showsNothing } from '../../../lib/basics';
import { dateText, type Flaw, type NamedValue, type Piece } from '../../../lib/fields';
import { variablesJsonField } from './valueFields';

const FIELD = variablesJsonField.displayName;

const ONE_EXPRESSION = 'Make the whole field one expression, such as {{ { "1": $json.order } }}';

const TEXT_IN_JSON = /(?<!\\)"(?:\\.|[^"\\])*"/g;

/** A piece that is JSON by itself, outside of quotes, changes nothing. */
export function flawInJson({ text, before }: Piece): Flaw | undefined {
	if (!/["\\\p{Cc}]/u.test(text)) return undefined;
	const isInQuotes = before.replace(TEXT_IN_JSON, '').includes('"');
	if (!isInQuotes && parsedJson(text).problem === undefined) return undefined;
	return { what: 'would change the JSON around it', advice: ONE_EXPRESSION };
}

/** The values of 'Variables (JSON)'. */
export function jsonValues(parameter: unknown): NamedValue[] {
	const values =
		typeof parameter === 'string' ? objectFrom(parameter) : parameter === null ? {} : parameter;
	if (
		!isObject(values) ||
		Object.prototype.toString.call(values) !== '[object Object]' ||
		dateText(values) !== undefined
	) {
		throw new InputError(
			`'${FIELD}' is not an object`,
			'Enter a JSON object with the variables and their values, such as { "1": "A-1001", "2": "Friday" }',
		);
	}
	return Object.entries(values).map(([key, value]: [string, unknown]) => {
		const name = key.trim();
		return { name, shown: `'${FIELD}': variable '${name}'`, value };
	});
}

function objectFrom(text: string): unknown {
	if (showsNothing(text)) return {};
	const { value, problem } = parsedJson(text);
	if (problem !== undefined) {
		throw new InputError(
			`'${FIELD}' is not valid JSON: ${problem}`,
			`Enter an object such as { "1": "A-1001", "2": "Friday" }, or make the whole field one expression`,
		);
	}
	// What is in quotes stays as it is.
	const numbers = text.replace(TEXT_IN_JSON, '').match(/-?\d[\d.eE+-]*/g) ?? [];
	const changed = numbers.find((number) => String(Number(number)) !== number);
	if (changed === undefined) return value;
	throw new InputError(
		`'${FIELD}' has the number ${changed}, which would be sent as ${Number(changed)}`,
		'Put it in quotes',
	);
}
