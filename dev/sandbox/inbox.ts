import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import express, { type Router } from 'express';
import type { AcceptedMessage, Books } from './books';
import { customerOfPhone } from './catalogue';
import type { ReceivedPart } from './receivedRequest';
import type { RenderedHeader, RenderedMessage } from './render';

/** How many messages the page shows, the latest ones. */
const MOST_SHOWN = 200;

/** Shows what is new. */
const script = 'setInterval(() => location.reload(), 3000);';

/** Pictures come from the sandbox or another server on this machine; nothing else is loaded or run but the script. */
const contentSecurityPolicy = [
	"default-src 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
	`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
	"style-src 'unsafe-inline'",
	"img-src 'self' http://127.0.0.1:* https://127.0.0.1:* http://localhost:* https://localhost:*",
].join('; ');

/** Serves what the recipients' phones would show (`/inbox`), and uploaded files (`/inbox/files/<message id>`). */
export function serveInbox(books: Books): Router {
	const router = express.Router();
	router.use('/inbox', (_incoming, outgoing, next) => {
		outgoing
			.set('Content-Security-Policy', contentSecurityPolicy)
			.set('X-Content-Type-Options', 'nosniff');
		next();
	});
	router.get('/inbox', (_incoming, outgoing) => {
		outgoing.type('html').send(renderInbox(books));
	});
	router.get('/inbox/files/:id', (incoming, outgoing, next) => {
		const message = books.accepted.find(({ id }) => id === incoming.params.id);
		const file = message?.content.header?.file;
		if (!file?.content) return next();
		outgoing.attachment(file.fileName);
		outgoing.type(isPicture(file) ? file.contentType! : 'application/octet-stream');
		outgoing.send(file.content);
	});
	return router;
}

/** The inbox page: a phone for each customer, the one with the latest message first. */
function renderInbox({ accepted }: Books): string {
	const chats = new Map<number, AcceptedMessage[]>();
	for (const message of accepted.slice(-MOST_SHOWN).reverse()) {
		const id = customerOf(message);
		chats.set(id, [...(chats.get(id) ?? []), message]);
	}
	const phones = Array.from(chats, ([id, messages]) => phone(id, messages));
	return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Inbox (${accepted.length})</title>
<style>${style}</style>
<script>${script}</script>
</head>
<body>
<h1>Inbox <small>${countOf(accepted)}${accepted.length > MOST_SHOWN ? `, the latest ${MOST_SHOWN} shown` : ''}</small></h1>
${phones.length > 0 ? '' : '<p class="empty">Nothing has been sent yet. Messages show up here as they arrive.</p>'}
<main>${phones.join('\n')}</main>
</body>
</html>
`;
}

/** Templates go to phone numbers, all else to customer IDs. */
function isToPhone({ operation }: AcceptedMessage): boolean {
	return operation.startsWith('template.');
}

function customerOf(message: AcceptedMessage): number {
	return isToPhone(message) ? customerOfPhone(message.recipient) : Number(message.recipient);
}

/** Newest message first in the list, which the style turns around: so a long chat starts scrolled to its end. */
function phone(customer: number, messages: readonly AcceptedMessage[]): string {
	const number = messages.find(isToPhone)?.recipient;
	const [name, id] = number ? [number, `Customer ${customer} · `] : [`Customer ${customer}`, ''];
	return `<section class="phone">
<header><span class="face">${escapeHtml(name.slice(-2))}</span><div><b dir="ltr">${escapeHtml(name)}</b><span>${id}${countOf(messages)}</span></div></header>
<ol>${messages.map(bubble).join('\n')}</ol>
</section>`;
}

function countOf({ length }: readonly unknown[]): string {
	return `${length} ${length === 1 ? 'message' : 'messages'}`;
}

/** On this machine's clock, which is also that of the browser. */
function timeOf(time: string): string {
	const local = new Date(time).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
	return `<time datetime="${time}">${local}</time>`;
}

function bubble(message: AcceptedMessage): string {
	const { content, channel, template, time, id } = message;
	const from = channel ? `${channel.title} · ${channel.number}` : 'Customer’s own platform';
	const what = template?.name ?? (content.header ? 'attachment' : 'text');
	return `<li>
<p class="from"><bdi>${escapeHtml(from)}</bdi></p>
<article>
${header(content.header, id)}${body(content)}${content.footer ? `<p class="footer" dir="auto">${escapeHtml(content.footer)}</p>` : ''}
<p class="meta"><span>${escapeHtml(what)}</span>${timeOf(time)}</p>
${content.buttons.map(button).join('')}</article>
</li>`;
}

function body({ body: text }: RenderedMessage): string {
	if (!text) return '';
	// Chats show *text* in bold.
	const formatted = escapeHtml(text).replace(
		/(?<![\w*])\*([^*\s](?:[^*\n]*[^*\s])?)\*(?![\w*])/g,
		'<b>$1</b>',
	);
	const linked = formatted.replace(/https?:\/\/[^\s<]*[^\s<.,:!?]/g, webAnchor);
	return `<p class="body" dir="auto">${linked}</p>`;
}

function button({ title, value }: RenderedMessage['buttons'][number]): string {
	return `<a class="button" dir="auto" title="${escapeHtml(value)}"${webLink(value)}>↗ ${escapeHtml(title)}</a>`;
}

function header(content: RenderedHeader | undefined, id: string): string {
	if (!content) return '';
	if (content.text !== undefined) return `<h2 dir="auto">${escapeHtml(content.text)}</h2>`;
	if (content.file) return uploaded(content.file, id);
	const url = content.url ?? '';
	const isOnThisMachine = /^https?:\/\/(localhost|127\.0\.0\.1)[:/]/.test(url);
	return content.type === 'image' && isOnThisMachine
		? `<img class="picture" src="${escapeHtml(url)}" alt="${escapeHtml(url)}">`
		: card(content.type, basename(url), url, webLink(url));
}

function uploaded(file: ReceivedPart, id: string): string {
	const address = file.content ? `/inbox/files/${id}` : '';
	const picture = address && isPicture(file) ? `<img class="picture" src="${address}" alt="">` : '';
	const link = address ? ` href="${address}" download` : '';
	const detail = `${file.size} bytes · ${file.contentType}${address ? '' : ' · too large to keep'}`;
	return picture + card(file.contentType!, file.fileName!, detail, link);
}

/** @param type the header's, or the file's */
function card(type: string, name: string, detail: string, link: string): string {
	const badge = /^(image|video|audio)/.test(type) ? type.slice(0, 3).toUpperCase() : 'DOC';
	return `<a class="card"${link}><span class="kind">${badge}</span><span><b dir="auto">${escapeHtml(name)}</b><small dir="ltr">${escapeHtml(detail)}</small></span></a>`;
}

function isPicture({ contentType = '' }: ReceivedPart): boolean {
	return ['image/png', 'image/jpeg', 'image/gif', 'image/webp'].includes(contentType);
}

/** A link, for web addresses alone: an address of another kind could do something in the page. */
function webLink(url: string): string {
	return /^https?:\/\//i.test(url)
		? ` href="${escapeHtml(url)}" target="_blank" rel="noreferrer noopener"`
		: '';
}

/** An address within a text that is HTML already. */
function webAnchor(url: string): string {
	return `<a href="${url}" target="_blank" rel="noreferrer noopener">${url}</a>`;
}

/** Text for use in HTML, between tags or in a quoted attribute. */
function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style = `
:root { color-scheme: light; font: 15px/1.4 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Arabic', 'Noto Color Emoji', sans-serif; }
* { box-sizing: border-box; margin: 0; }
body { background: #e9edf1; color: #15202b; padding: 28px; }
h1 { font-size: 22px; margin-bottom: 20px; }
h1 small { font-weight: 400; font-size: 14px; color: #5d6b78; margin-inline-start: 8px; }
.empty { color: #5d6b78; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(330px, 1fr)); gap: 26px; align-items: start; }
.phone { background: #efe7dd; border: 9px solid #1f2a33; border-radius: 34px; overflow: hidden; display: flex; flex-direction: column; max-width: 400px; box-shadow: 0 10px 28px #1f2a3340; }
.phone header { background: #0b6156; color: #fff; display: flex; gap: 12px; align-items: center; padding: 14px 18px; }
.phone header div { display: flex; flex-direction: column; line-height: 1.25; }
.phone header div span { font-size: 12px; opacity: .8; }
.face { background: #ffffff2b; border-radius: 50%; width: 38px; height: 38px; display: grid; place-items: center; font-size: 13px; }
ol { list-style: none; padding: 14px 12px 22px; display: flex; flex-direction: column-reverse; gap: 12px; max-height: 640px; overflow-y: auto; }
.from { font-size: 11.5px; color: #5b5348; margin: 0 4px 4px; }
article { background: #fff; border-radius: 4px 14px 14px 14px; padding: 5px; max-width: 92%; width: fit-content; min-width: 190px; box-shadow: 0 1px 1px #0002; overflow: hidden; }
article h2 { font-size: 15px; padding: 4px 7px 0; }
.body { white-space: pre-wrap; overflow-wrap: anywhere; padding: 4px 7px; }
.footer { color: #6a7781; font-size: 12.5px; padding: 0 7px 2px; }
.meta { display: flex; justify-content: space-between; gap: 14px; color: #7b8790; font-size: 11px; padding: 2px 7px 3px; }
.picture { display: block; width: 100%; max-height: 260px; object-fit: cover; border-radius: 10px; background: #dfe5e9; margin-bottom: 3px; }
.card { display: flex; gap: 10px; align-items: center; background: #f1f4f6; border-radius: 10px; padding: 10px; color: inherit; text-decoration: none; }
.card span:last-child { display: flex; flex-direction: column; min-width: 0; }
.card b, .card small { overflow-wrap: anywhere; }
.card b { font-size: 14px; }
.card small { color: #6a7781; font-size: 11.5px; }
.kind { flex: none; background: #0b6156; color: #fff; border-radius: 6px; font-size: 10.5px; font-weight: 700; padding: 9px 6px; }
.button { display: block; text-align: center; border-top: 1px solid #e6eaed; margin: 3px -5px -1px; padding: 9px; color: #0a73b8; text-decoration: none; font-weight: 500; }
`;
