import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { isObject, objectIn } from '../../nodes/CustomerMessaging/primitives/json';
import { channelsRequest } from '../../nodes/CustomerMessaging/service/channels';
import { objectsOf } from '../../nodes/CustomerMessaging/service/responsePolicy';
import type { Read, Service } from '../../nodes/CustomerMessaging/service/service';
import { API_KEY_HEADER } from '../../nodes/CustomerMessaging/service/services';
import { headerTypeOf, shownBy } from '../../nodes/CustomerMessaging/template/header';
import {
	canBeSent,
	listTemplates,
	readTemplateAlone,
} from '../../nodes/CustomerMessaging/template/readTemplate';
import type { Asked, Exchange, Exchanges } from './exchange';
import type { Person } from './person';

/** The places that a key can have: the interface's, MyAlice's, and the first one's name as a header. */
const PLACES: ICredentialDataDecryptedObject[] = [
	{ apiKeyIn: 'query' },
	{ apiKeyIn: 'header', apiKeyHeader: API_KEY_HEADER },
	{ apiKeyIn: 'header', apiKeyHeader: 'api_key' },
];

/** The likely names of the two query parameters, the likeliest first. */
const CHANNEL_NAMES = ['platform_id', 'channel_id', 'platform', 'channel'];
const TEMPLATE_NAMES = ['template_id', 'template', 'id'];

/** The most requests that the reads make. */
export const MOST_READS =
	PLACES.length + 2 + CHANNEL_NAMES.length + CHANNEL_NAMES.length * TEMPLATE_NAMES.length + 3;

/** An ID that no channel and no template has. */
const NOBODY = '999999999';

/** Why the probe asks no further. */
export class Stopped extends Error {}

/** What the reads have found for the sends. */
export interface Found {
	/** fields of the credential with which the service answers */
	credential: ICredentialDataDecryptedObject;
	channelId: string;
	templates: IDataObject[];
	/** the one that was read alone or, failing that, listed */
	template?: IDataObject;
	templateId?: string;
}

/**
 * Asks the service what it can be asked without reaching anybody.
 *
 * @param first the place of the key that is asked first
 * @throws Stopped when there is no use in asking more
 */
export async function readAll(
	exchanges: Exchanges,
	person: Person,
	first: string,
	patience: number,
): Promise<Found> {
	const read =
		(service: Service): Read =>
		async (request) =>
			objectsOf(await service.request(request, patience));
	const asked = async <Value>(asking: Promise<Asked<Value>>): Promise<Asked<Value>> => {
		const result = await asking;
		stopIfUseless(result.exchange, exchanges.all);
		return result;
	};

	const isFirst = (place: ICredentialDataDecryptedObject): boolean => place.apiKeyIn === first;
	const places = [...PLACES].sort((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
	const found: Array<{ place: ICredentialDataDecryptedObject; channels: IDataObject[] }> = [];
	for (const place of places) {
		const { value } = await asked(
			exchanges.ask(
				'key',
				'channel.getAll',
				place,
				async (service) => await read(service)(channelsRequest),
			),
		);
		if (value !== undefined) found.push({ place, channels: value });
	}
	const [working] = found;
	const { place, channels } = working ?? { place: places[0]!, channels: [] };
	const wrong = { ...place, apiKey: 'a-key-that-the-probe-has-made-up' };
	await asked(
		exchanges.ask(
			'key.wrong',
			'channel.getAll',
			wrong,
			async (service) => await read(service)(channelsRequest),
		),
	);
	await asked(exchanges.askWithoutKey('key.none', 'channel.getAll'));
	if (working === undefined)
		throw new Stopped(
			'The service gave its channels with the key in no place, so nothing else was asked',
		);
	const channelId = channels.map(({ id }) => String(id ?? '')).find((id) => id !== '');
	if (channelId === undefined)
		throw new Stopped(
			'The account has no WhatsApp channel yet, and without one there are no templates to ask for',
		);

	const lookup = (channelName: string, templateName = TEMPLATE_NAMES[0]!) => ({
		...place,
		customTemplateLookup: true,
		platformIdParameter: channelName,
		templateIdParameter: templateName,
	});
	const askList = async (step: string, channelName: string, channel: string) =>
		await asked(
			exchanges.ask(
				step,
				'template.getAll',
				lookup(channelName),
				async (service) => await listTemplates({ ...service, read: read(service) }, channel),
			),
		);
	const askTemplate = async (
		step: string,
		credential: ICredentialDataDecryptedObject,
		channel: string,
		id: string,
	) =>
		await asked(
			exchanges.ask(
				step,
				'template.get',
				credential,
				async (service) =>
					await readTemplateAlone(
						{ ...service, read: read(service) },
						{ channelId: channel, templateId: id },
					),
			),
		);

	let templates: IDataObject[] = [];
	let listName: string | undefined;
	for (const name of CHANNEL_NAMES) {
		const { exchange, value = [] } = await askList('list', name, channelId);
		if (value.length > 0) [templates, listName] = [value, name];
		if (value.length > 0 || !mayWantOtherNames(exchange)) break;
	}

	const sendable = templates.filter(canBeSent);
	const listed = sendable.find((one) => !showsFile(one)) ?? sendable[0] ?? templates[0];
	const typed =
		listed === undefined
			? await person.type(
					'The ID of a template, as the dashboard shows it (empty: leave templates out)',
				)
			: String(listed.id);
	let credential: ICredentialDataDecryptedObject = lookup(listName ?? CHANNEL_NAMES[0]!);
	let template: IDataObject | undefined;
	const pairs = CHANNEL_NAMES.flatMap((channelName) =>
		TEMPLATE_NAMES.map((templateName) => lookup(channelName, templateName)),
	);
	const byLikelihood = [
		credential,
		...pairs.filter((pair) => JSON.stringify(pair) !== JSON.stringify(credential)),
	];
	for (const pair of typed === '' ? [] : byLikelihood) {
		const { exchange, value, json } = await askTemplate('template', pair, channelId, typed);
		if (value !== undefined) [template, credential] = [value, pair];
		if (value !== undefined || !mayWantOtherNames(exchange) || holdsTemplate(json)) break;
	}
	if (typed !== '') {
		await askTemplate('template.unknown', credential, channelId, NOBODY);
		await askTemplate('template.unknownChannel', credential, NOBODY, typed);
	}
	if (listName !== undefined) await askList('list.unknownChannel', listName, NOBODY);
	return {
		...{ credential, channelId, templates, template: template ?? listed },
		templateId: typed === '' ? undefined : typed,
	};
}

function showsFile(template: IDataObject): boolean {
	return shownBy(headerTypeOf(template) ?? '') !== undefined;
}

/** Whether a refusal may be about the names of the query parameters: not if it is about the endpoint, or who may ask. */
function mayWantOtherNames({ answer }: Exchange): boolean {
	return answer !== undefined && (answer.status < 300 || [400, 404, 422].includes(answer.status));
}

/** Whether a template lies in an answer, deeper than it should. */
function holdsTemplate(json: unknown): boolean {
	return Object.values(objectIn(json)).some((value) => isObject(value) && 'body' in value);
}

function stopIfUseless({ answer, failure }: Exchange, all: Exchange[]): void {
	if (answer?.status === 429)
		throw new Stopped('The service asked to come back later (429), so nothing else was asked');
	const silent = all.filter((exchange) => exchange.answer === undefined).length;
	if (answer === undefined && (all.length === 1 || silent > 1))
		throw new Stopped(
			failure === 'unreachable'
				? 'The service could not be reached, so nothing else was asked'
				: 'The service gave no answer, so nothing else was asked',
		);
	if (all.length === 1 && answer?.content === 'a web page')
		throw new Stopped(
			'A web page answered, and not the service, so nothing else was asked: check the address',
		);
}
