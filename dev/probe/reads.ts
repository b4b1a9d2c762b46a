import { isDeepStrictEqual } from 'node:util';

import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { isObject, objectIn } from '../../lib/basics/json';
import { channelsRequest } from '../../nodes/CustomerMessaging/service/channels';
import { objectsOf } from '../../nodes/CustomerMessaging/service/responsePolicy';
import type { Read, ReadableService } from '../../nodes/CustomerMessaging/service/service';
import { API_KEY_HEADER } from '../../nodes/CustomerMessaging/service/services';
import { headerTypeOf, shownBy } from '../../nodes/CustomerMessaging/template/header';
import {
	canBeSent,
	listTemplates,
	readTemplateAlone,
} from '../../nodes/CustomerMessaging/template/readTemplate';
import type { TemplateChoice } from '../../nodes/CustomerMessaging/template/templateChoice';
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

/** Has the node's own code ask, one request at a time. */
class Asking {
	constructor(
		private readonly exchanges: Exchanges,
		private readonly patience: number,
	) {}

	async channels(step: string, credential: ICredentialDataDecryptedObject) {
		return await this.ask(step, 'channel.getAll', credential, async ({ read }) =>
			read(channelsRequest),
		);
	}

	async list(step: string, credential: ICredentialDataDecryptedObject, channelId: string) {
		return await this.ask(step, 'template.getAll', credential, async (service) =>
			listTemplates(service, channelId),
		);
	}

	async template(step: string, credential: ICredentialDataDecryptedObject, choice: TemplateChoice) {
		return await this.ask(step, 'template.get', credential, async (service) =>
			readTemplateAlone(service, choice),
		);
	}

	async withoutKey(step: string): Promise<void> {
		const { exchange } = await this.exchanges.askWithoutKey(step, 'channel.getAll');
		stopIfUseless(exchange, this.exchanges.all);
	}

	private async ask<Value>(
		step: string,
		operation: string,
		credential: ICredentialDataDecryptedObject,
		ask: (service: ReadableService) => Promise<Value>,
	): Promise<Asked<Value>> {
		const asked = await this.exchanges.ask(step, operation, credential, async (service) => {
			const read: Read = async (request) =>
				objectsOf(await service.request(request, this.patience));
			return await ask({ ...service, read, readBriefly: read });
		});
		stopIfUseless(asked.exchange, this.exchanges.all);
		return asked;
	}
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
	const asking = new Asking(exchanges, patience);
	const { place, channelId } = await findKey(asking, first);
	return await findTemplate(asking, person, place, channelId);
}

async function findKey(
	asking: Asking,
	first: string,
): Promise<{ place: ICredentialDataDecryptedObject; channelId: string }> {
	const isFirst = ({ apiKeyIn }: ICredentialDataDecryptedObject): boolean => apiKeyIn === first;
	const places = [...PLACES].sort((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
	const found: Array<{ place: ICredentialDataDecryptedObject; channels: IDataObject[] }> = [];
	for (const place of places) {
		const { value: channels } = await asking.channels('key', place);
		if (channels !== undefined) found.push({ place, channels });
	}
	const [working] = found;
	await asking.channels('key.wrong', {
		...(working?.place ?? places[0]),
		apiKey: 'a-key-that-the-probe-has-made-up',
	});
	await asking.withoutKey('key.none');
	if (working === undefined)
		throw new Stopped(
			'The service gave its channels with the key in no place, so nothing else was asked',
		);
	const channelId = working.channels.map(({ id }) => String(id ?? '')).find((id) => id !== '');
	if (channelId === undefined)
		throw new Stopped(
			'The account has no WhatsApp channel yet, and without one there are no templates to ask for',
		);
	return { place: working.place, channelId };
}

async function findTemplate(
	asking: Asking,
	person: Person,
	place: ICredentialDataDecryptedObject,
	channelId: string,
): Promise<Found> {
	const lookUpBy = (platformIdParameter: string, templateIdParameter = TEMPLATE_NAMES[0]!) => ({
		...{ ...place, customTemplateLookup: true },
		...{ platformIdParameter, templateIdParameter },
	});

	let templates: IDataObject[] = [];
	let listName: string | undefined;
	for (const name of CHANNEL_NAMES) {
		const { exchange, value = [] } = await asking.list('list', lookUpBy(name), channelId);
		if (value.length > 0) [templates, listName] = [value, name];
		if (value.length > 0 || !mayWantOtherNames(exchange)) break;
	}

	const sendable = templates.filter(canBeSent);
	const listed = sendable.find((one) => !showsFile(one)) ?? sendable[0] ?? templates[0];
	const templateId =
		listed === undefined
			? await person.type(
					'The ID of a template, as the dashboard shows it (empty: leave templates out)',
				)
			: String(listed.id);
	const likeliest = lookUpBy(listName ?? CHANNEL_NAMES[0]!);
	const found: Found = { credential: likeliest, channelId, templates, template: listed };
	if (templateId === '') return found;

	found.templateId = templateId;
	const pairs = CHANNEL_NAMES.flatMap((name) =>
		TEMPLATE_NAMES.map((other) => lookUpBy(name, other)),
	);
	const others = pairs.filter((pair) => !isDeepStrictEqual(pair, likeliest));
	for (const pair of [likeliest, ...others]) {
		const { exchange, value, json } = await asking.template(
			'template',
			pair,
			found as TemplateChoice,
		);
		if (value !== undefined) Object.assign(found, { template: value, credential: pair });
		if (value !== undefined || !mayWantOtherNames(exchange) || holdsTemplate(json)) break;
	}
	const { credential } = found;
	await asking.template('template.unknown', credential, { channelId, templateId: NOBODY });
	await asking.template('template.unknownChannel', credential, { channelId: NOBODY, templateId });
	if (listName !== undefined) await asking.list('list.unknownChannel', likeliest, NOBODY);
	return found;
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
