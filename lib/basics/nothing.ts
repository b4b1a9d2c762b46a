/** White space and characters that show nothing: zero-width and control characters, fillers, and the blank braille pattern. */
const SHOWS_NOTHING = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a value is missing, or a text in which a person would see nothing. */
export function showsNothing(value: unknown): boolean {
	const text = value ?? '';
	return typeof text === 'string' && SHOWS_NOTHING.test(text);
}

/** Whether parsed JSON, however deep, has nothing in it but empty texts, objects and lists, null, false and 0. */
export function holdsNothing(json: unknown): boolean {
	return typeof json === 'object' && json !== null
		? Object.values(json).every(holdsNothing)
		: !json || showsNothing(json);
}

/** The day that programs and sheets give for an empty date. A birthday may be on 1970-01-01. */
const EMPTY_DATE =
	/^\s*(?:-?000[01]-(?:01-01|11-30)|0000-00-00|1899-12-30|1900-01-0[01])(?:[T ][\d:.]+(?:\s*(?:Z|[+-][\d:]+))?)?\s*$/i;

/** What an item says if an earlier node put nothing into it, or a formula of a sheet failed, as in #N/A, #WERT! and #NAME?. */
const MADE_FROM_NOTHING =
	/^[\s,-]*(?:(?:undefined|null|true|false|NaN|Invalid (?:DateTime|Date|date|Duration|Interval)|\[object \w+\]|#(?=\S*[!?/])[¡¿]?\p{Lu}+(?:\/[\p{Lu}\d]+)?[!?]?|#n\/a|#N\/A N\/A|Err:\d{3}|Loading\.\.\.)(?![\p{L}\d_/])[\s,-]*)+$/u;

/** Whether a text is nothing but words that programs write for nothing, such as `#N/A`. */
export function isWordForNothing(text: string, mayBeBoolean = false): boolean {
	const isWord = EMPTY_DATE.test(text) || MADE_FROM_NOTHING.test(text);
	return isWord && !(mayBeBoolean && /^(?:true|false)$/.test(text));
}

/** Words for nothing that JavaScript and n8n put into a text, also inside of another word, in any case. */
const IN_ANY_CASE = String.raw`undefined|\[object \w*|object[\W_]object|\[native code|invalid[\W_](?:date(?:time)?|duration|interval)`;

/** Words that are found only as they are written, because names and words of many languages contain their letters. */
const AS_WRITTEN = String.raw`(?<!\p{Script=Latin})(?:null|NaN)|(?:null|NaN)(?!\p{Script=Latin})|Infinity|∞`;

/** What NaN is in the languages that have words of their own for it. */
const NAN_WORDS = ['ar', 'fa', 'fi', 'ru', 'zh-TW'].map((one) => spaced(NaN.toLocaleString(one)));

const ANYWHERE = new RegExp(IN_ANY_CASE, 'iu');

const INSIDE = new RegExp(`${AS_WRITTEN}|${NAN_WORDS.join('|')}`, 'u');

const ANY_WORD = new RegExp(`${IN_ANY_CASE}|null|nan|infinity|∞|${NAN_WORDS.join('|')}`, 'giu');

/** Whether a text has a word for nothing somewhere in it that code may have put there, such as Dear undefined. */
export function hasWordForNothing(text: string): boolean {
	return INSIDE.test(spaced(text)) || ANYWHERE.test(spaced(text));
}

/** The same text with other letters in place of each word for nothing. */
export function withoutWordsForNothing(text: string): string {
	return spaced(text).replace(ANY_WORD, 'Kqzj');
}

/** A text with one space for each run of white space, and of what stands for it in an address. */
function spaced(text: string): string {
	return text.replace(/(?:\s|\+|%20)+/g, ' ');
}
