import { ANSWER_FIELD, APPROVE, DISAPPROVE, LONGEST_TEXT } from './answer';
import type { AnswerForm, Question } from './question';

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
:root { color-scheme: light dark; --page: #f4f4f6; --card: #fff; --text: #1c1c21; --line: #71717a; --button: #1f5fbf; --label: #fff; }
@media (prefers-color-scheme: dark) {
	:root { --page: #17171a; --card: #242428; --text: #f0f0f2; --line: #9a9aa4; --button: #9cc2ff; --label: #10213b; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--page); color: var(--text); font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 32rem; margin: 0 auto; padding: 1.25rem; background: var(--card); border-radius: 0.75rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 0.75rem; font-size: 1.375rem; line-height: 1.25; }
p { margin: 0 0 1.25rem; white-space: pre-line; }
form { display: grid; gap: 0.75rem; }
button, textarea { width: 100%; min-height: 3rem; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; font: inherit; }
textarea { min-height: 8rem; background: var(--card); color: var(--text); }
button { border-color: var(--button); background: var(--button); color: var(--label); font-weight: 600; cursor: pointer; }
button + button { background: var(--card); color: var(--text); border-color: var(--line); }
:focus-visible { outline: 3px solid var(--button); outline-offset: 2px; }
`;

/** The HTML page with the question and the form that answers it. */
export function questionPage({ title, text, language, form }: Question): string {
	return document(
		language,
		title,
		`<p id="question" dir="auto">${escaped(text)}</p>
<form method="post">${fieldsOf(form)}</form>`,
	);
}

/** The page after the answer. */
export function thankYouPage({ title, thankYouText, language }: Question): string {
	return document(language, title, paragraph(thankYouText));
}

/** The page for a link that is no longer valid, or for an answer that is not accepted. */
export function noticePage(title: string, text: string): string {
	return document('en', title, paragraph(text));
}

function fieldsOf(form: AnswerForm): string {
	if (form.type === 'freeText') {
		return `<textarea name="${ANSWER_FIELD}" aria-labelledby="question" dir="auto" rows="5" maxlength="${LONGEST_TEXT}" required></textarea>
<button dir="auto">${escaped(form.submitLabel)}</button>`;
	}
	const { approveLabel, disapproveLabel } = form;
	return [
		button(APPROVE, approveLabel),
		...(disapproveLabel === undefined ? [] : [button(DISAPPROVE, disapproveLabel)]),
	].join('\n');
}

function button(value: string, label: string): string {
	return `<button name="${ANSWER_FIELD}" value="${value}" aria-describedby="question" dir="auto">${escaped(label)}</button>`;
}

function paragraph(text: string): string {
	return `<p role="status" dir="auto">${escaped(text)}</p>`;
}

function document(language: string, title: string, content: string): string {
	return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1 dir="auto">${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

/** Text for HTML, between tags and in quoted attributes. */
function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
