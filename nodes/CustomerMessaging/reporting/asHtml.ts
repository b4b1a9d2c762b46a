const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\n': '<br>' };

/** A text as HTML that shows it, which is what n8n takes a hint's message and an error's description for. */
export function asHtml(text: string): string {
	return text.replace(/[&<>\n]/g, (sign) => SIGNS[sign]!);
}
