import { ANSWER_FIELD, fieldsOf, FORM_END } from './answer';
import { control, escaped } from './controls';
import type { FieldReading } from './formField';
import { PAGE_TEXTS, type AnswerForm, type Question } from './question';

/** It is in the page too, because after an answer n8n replaces this header with its own. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'";

/**
 * The headers of every page: it loads nothing, runs nothing, is not kept or indexed, and tells nobody its address.
 */
export const PAGE_HEADERS = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `${POLICY}; frame-ancestors 'none'`,
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex, nofollow',
};

const STYLE = `
:root { color-scheme: light dark; --page: #f4f4f6; --card: #fff; --text: #1c1c21; --line: #71717a; --button: #1f5fbf; --label: #fff; --problem: #b3261e; }
@media (prefers-color-scheme: dark) {
	:root { --page: #17171a; --card: #242428; --text: #f0f0f2; --line: #9a9aa4; --button: #9cc2ff; --label: #10213b; --problem: #ffb4ab; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--page); color: var(--text); font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 32rem; margin: 0 auto; padding: 1.25rem; background: var(--card); border-radius: 0.75rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 0.75rem; font-size: 1.375rem; line-height: 1.25; }
p { margin: 0 0 1.25rem; white-space: pre-line; }
.business { margin: 0 0 0.25rem; font-weight: 600; }
.problem { margin: 0 0 0.5rem; color: var(--problem); font-weight: 600; }
[role=alert] { margin-bottom: 1.25rem; }
form { display: grid; gap: 0.75rem; }
form > div, fieldset { min-width: 0; margin: 0 0 0.5rem; }
fieldset { padding: 0; border: 0; }
label, legend { display: block; padding: 0; margin-bottom: 0.25rem; font-weight: 600; }
fieldset label { display: flex; align-items: center; gap: 0.75rem; min-height: 3rem; margin: 0; padding: 0.25rem 0; font-weight: 400; }
fieldset input { flex: none; width: 1.5rem; height: 1.5rem; margin: 0; accent-color: var(--button); }
button, textarea, select, div > input { width: 100%; min-height: 3rem; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); color: var(--text); font: inherit; }
textarea { display: block; min-height: 8rem; }
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
			: `<p class="problem" role="alert" dir="auto">${escaped(texts.notAnAnswer)}</p>\n`;
	return document(
		question,
		`<p id="question">${escaped(text)}</p>
${problem}<form method="post"${form.type === 'customForm' ? ' enctype="multipart/form-data"' : ''}>
${formContent(form, texts, readings)}
</form>`,
	);
}

export function thankYouPage(question: Question): string {
	return document(question, status(question.texts.thankYou));
}

/**
 * The page of a link that is no longer valid.
 *
 * @param question what the execution asks now; undefined if nothing
 */
export function noLongerValidPage(question: Question | undefined): string {
	return document(
		question ?? { title: 'A question', businessName: '', language: 'en' },
		status((question?.texts ?? PAGE_TEXTS).noLongerValid),
	);
}

function formContent(
	form: AnswerForm,
	texts: Question['texts'],
	readings: FieldReading[] = [],
): string {
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
	if (form.type === 'customForm')
		controls.push(`<input type="hidden" name="${ANSWER_FIELD}" value="${FORM_END}">`);
	return [...controls, button(texts.submit, true)].join('\n');
}

function button(label: string, isMain: boolean, attributes = ''): string {
	return `<button${attributes}${isMain ? ' class="main"' : ''} dir="auto">${escaped(label)}</button>`;
}

function status(text: string): string {
	return `<p role="status">${escaped(text)}</p>`;
}

/** A page that is read in the direction of its first text without one, which is what the customer is told or asked. */
function document(
	{ title, businessName, language }: Pick<Question, 'title' | 'businessName' | 'language'>,
	content: string,
): string {
	const business =
		businessName === '' ? '' : `<p class="business" dir="auto">${escaped(businessName)}</p>\n`;
	const tab = businessName === '' ? title : `${title} – ${businessName}`;
	return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escaped(tab)}</title>
<style>${STYLE}</style>
</head>
<body>
<main dir="auto">
${business}<h1 dir="auto">${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;
}
