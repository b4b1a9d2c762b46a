import { escaped } from '../basics';
import { ANSWER_FIELD, MAX_TEXT } from './answer';
import type { AnswerForm, Question } from './question';
import { TRANSLATIONS, type Language, type PageTexts } from './translations';

const RIGHT_TO_LEFT: Language[] = ['ar', 'he'];

/** It is also in the page, because after an answer n8n replaces this header with its own. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'";

type Page = Pick<Question, 'businessName' | 'language' | 'texts'>;

/** The page of an execution that asks nothing. */
const NO_QUESTION: Page = { businessName: '', language: 'en', texts: TRANSLATIONS.en.texts };

/** The headers of every page: it loads nothing, runs nothing, is not kept or indexed, and its address goes to no other site. */
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
h1 { margin: 0 0 1.25rem; font-size: 1.25rem; line-height: 1.35; white-space: pre-line; }
h2 { margin: 0 0 0.25rem; font-size: 1rem; }
[dir=ltr] main * { unicode-bidi: plaintext; }
p { margin: 0 0 1.25rem; white-space: pre-line; }
.business { margin: 0 0 0.25rem; font-weight: 600; }
[role=alert] { color: var(--problem); font-weight: 600; }
form { display: grid; gap: 0.75rem; }
button, textarea { width: 100%; min-height: 3rem; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); color: var(--text); font: inherit; }
textarea { min-width: 0; min-height: 8rem; margin: 0 0 0.5rem; }
button { font-weight: 600; cursor: pointer; }
.main { border-color: var(--button); background: var(--button); color: var(--label); }
:focus-visible { outline: 3px solid var(--button); outline-offset: 2px; }
`;

/** @param isAgain whether something was sent that is no answer */
export function questionPage(question: Question, isAgain = false): string {
	const { text, texts, form } = question;
	const problem = isAgain ? `<p role="alert">${escaped(texts.notAnAnswer)}</p>\n` : '';
	const content = `${problem}<form method="post">\n${formContent(form, texts)}\n</form>`;
	return document(question, texts.title, content, text);
}

/** The page after an answer: question and answer, which may run in another direction than the page, and thanks. */
export function thankYouPage(question: Question, answer: string): string {
	const { yourAnswer, thankYou } = question.texts;
	const given = `<h2>${escaped(yourAnswer)}</h2>\n<p><bdi>${escaped(answer)}</bdi></p>`;
	return document(question, yourAnswer, `${given}\n${status(thankYou)}`, question.text);
}

/** @param question what the execution asks now; undefined if nothing */
export function noLongerValidPage(question: Page = NO_QUESTION): string {
	const { title, noLongerValid } = question.texts;
	return document(question, title, status(noLongerValid));
}

function formContent(form: AnswerForm, texts: PageTexts): string {
	if (form.type === 'buttons') {
		return form.buttons
			.map(({ value, label, isMain }) =>
				button(
					label,
					isMain,
					` name="${ANSWER_FIELD}" value="${value}" aria-describedby="heading"`,
				),
			)
			.join('\n');
	}
	return `<textarea name="${ANSWER_FIELD}" aria-labelledby="heading" required maxlength="${MAX_TEXT}" rows="5"></textarea>
${button(texts.submit, true)}`;
}

function button(label: string, isMain: boolean, attributes = ''): string {
	return `<button${attributes}${isMain ? ' class="main"' : ''}>${escaped(label)}</button>`;
}

function status(text: string): string {
	return `<p role="status">${escaped(text)}</p>`;
}

/** A page in its language's direction. In one from left to right, a text such as a question in Arabic may run right to left. */
function document(
	{ businessName, language }: Page,
	title: string,
	content: string,
	heading = title,
): string {
	const business =
		businessName === '' ? '' : `<p class="business"><bdi>${escaped(businessName)}</bdi></p>\n`;
	const tab = businessName === '' ? title : `${title} – ${businessName}`;
	return `<!DOCTYPE html>
<html lang="${language}" dir="${RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr'}">
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
${business}<h1 id="heading">${escaped(heading)}</h1>
${content}
</main>
</body>
</html>
`;
}
