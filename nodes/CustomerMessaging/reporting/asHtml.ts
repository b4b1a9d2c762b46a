const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\n': '<br>' };

/** Turns a text into HTML that shows it: n8n takes a hint's message and an error's description for HTML. */
export function asHtml(text: string): string {
	return text.replace(/[&<>\n]/g, (sign) => SIGNS[sign]!);
}
