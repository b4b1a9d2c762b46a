/** White space and characters that show nothing: zero-width and control characters, fillers, and the blank braille pattern. */
const SHOWS_NOTHING = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a value is missing, or a text in which a person would see nothing. */
export function showsNothing(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		(typeof value === 'string' && SHOWS_NOTHING.test(value))
	);
}

/** Whether parsed JSON, however deep, has nothing in it but empty texts, objects and lists, null, false and 0. */
export function holdsNothing(json: unknown): boolean {
	return typeof json === 'object' && json !== null
		? Object.values(json).every(holdsNothing)
		: !json || showsNothing(json);
}

/** What a formula of a sheet gives that has failed: in English, then in other languages. */
const SHEET_ERRORS =
	`#N/A #REF! #VALUE! #DIV/0! #NAME? #NUM! #NULL! #ERROR! #SPILL! #CALC! #BUSY! #BLOCKED! #CONNECT! #FIELD!
#GETTING_DATA #UNKNOWN! #PYTHON! #EXTERNAL! #TIMEOUT! #NV #WERT! #BEZUG! #ZAHL! #ÜBERLAUF! #VALEUR! #NOM? #NOMBRE! #NUL!
#¡VALOR! #VALOR! #¡REF! #¡DIV/0! #¿NOMBRE? #¡NUM! #¡NÚM! #¡NULO! #¡DESBORDAMIENTO! #N/D #NOME? #NÚM! #NULO! #RIF! #VALORE!
#NULLO! #N/B #WAARDE! #VERW! #NAAM? #GETAL! #LEEG! #DEEL/0! #OVERLOOP! #SAKNAS! #VÄRDEFEL! #REFERENS! #NAMN? #OGILTIGT!
#VÆRDI! #REFERENCE! #NAVN? #VERDI! #I/T #PUUTTUU! #ARVO! #VIITTAUS! #NIMI? #LUKU! #ARG! #ADR! #LICZBA! #NAZWA? #ZERO!
#HODNOTA! #ODKAZ! #NÁZEV? #HIÁNYZIK #ÉRTÉK! #HIV! #NÉV? #SZÁM! #ZÉRÓOSZTÓ! #NULLA! #YOK #DEĞER! #BAŞV! #AD? #SAYI! #SAYI/0! #BOŞ!`
		.replaceAll('?', String.raw`\?`)
		.split(/\s+/)
		.join('|');

/** What toLocaleString() makes of NaN in the languages that have words of their own for it, with the spaces of a text. */
const NOT_A_NUMBER = 'am ar fa fi ga hy ka kk ky lo my ru tk uz zh-TW'
	.split(' ')
	.map((language) => spaced(NaN.toLocaleString(language)));

/** The day that programs and sheets give for an empty date. A birthday may be on 1970-01-01. */
const EMPTY_DAY = String.raw`-?000[01]-(?:01-01|11-30)|0000-00-00|1899-12-30|1900-01-0[01]`;

const EMPTY_DATE = new RegExp(
	String.raw`^\s*(?:${EMPTY_DAY})(?:[T ][\d:.]+(?:\s*(?:Z|[+-][\d:]+))?)?\s*$`,
	'i',
);

/** What an item says if an earlier node or a sheet has put nothing into it, or a list of nothing. */
const MADE_FROM_NOTHING = new RegExp(
	String.raw`^[\s,-]*(?:(?:undefined|null|true|false|NaN|Invalid (?:DateTime|Date|date|Duration|Interval)|\[object \w+\]|Err:\d{3}|Loading\.\.\.|#n/a|#N/A N/A|${SHEET_ERRORS})(?![\w/])[\s,-]*)+$`,
);

/** Whether a text is nothing but words that programs write for nothing, such as `#N/A`. */
export function isWordForNothing(text: string, mayBeBoolean = false): boolean {
	const isWord = EMPTY_DATE.test(text) || MADE_FROM_NOTHING.test(text);
	return isWord && !(mayBeBoolean && /^(?:true|false)$/.test(text));
}

/** Words for nothing that JavaScript and n8n put into a text, also inside of another word, in any case. */
const IN_ANY_CASE = String.raw`undefined|\[object \w*|object[\W_]object|\[native code|invalid[\W_](?:date(?:time)?|duration|interval)`;

/** Words that are found only as they are written, because names and words of many languages contain their letters. */
const AS_WRITTEN = `(?<!\\p{Script=Latin})(?:null|NaN)|(?:null|NaN)(?!\\p{Script=Latin})|Infinity|∞|${NOT_A_NUMBER.join('|')}`;

const INSIDE = [new RegExp(IN_ANY_CASE, 'iu'), new RegExp(AS_WRITTEN, 'u')];

const ANY_WORD = new RegExp(`${IN_ANY_CASE}|null|nan|infinity|∞|${NOT_A_NUMBER.join('|')}`, 'giu');

/** Whether a text has a word for nothing somewhere in it that code may have put there, such as Dear undefined. */
export function hasWordForNothing(text: string): boolean {
	return INSIDE.some((word) => word.test(spaced(text)));
}

/** The same text with other letters in place of each word for nothing. */
export function withoutWordsForNothing(text: string): string {
	return spaced(text).replace(ANY_WORD, 'Kqzj');
}

/** A text with one space for each run of white space, and of what stands for it in an address. */
function spaced(text: string): string {
	return text.replace(/(?:\s|\+|%20)+/g, ' ');
}
