import { MAX_EMAIL, MAX_TEXT, optionValue, type FieldReading } from './fieldReading';
import type { FieldType, FormField } from './question';
import type { PageTexts } from './translations';

/** A field as it is drawn: under a name, with what was sent for it if that was no answer. */
interface DrawnField {
	name: string;
	field: FormField;
	reading: FieldReading | undefined;
	texts: PageTexts;
}

/** A field with its label and what is wrong with its value. */
export function control(drawn: DrawnField): string {
	const { name, field } = drawn;
	const label = `${escaped(field.label)}${field.isRequired ? '&nbsp;*' : ''}`;
	if (field.type === 'radio' || field.type === 'checkbox') {
		return `<fieldset${attributesOf(drawn)}>
<legend>${label}</legend>
${problem(drawn)}${options(drawn)}
</fieldset>`;
	}
	// A text in the customer's own words has the question as its label.
	const isLabelled = field.label !== '';
	return `<div>
${isLabelled ? `<label for="${name}">${label}</label>\n` : ''}${problem(drawn)}${CONTROLS[field.type](drawn, `id="${name}" name="${name}"${isLabelled ? '' : ' aria-labelledby="question"'}${attributesOf(drawn)}${field.isRequired ? ' required' : ''}`)}
</div>`;
}

/** Text for HTML, between tags and in quoted attributes. */
export function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

type Draw = (drawn: DrawnField, attributes: string) => string;

const CONTROLS: Record<Exclude<FieldType, 'radio' | 'checkbox'>, Draw> = {
	date: input('date'),
	// Browsers put their own arrow at the very edge of a select with a padding.
	dropdown: (drawn, attributes) => `<span class="dropdown"><select ${attributes}>
<option value="">${escaped(drawn.texts.choose)}</option>
${drawOptions(drawn, 'selected', (value, label, selected) => `<option value="${value}"${selected}>${label}</option>`)}
</select></span>`,
	email: input('email', `maxlength="${MAX_EMAIL}" autocomplete="email" `),
	// A field of the type number would read 1,5 as its browser's language does, perhaps as 15.
	number: input('text', 'inputmode="decimal" '),
	text: input('text', `maxlength="${MAX_TEXT}" `),
	// A line break right after the tag is not part of the text.
	textarea: (drawn, attributes) =>
		`<textarea ${attributes}${placeholderAttribute(drawn.field)} maxlength="${MAX_TEXT}" rows="5">
${escaped(typedText(drawn))}</textarea>`,
};

function input(type: string, limits = ''): Draw {
	return (drawn, attributes) =>
		`<input type="${type}" ${limits}${attributes}${placeholderAttribute(drawn.field)} value="${escaped(typedText(drawn))}">`;
}

function placeholderAttribute({ placeholder }: FormField): string {
	return placeholder === '' ? '' : ` placeholder="${escaped(placeholder)}"`;
}

function options(drawn: DrawnField): string {
	const { name, field } = drawn;
	// A required checkbox would have to be checked itself, whatever the others are.
	const isRequired = field.type === 'radio' && field.isRequired ? ' required' : '';
	return drawOptions(
		drawn,
		'checked',
		(value, label, checked) =>
			`<label><input type="${field.type}" name="${name}" value="${value}"${checked}${isRequired}> <span>${label}</span></label>`,
	);
}

function drawOptions(
	{ field, reading }: DrawnField,
	mark: 'checked' | 'selected',
	draw: (value: string, label: string, marked: string) => string,
): string {
	return field.options
		.map((label, index) => {
			const value = optionValue(index);
			return draw(value, escaped(label), reading?.typed.includes(value) ? ` ${mark}` : '');
		})
		.join('\n');
}

function problem({ name, reading, texts }: DrawnField): string {
	return reading === undefined || !('problem' in reading)
		? ''
		: `<p class="problem" id="${name}-problem">${escaped(texts[reading.problem])}</p>\n`;
}

function attributesOf({ name, reading }: DrawnField): string {
	return reading !== undefined && 'problem' in reading
		? ` aria-invalid="true" aria-describedby="${name}-problem"`
		: '';
}

/** What was typed, cut where no browser lets anybody type on. */
function typedText({ reading }: DrawnField): string {
	return (reading?.typed[0] ?? '').slice(0, MAX_TEXT);
}
