/** How many characters of a response are looked at: a page has its title near its beginning. */
const BEGINNING = 64 * 1024;

/**
 * Whether a response is a web page, as from a wrong address or a proxy.
 *
 * @param contentType the header; empty if there is none
 */
export function isWebPage(contentType: string, text: string): boolean {
	return /html/i.test(contentType) || /^\s*<(!doctype|html)/i.test(text.slice(0, BEGINNING));
}

/** The title of a web page as it is written, trimmed; undefined if it is empty or not near the page's beginning. */
export function titleOf(page: string): string | undefined {
	// Nothing in the pattern reads past the next <, so that many unfinished titles do not take quadratic time.
	const title = /<title\b[^<>]*>([^<]*)<\/title\b/i.exec(page.slice(0, BEGINNING))?.[1];
	return title?.trim() || undefined;
}
