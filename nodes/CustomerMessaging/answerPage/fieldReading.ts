import { showsNothing } from '../service/json';
import { numberIn } from './language';
import type { FieldType, FormField } from './question';
import type { PageTexts } from './translations';

/** The longest text that is accepted, in UTF-16 units as browsers count them. */
export const MAX_TEXT = 4000;

export const MAX_EMAIL = 254;

/** What a customer gave in a field: a value, or what is wrong. */
export type FieldReading = (RightValue | Problem) & {
	/** What was typed or chosen, for the page that asks for a correction. */
	typed: string[];
};

interface Problem {
	problem: keyof PageTexts;
}

interface RightValue {
	/** Null if the field was left empty. */
	value: string | number | string[] | null;
}

/** The values of a field's options, in the form that is sent. */
export function optionValue(index: number): string {
	return String(index);
}

export function isRight(reading: FieldReading): reading is FieldReading & RightValue {
	return 'value' in reading;
}

/**
 * Reads what was sent for a field.
 *
 * @param language the page's
 * @param sent a text, or several where several are checked; undefined if nothing is
 */
export function readField(field: FormField, sent: unknown, language: string): FieldReading {
	const texts: unknown[] = [sent ?? []].flat();
	// Browsers send a line break as two characters, and count it as one.
	const typed = texts
		.filter((text) => typeof text === 'string')
		.map((text) => text.replace(/\r\n?/g, '\n'));
	const isChecked = field.type === 'checkbox';
	if (typed.length !== texts.length || (Array.isArray(sent) && !isChecked))
		return { problem: 'notAnAnswer', typed };
	// Before any pattern: one that reads a text of megabytes can overflow the engine's stack.
	if (typed.some((text) => text.length > MAX_TEXT)) return { problem: 'tooLong', typed };
	const [text = ''] = typed;
	if (isChecked ? typed.length === 0 : showsNothing(text)) {
		if (field.isRequired) return { problem: 'required', typed };
		return { value: isChecked ? [] : null, typed };
	}
	return { ...READERS[field.type](typed, field, language), typed };
}

type Reader = (typed: string[], field: FormField, language: string) => RightValue | Problem;

const READERS: Record<FieldType, Reader> = {
	checkbox: chosenOptions,
	date: ([text = '']) => (isDay(text) ? { value: text } : { problem: 'notADate' }),
	dropdown: chosenOption,
	email: ([text = '']) => {
		const address = text.trim();
		const isEmail = address.length <= MAX_EMAIL && /^[^\s@]+@[^\s@]+$/.test(address);
		return isEmail ? { value: address } : { problem: 'notAnEmail' };
	},
	number: ([text = ''], _, language) => readNumber(numberIn(language, text)),
	radio: chosenOption,
	text: ([text = '']) => (text.includes('\n') ? { problem: 'notAnAnswer' } : { value: text }),
	textarea: ([text = '']) => ({ value: text }),
};

/** A number, unless it is too large to be exact. */
function readNumber(value: number): ReturnType<Reader> {
	const isExact = Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
	return isExact ? { value } : { problem: 'notANumber' };
}

/** Whether this is a day of the calendar in ISO 8601, as browsers send it. */
export function isDay(text: string): boolean {
	const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function chosenOption(typed: string[], field: FormField): ReturnType<Reader> {
	const [value] = offered(typed, field);
	return value === undefined ? { problem: 'notAnAnswer' } : { value };
}

function chosenOptions(typed: string[], field: FormField): ReturnType<Reader> {
	const value = offered(typed, field);
	return value.length === typed.length ? { value } : { problem: 'notAnAnswer' };
}

/** The field's options that were chosen, in its own order. */
function offered(typed: string[], { options }: FormField): string[] {
	return options.filter((_, index) => typed.includes(optionValue(index)));
}
