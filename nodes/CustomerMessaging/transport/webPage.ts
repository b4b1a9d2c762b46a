/** How far into a page its title is looked for, in characters. */
const HEAD_LENGTH = 64 * 1024;

/** Whether an answer is a web page, such as a log-in page or a proxy's error. */
export function isWebPage(contentType: string, text: string): boolean {
	return /html/i.test(contentType) || /^<(?:!doctype|html)/i.test(text.slice(0, HEAD_LENGTH).trimStart());
}

/** The title of a web page; undefined where it has none. */
export function titleOf(page: string): string | undefined {
	const head = page.slice(0, HEAD_LENGTH);
	const opening = /<title[\s>]/i.exec(head);
	if (opening === null) return undefined;
	const begin = head.indexOf('>', opening.index) + 1;
	const end = head.indexOf('<', begin);
	return begin === 0 || end < 0 ? undefined : head.slice(begin, end).trim() || undefined;
}
