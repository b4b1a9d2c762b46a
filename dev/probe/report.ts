import { redactionOf } from '../../nodes/CustomerMessaging/service/redaction';
import manifest from '../../package.json';
import type { Exchange } from './exchange';
import type { Recording } from './probe';
import { knownService } from './reads';

/** The lines for the credential's form, which is all that most people want to know. */
export function settingsOf({ baseUrl, found: { credential } }: Recording): string[] {
	if (credential === undefined) return [];
	const { apiKeyIn, apiKeyHeader } = credential;
	const { platformIdParameter = 'platform_id', templateIdParameter = 'template_id' } = credential;
	const service = knownService(baseUrl);
	const known = service?.filledIn?.apiKeyIn === apiKeyIn ? service : undefined;
	const isUsual = platformIdParameter === 'platform_id' && templateIdParameter === 'template_id';
	const lines: Array<[field: string, value: unknown, isShown: boolean]> = [
		['Service', known?.name ?? 'Other', true],
		['API Key In', apiKeyIn === 'header' ? 'Header' : 'Query Parameter', known === undefined],
		['Header Name', apiKeyHeader, known === undefined && apiKeyIn === 'header'],
		['Custom Template Lookup', isUsual ? 'off' : 'on', true],
		['Channel ID Parameter', platformIdParameter, !isUsual],
		['Template ID Parameter', templateIdParameter, !isUsual],
	];
	return lines.flatMap(([field, value, isShown]) =>
		isShown ? [`${field}: ${String(value)}`] : [],
	);
}

/** A page about what was seen, made to be pasted into an issue. The key is removed from all of it at once. */
export function reportOf(recording: Recording, apiKey: string): string {
	const { exchanges, stopped, found } = recording;
	const settings = settingsOf(recording);
	const seen = found.isArrivalShown === true ? 'Yes' : 'No, or not seen';
	const arrivals = found.isArrivalShown === undefined ? 'Not asked' : seen;
	const differing = exchanges.filter(({ differs }) => differs.length > 0);
	return redactionOf(apiKey)(`# What the service answered

Written by the probe of ${manifest.name} ${manifest.version}. It has no text, number or name of the account: the names and types of fields
stand here, and the service's own words. Please read it once before you paste it into an issue.
${stopped === undefined ? '' : `\n**The probe ended early:** ${stopped}.\n`}
## The credential for this account

${settings.map((line) => `- ${line}`).join('\n') || 'None was found: the service did not give its channels.'}

## What differs from what is known

${table(
	['Request', 'Differs'],
	differing.map((exchange) => [nameOf(exchange), exchange.differs.join('; ')]),
)}

## The dashboard

Does it show which messages arrived? ${arrivals}.

## Requests

${table(
	['Request', 'Key', 'Status', 'The node takes it for', 'Answer'],
	exchanges.map((exchange) => {
		const { key, status = 'none', node, answer } = exchange;
		return [nameOf(exchange), key, String(status), node, answer];
	}),
)}
`);
}

function nameOf({ step, query }: Exchange): string {
	return query.length === 0 ? step : `${step} by ${query.join(' and ')}`;
}

function table(head: string[], rows: string[][]): string {
	const line = (columns: string[]): string =>
		`| ${columns.map((column) => column.replaceAll('|', '\\|')).join(' | ')} |`;
	return rows.length === 0
		? 'Nothing.'
		: [head, head.map(() => '---'), ...rows].map(line).join('\n');
}
