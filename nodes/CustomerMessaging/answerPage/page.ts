import { ANSWER_FIELD, fieldsOf, FORM_END, type Given } from './answer';
import { control, escaped } from './controls';
import type { FieldReading } from './fieldReading';
import { directionOf } from './language';
import type { AnswerForm, Question } from './question';
import { TRANSLATIONS, type PageTexts } from './translations';

/** It is in the page too, because after an answer n8n replaces this header with its own. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'";

/** What every page has. */
type Page = Pick<Question, 'businessName' | 'language' | 'texts'>;

/** The page of an execution that asks nothing. */
const NO_QUESTION: Page = { businessName: '', language: 'en', texts: TRANSLATIONS.en.texts };

/**
 * The headers of every page: it loads nothing, runs nothing, is not kept or indexed, and its address goes to no other site.
 */
export const pageHeaders = ({ language }: Page = NO_QUESTION) => ({
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Language': language,
	'Content-Security-Policy': `${POLICY}; frame-ancestors 'none'`,
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex, nofollow',
});

const STYLE = `
:root { color-scheme: light dark; --page: #f4f4f6; --card: #fff; --text: #1c1c21; --line: #71717a; --button: #1f5fbf; --label: #fff; --problem: #b3261e; }
@media (prefers-color-scheme: dark) {
	:root { --page: #17171a; --card: #242428; --text: #f0f0f2; --line: #9a9aa4; --button: #9cc2ff; --label: #10213b; --problem: #ffb4ab; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--page); color: var(--text); font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 32rem; margin: 0 auto; padding: 1.25rem; background: var(--card); border-radius: 0.75rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 0.75rem; font-size: 1.375rem; line-height: 1.25; }
[dir=ltr] main * { unicode-bidi: plaintext; }
p { margin: 0 0 1.25rem; white-space: pre-line; }
.business { margin: 0 0 0.25rem; font-weight: 600; }
.problem { margin: 0 0 0.5rem; color: var(--problem); font-weight: 600; }
[role=alert] { margin-bottom: 1.25rem; }
form { display: grid; gap: 0.75rem; }
form > p { margin: 0; }
form > div, fieldset { min-width: 0; margin: 0 0 0.5rem; }
fieldset { padding: 0; border: 0; }
label, legend { display: block; padding: 0; margin-bottom: 0.25rem; font-weight: 600; }
fieldset label { display: flex; align-items: center; gap: 0.75rem; min-height: 3rem; margin: 0; padding: 0.25rem 0; font-weight: 400; }
fieldset input { flex: none; width: 1.5rem; height: 1.5rem; margin: 0; accent-color: var(--button); }
button, textarea, select, div > input { width: 100%; min-height: 3rem; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); color: var(--text); font: inherit; }
textarea { display: block; min-height: 8rem; }
.dropdown { position: relative; display: block; }
.dropdown::after { content: ''; position: absolute; inset-inline-end: 1.25rem; top: 1.125rem; width: 0.5rem; height: 0.5rem; border: solid; border-width: 0 2px 2px 0; transform: rotate(45deg); pointer-events: none; }
select { appearance: none; padding-inline-end: 2.75rem; text-overflow: ellipsis; }
[aria-invalid] { border-color: var(--problem); }
button { font-weight: 600; cursor: pointer; }
.main { border-color: var(--button); background: var(--button); color: var(--label); }
:focus-visible { outline: 3px solid var(--button); outline-offset: 2px; }
`;

/**
 * The HTML page with the question and the form that answers it.
 *
 * @param readings what was sent field by field, if it was no answer
 */
export function questionPage(question: Question, readings?: FieldReading[]): string {
	const { text, texts, form } = question;
	const problem =
		readings === undefined
			? ''
			: `<p class="problem" role="alert">${escaped(texts.notAnAnswer)}</p>\n`;
	return document(
		question,
		texts.title,
		`<p id="question">${escaped(text)}</p>
${problem}<form method="post"${form.type === 'customForm' ? ' enctype="multipart/form-data"' : ''}>
${formContent(form, texts, readings)}
</form>`,
	);
}

/** The page after an answer: what was given, which may run in another direction than the page, and thanks. */
export function thankYouPage(question: Question, given: Given[]): string {
	const { yourAnswer, thankYou } = question.texts;
	const answer = given.map(
		({ label, text }) =>
			`<p>${label === '' ? '' : `<strong>${escaped(label)}</strong>\n`}<bdi>${escaped(text)}</bdi></p>\n`,
	);
	return document(question, yourAnswer, `${answer.join('')}${status(thankYou)}`);
}

/**
 * The page of a link that is no longer valid.
 *
 * @param question what the execution asks now; undefined if nothing
 */
export function noLongerValidPage(question: Page = NO_QUESTION): string {
	const { title, noLongerValid } = question.texts;
	return document(question, title, status(noLongerValid));
}

function formContent(form: AnswerForm, texts: PageTexts, readings: FieldReading[] = []): string {
	if (form.type === 'buttons') {
		return form.buttons
			.map(({ value, label, isMain }) =>
				button(
					label,
					isMain,
					` name="${ANSWER_FIELD}" value="${value}" aria-describedby="question"`,
				),
			)
			.join('\n');
	}
	const controls = fieldsOf(form).map(({ name, field }, index) =>
		control({ name, field, texts, reading: readings[index] }),
	);
	if (form.type === 'customForm') {
		if (form.fields.some(({ isRequired }) => isRequired))
			controls.unshift(`<p>${escaped(texts.requiredMark)}</p>`);
		controls.push(`<input type="hidden" name="${ANSWER_FIELD}" value="${FORM_END}">`);
	}
	return [...controls, button(texts.submit, true)].join('\n');
}

function button(label: string, isMain: boolean, attributes = ''): string {
	return `<button${attributes}${isMain ? ' class="main"' : ''}>${escaped(label)}</button>`;
}

function status(text: string): string {
	return `<p role="status">${escaped(text)}</p>`;
}

/**
 * A page in the direction of its language. Where that is left to right, each text by itself may still be right to left,
 * as for a question in Arabic whose language was not chosen.
 */
function document({ businessName, language }: Page, title: string, content: string): string {
	const business =
		businessName === '' ? '' : `<p class="business"><bdi>${escaped(businessName)}</bdi></p>\n`;
	const tab = businessName === '' ? title : `${title} – ${businessName}`;
	return `<!DOCTYPE html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escaped(tab)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${business}<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;
}
