import { credentialFor, findingsOf, nodeOf, type Finding, type Recording } from './findings';
import type { Exchange } from './exchange';

/** The fields of the credential by the names of its form. */
const FIELDS: Record<string, string> = {
	service: 'Service',
	apiKeyIn: 'API Key In',
	apiKeyHeader: 'Header Name',
	customTemplateLookup: 'Custom Template Lookup',
	platformIdParameter: 'Channel ID Parameter',
	templateIdParameter: 'Template ID Parameter',
};

/** The words of the form for what it stores. */
const CHOICES: Record<string, string> = {
	iomnihub: 'iOmniHub',
	myalice: 'MyAlice',
	other: 'Other',
	query: 'Query Parameter',
	header: 'Header',
	true: 'on',
};

/** The lines for the credential's form, which is all that most people want to know. */
export function settingsOf(recording: Recording): string[] {
	const credential = credentialFor(recording);
	if (credential === undefined) return [];
	const shown: Record<string, unknown> = { customTemplateLookup: 'off', ...credential };
	return Object.entries(FIELDS).flatMap(([name, field]) =>
		name in shown ? [`${field}: ${CHOICES[String(shown[name])] ?? String(shown[name])}`] : [],
	);
}

/** A page about a recording, made to be pasted into an issue. */
export function reportOf(recording: Recording): string {
	const { madeBy, stopped, exchanges } = recording;
	const settings = settingsOf(recording);
	const { notKnown, beyond } = findingsOf(recording);
	return `# What the service answered

Written by the probe of ${madeBy}. Texts, numbers and names of the account are made up; what stands here is what the
service itself says. Please read it once before you paste it into an issue.
${stopped === undefined ? '' : `\n**The probe ended early:** ${stopped}.\n`}
## The credential for this account

${settings.length === 0 ? 'None was found: the service did not give its channels.' : settings.map((line) => `- ${line}`).join('\n')}

## What was not known

${table(['Not known', 'Seen'], notKnown.map(cells))}

## Beyond the specification

${table(['What', 'Seen'], beyond.map(cells))}

## Requests

${table(
	['Request', 'Asked with', 'Key', 'Status', 'Seconds', 'Answer', 'The node takes it for'],
	exchanges.map(row),
)}

Headers that came back: ${headersOf(exchanges).join(', ') || 'none'}
`;
}

function cells({ what, seen }: Finding): string[] {
	return [what, seen];
}

function row(exchange: Exchange): string[] {
	const { step, request, answer, seconds } = exchange;
	const { key, query } = request;
	const place = key && `${key.in} ${key.name}${key.isRight ? '' : ', a wrong one'}`;
	return [
		...[step, Object.keys(query).join(', ') || '–', place ?? 'none'],
		...[String(answer?.status ?? 'none'), seconds.toFixed(1), answer?.content ?? 'none'],
		nodeOf(exchange),
	];
}

function headersOf(exchanges: Exchange[]): string[] {
	return [...new Set(exchanges.flatMap(({ answer }) => Object.keys(answer?.headers ?? {})))].sort();
}

function table(head: string[], rows: string[][]): string {
	const line = (columns: string[]): string => `| ${columns.join(' | ')} |`;
	return [head, head.map(() => '---'), ...rows].map(line).join('\n');
}
