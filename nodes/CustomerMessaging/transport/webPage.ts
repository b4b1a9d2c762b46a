/** How much of an answer is looked at, in characters: a page has its title near its beginning. */
const BEGINNING = 64 * 1024;

/**
 * Whether an answer is a web page, as a wrong address or a proxy gives it.
 *
 * Takes the Content-Type header, empty where there is none, and the answer's text.
 */
export function isWebPage(contentType: string, text: string): boolean {
	return /html/i.test(contentType) || /^\s*<(!doctype|html)/i.test(text.slice(0, BEGINNING));
}

/**
 * Gives the title of a web page as it is written, without the white space around it.
 *
 * Takes the page's text. Returns undefined where its beginning has no title, or an empty one.
 */
export function titleOf(page: string): string | undefined {
	// Nothing in it reads past the next <, so that many titles that break off take no quadratic time.
	const title = /<title\b[^<>]*>([^<]*)<\/title\b/i.exec(page.slice(0, BEGINNING))?.[1];
	return title?.trim() || undefined;
}
