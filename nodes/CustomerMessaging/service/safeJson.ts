import { REPLACEMENT, redactionOf } from './redaction';

/**
 * The names of the service's own fields (service: Get template, List channels, Send result, Acknowledgement, Errors).
 * They are public, so they reveal no key, and workflows rely on them.
 */
const INTERFACE_NAMES = new Set(
	[
		'id name body header type value footer buttons title attributes attribute number customer_id',
		'project_id timestamp function_name message status extra platform_id customer_phone template_id',
		'template_name source success report messaging_product contacts input wa_id messages',
		'message_status data error code detail',
	].flatMap((names) => names.split(' ')),
);

/** How many levels of JSON are kept: n8n copies and stores output recursively, and would run out of stack. */
const DEEPEST = 100;

const TOO_DEEP = '[nested too deeply]';

/** Makes JSON safe to leave this folder. */
export type SafeJson = (json: unknown) => unknown;

/**
 * Makes the function that removes a secret from all values in JSON, and from all names but the service's own, and
 * cuts off what is nested too deeply.
 */
export function safeJsonOf(secret: string): SafeJson {
	const redact = redactionOf(secret);
	// JSON may spell a number in other ways, and JavaScript keeps only its first 16 digits or so.
	const number = secret.trim() === '' ? NaN : Number(secret);

	const safe = (json: unknown, depth: number): unknown => {
		if (typeof json === 'string') return redact(json);
		if (json === number) return REPLACEMENT;
		if (typeof json !== 'object' || json === null) return json;
		if (depth === DEEPEST) return TOO_DEEP;
		if (Array.isArray(json)) return json.map((entry) => safe(entry, depth + 1));
		return Object.fromEntries(
			Object.entries(json).map(([name, value]) => [
				INTERFACE_NAMES.has(name) ? name : redact(name),
				safe(value, depth + 1),
			]),
		);
	};

	return (json) => safe(json, 0);
}
