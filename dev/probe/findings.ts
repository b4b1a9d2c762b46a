import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { listIn, objectIn } from '../../lib/basics/json';
import { SERVICES } from '../../nodes/CustomerMessaging/service/services';
import type { Exchange } from './exchange';

/** What a run of the probe has seen, without anything of the account. */
export interface Recording {
	/** `this package's name and version` */
	madeBy: string;
	/** the value of *Service* that the person chose */
	service: string;
	/** why it ended before its time */
	stopped?: string;
	exchanges: Exchange[];
}

/** Something that docs/service.md leaves open, in its words, and what was seen of it. */
export interface Finding {
	what: string;
	seen: string;
}

const NOT_ASKED = 'not asked';
const NOT_SEEN = 'the probe cannot see this';

/** What was seen of each *Not known* of docs/service.md, and of each row of *Beyond the specification*. */
export function findingsOf(recording: Recording): { notKnown: Finding[]; beyond: Finding[] } {
	const steps = (...names: string[]): Exchange[] =>
		recording.exchanges.filter(({ step }) => names.includes(step));
	const seen = (...names: string[]): string => {
		const found = steps(...names).map(outcomeOf);
		return found.length === 0 ? NOT_ASKED : unique(found).join('; ');
	};
	const sends = recording.exchanges.filter(({ step }) => step.startsWith('send.'));
	const templates = [
		...steps('template').filter(isRead).map(bodyOf),
		...steps('list')
			.filter(isRead)
			.flatMap((exchange) => listIn(exchange.answer?.body)),
	].map(objectIn);
	const words = (name: string, from: unknown): string => {
		const found = unique(valuesOf(name, from).map(String));
		return found.length === 0 ? 'none seen' : found.join(', ');
	};
	const bodies = (exchanges: Exchange[]): unknown[] => exchanges.map(bodyOf);
	const ifSent = (say: () => string): string => (sends.length === 0 ? NOT_ASKED : say());
	const ifRead = (say: () => string): string => (templates.length === 0 ? NOT_ASKED : say());
	const places = steps('key').map(
		(exchange) =>
			`${exchange.request.key!.in} ${exchange.request.key!.name}: ${outcomeOf(exchange)}`,
	);
	const isSeen = (is: boolean): string => (is ? 'yes' : 'not seen');
	const limits = recording.exchanges.flatMap(({ answer }) =>
		Object.entries(answer?.headers ?? {}).flatMap(([name, value]) =>
			/rate|limit|retry/.test(name) ? [`${name}: ${value}`] : [],
		),
	);
	const names = (exchange: Exchange | undefined): string =>
		exchange === undefined
			? 'no pair of the likely names'
			: Object.keys(exchange.request.query).join(' and ');

	return {
		notKnown: [
			{
				what: 'whether one service accepts the key in both places',
				seen: places.join('; ') || NOT_ASKED,
			},
			{ what: 'the statuses of its answers', seen: seen('send.file') },
			{
				what: 'which fields are required, and the statuses of its answers',
				seen: seen('send.text', 'send.unknownCustomer'),
			},
			{
				what: 'the names of the two',
				seen: steps('template').length === 0 ? NOT_ASKED : names(steps('template').find(isRead)),
			},
			{ what: 'the other statuses', seen: ifRead(() => words('status', templates)) },
			{
				what: 'which values a status can have, the format of the times, and whether `extra` is filled for texts and attachments',
				seen: ifSent(
					() =>
						`status: ${words('status', bodies(sends))}; message_status: ${words('message_status', bodies(sends))}; times: ${words('timestamp', bodies(sends))}; extra of texts and attachments: ${
							steps('send.text', 'send.attachment')
								.map(
									(exchange) =>
										Object.keys(objectIn(objectIn(bodyOf(exchange)).extra)).join(', ') || 'empty',
								)
								.join('; ') || NOT_ASKED
						}`,
				),
			},
			{
				what: 'the values of `code`, and how the service refuses unknown IDs or files it cannot fetch',
				seen: `code: ${words('code', bodies(recording.exchanges))}; unknown template: ${seen('template.unknown')}; unknown channel: ${seen('template.unknownChannel', 'list.unknownChannel')}; unknown customer: ${seen('send.unknownCustomer')}`,
			},
			{
				what: 'rate limits, the sizes of files and texts, and time-outs',
				seen: `headers about limits: ${unique(limits).join(', ') || 'none'}`,
			},
			...[
				'the values for tagged and reopened tickets',
				'whether calls are signed (one program would check a header `X-Myalice-Signature`), whether they come again if nobody answers, and in which order',
				"the rest of the answer's form, and the fields of the customer",
			].map((what) => ({ what, seen: NOT_SEEN })),
		],
		beyond: [
			{
				what: 'The key may be in the header `X-Myalice-Api-Key`',
				seen: seenAt(steps('key'), 'X-Myalice-Api-Key'),
			},
			{ what: 'Templates can be listed', seen: seen('list') },
			{
				what: "The list's query name for the channel is `platform_id`",
				seen: steps('list').length === 0 ? NOT_ASKED : names(steps('list').find(isRead)),
			},
			{
				what: "`template_id` is the template's query name",
				seen: steps('template').length === 0 ? NOT_ASKED : names(steps('template').find(isRead)),
			},
			{
				what: 'A listed template has a `status`; its `header` may be empty or missing; a button may have `verbose`',
				seen: ifRead(
					() =>
						`status: ${isSeen(valuesOf('status', templates).length > 0)}; empty or missing header: ${isSeen(templates.some(({ header }) => Object.keys(objectIn(header)).length === 0))}; verbose: ${isSeen(valuesOf('verbose', templates).length > 0)}`,
				),
			},
			{
				what: 'A channel has `id`, `title` and `number`',
				seen:
					unique(
						steps('key')
							.filter(isRead)
							.flatMap((exchange) => listIn(bodyOf(exchange)))
							.map((channel) => Object.keys(objectIn(channel)).join(', ')),
					).join('; ') || NOT_ASKED,
			},
			{
				what: 'A variable may have a name instead of a number',
				seen: ifRead(() => words('attribute', templates)),
			},
			{
				what: "`message_status` is WhatsApp's own word",
				seen: ifSent(() => words('message_status', bodies(sends))),
			},
			...[
				'A template with a file needs `template_id`, `channel_id` and `customer_phone`; an attachment needs all its fields',
				'A webhook reports `customer_created`, and a `phone` may be empty',
			].map((what) => ({ what, seen: NOT_SEEN })),
		],
	};
}

/** The fields of a credential that this account needs; undefined if the service gave its channels in no way. */
export function credentialFor({
	service,
	exchanges,
}: Recording): ICredentialDataDecryptedObject | undefined {
	const working = exchanges.filter((exchange) => exchange.step === 'key' && isRead(exchange));
	const known = SERVICES.find(({ value }) => value === service)?.filledIn;
	const [{ request: { key } = {} } = {}] = working;
	if (key === undefined) return undefined;
	const isKnown =
		known !== undefined &&
		working.some(
			({ request }) =>
				request.key!.in === known.apiKeyIn &&
				request.key!.name === (known.apiKeyHeader ?? 'api_key'),
		);
	const place = isKnown
		? { service }
		: {
				service: 'other',
				apiKeyIn: key.in,
				...(key.in === 'header' ? { apiKeyHeader: key.name } : {}),
			};
	const lookUp =
		exchanges.find((exchange) => exchange.step === 'template' && isRead(exchange)) ??
		exchanges.find((exchange) => exchange.step === 'list' && isRead(exchange));
	const [platformIdParameter = 'platform_id', templateIdParameter = 'template_id'] = Object.keys(
		lookUp?.request.query ?? {},
	);
	const isCustom = platformIdParameter !== 'platform_id' || templateIdParameter !== 'template_id';
	return isCustom
		? { ...place, customTemplateLookup: true, platformIdParameter, templateIdParameter }
		: place;
}

export function isRead({ node, answer }: Exchange): boolean {
	return node === 'read' && answer !== undefined;
}

function bodyOf({ answer }: Exchange): unknown {
	return answer?.body;
}

/** What the node makes of it, and its word for what went wrong. */
export function nodeOf({ node, failure = node }: Exchange): string {
	return failure === node ? node : `${node} (${failure})`;
}

/** In a few words. */
function outcomeOf(exchange: Exchange): string {
	const { answer, node } = exchange;
	if (answer === undefined) return 'no answer';
	const { status, content, body } = answer;
	const isGood = node === 'read' || node === 'sent';
	const inside = isGood ? '' : `: ${content === 'JSON' ? fieldsOf(body) : content}`;
	return `${status}, ${nodeOf(exchange)}${inside}`;
}

/** The names of an answer's fields, with one level of what is wrapped. */
function fieldsOf(body: unknown): string {
	if (Array.isArray(body)) return `a list of ${body.length}`;
	const fields = Object.entries(objectIn(body)).map(([name, value]) => {
		const inner = Object.keys(objectIn(value));
		return inner.length === 0 ? name : `${name} with ${inner.join(', ')}`;
	});
	return fields.join(', ') || 'nothing in it';
}

function seenAt(exchanges: Exchange[], name: string): string {
	const found = exchanges.find(({ request }) => request.key?.name === name);
	return found === undefined ? NOT_ASKED : outcomeOf(found);
}

/** The values of all fields of this name, however deep. */
function valuesOf(name: string, json: unknown): unknown[] {
	if (Array.isArray(json)) return json.flatMap((entry) => valuesOf(name, entry));
	return Object.entries(objectIn(json)).flatMap(([field, value]) =>
		field === name && typeof value !== 'object' ? [value] : valuesOf(name, value),
	);
}

function unique(texts: string[]): string[] {
	return [...new Set(texts)];
}
