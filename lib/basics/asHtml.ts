const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text for HTML between tags; not for attributes. */
export function escaped(text: string): string {
	return text.replace(/[&<>]/g, (sign) => SIGNS[sign]!);
}

/** Turns a text into HTML that shows it: n8n takes a hint's message and an error's description for HTML. */
export function asHtml(text: string): string {
	return escaped(text).replaceAll('\n', '<br>');
}
