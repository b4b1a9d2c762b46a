import { isObject } from '../../lib/basics/json';
import { redactionOf } from '../../nodes/CustomerMessaging/service/redaction';

/** The fields whose values are words of the service's own, not of anybody's account. */
const ENUMERATED = new Set([
	...['code', 'function_name', 'message_status', 'messaging_product', 'source', 'status', 'type'],
	...['attachment_type', 'header_type'],
]);

/** The fields whose own fields are a template's variables. */
const BY_VARIABLE = new Set(['attributes', 'body_vars', 'button_vars']);

const PLACEHOLDER = /(\{\{[^{}]*\}\})/;

const TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

const LONGEST_TEXT = 200;

/** Entries of a list beyond this many say nothing new. */
const LONGEST_LIST = 50;

/**
 * Makes shapes of what a service was asked and has answered: the names of fields, the types and the service's own words
 * stay; every other text and number becomes another one of its kind, the same wherever it stands.
 */
export class Shapes {
	private readonly replacements = new Map<string, string>();

	/** Which replacements are taken. */
	private readonly taken = new Set<string>();

	private readonly secrets: string[] = [];

	private readonly redact: (text: string) => string;

	constructor(apiKey: string) {
		this.redact = redactionOf(apiKey);
	}

	/** Notes what the person has typed, so that it is not taken for a name or a word of the service. */
	hide(typed: string): void {
		const plain = [typed, typed.replace(/\D/g, '')].map((text) => text.trim().toLowerCase());
		this.secrets.push(...plain.filter(({ length }) => length > 2));
	}

	/** The shape of JSON. @param field the name of the field that it stands in */
	of(json: unknown, field = ''): unknown {
		if (typeof json === 'string') return this.text(json, field);
		if (typeof json === 'number') return this.number(json, field);
		if (Array.isArray(json))
			return json
				.slice(0, LONGEST_LIST)
				.map((entry) => this.of(entry, isObject(entry) ? '' : field));
		if (!isObject(json)) return json;
		return Object.fromEntries(
			Object.entries(json).map(([name, value]) => [
				BY_VARIABLE.has(field) ? this.variable(name) : this.name(name),
				this.of(value, name),
			]),
		);
	}

	/** A header's value if it is a short number that says something of limits, or what kind of content there is. */
	header(name: string, value: string): string {
		if (name === 'content-type') return /^[\w.+-]+\/[\w.+-]+/.exec(this.redact(value))?.[0] ?? '…';
		const isLimit = /rate|limit|retry/.test(name) && /^\d{1,6}$/.test(value);
		return isLimit && !this.isSecret(value) ? value : '…';
	}

	private text(text: string, field: string): string {
		if (text.trim() === '') return text;
		if (ENUMERATED.has(field) && this.isWord(text)) return text;
		if (field === 'attribute') return this.variable(text);
		if (/^\d+$/.test(text)) return this.digits(text);
		if (/^\+[\d\s().-]{6,}$/.test(text)) return this.phone(text);
		if (TIME.test(text)) return moment(text);
		const parts = text.slice(0, LONGEST_TEXT).split(PLACEHOLDER);
		const placeholders = parts.map((part) =>
			PLACEHOLDER.test(part) ? `{{${this.variable(part.slice(2, -2).trim())}}}` : '',
		);
		if (/^https?:\/\//i.test(text)) return `https://example.com/${placeholders.join('')}`;
		return parts.map((part, index) => placeholders[index] || masked(part)).join('');
	}

	private number(number: number, field: string): number {
		if (field === 'code' && number < 100_000 && !this.isSecret(String(number))) return number;
		if (!Number.isInteger(number)) return 1.5;
		return Math.sign(number) * Number(this.digits(String(Math.abs(number))));
	}

	/** A number of as many digits. */
	private digits(digits: string): string {
		const first = 10 ** (Math.min(digits.length, 15) - 1);
		return this.replacement(digits, (count) => String(first + count).padEnd(digits.length, '0'));
	}

	private phone(phone: string): string {
		return this.replacement(phone, (count) => `+120255501${String(count % 100).padStart(2, '0')}`);
	}

	/** A variable's number says nothing; its name may. */
	private variable(name: string): string {
		if (/^\d{1,2}$/.test(name)) return name;
		return this.replacement(`{{${name}}}`, (count) => `variable_${count + 1}`);
	}

	private name(name: string): string {
		const isName = /^[A-Za-z_][\w-]{0,39}$/.test(name) && !/\d{4}/.test(name);
		if (isName && !this.isSecret(name)) return name;
		return this.replacement(`"${name}"`, (count) => `field_${count + 1}`);
	}

	private isWord(text: string): boolean {
		return /^\w[\w.-]{0,39}$/.test(text) && !/\d{6}/.test(text) && !this.isSecret(text);
	}

	private isSecret(text: string): boolean {
		const lower = text.toLowerCase();
		return this.redact(text) !== text || this.secrets.some((secret) => lower.includes(secret));
	}

	private replacement(original: string, make: (count: number) => string): string {
		const known = this.replacements.get(original);
		if (known !== undefined) return known;
		let count = 0;
		let made = make(count);
		while (count < 1000 && (this.taken.has(made) || made === original || this.isSecret(made)))
			made = make(++count);
		this.taken.add(made);
		this.replacements.set(original, made);
		return made;
	}
}

/** The same format with the digits of one moment. */
function moment(time: string): string {
	let digits = '20010203040506';
	return time.replace(/\d/g, () => {
		const [digit = '0'] = digits;
		digits = digits.slice(1);
		return digit;
	});
}

function masked(text: string): string {
	return text
		.replace(/\p{Lu}/gu, 'A')
		.replace(/(?!A)\p{L}/gu, 'a')
		.replace(/\p{N}/gu, '0')
		.replace(/[^\x20-\x7e]/g, '?');
}
