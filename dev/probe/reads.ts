import { isDeepStrictEqual } from 'node:util';

import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { channelsRequest } from '../../nodes/CustomerMessaging/service/channels';
import { API_KEY_HEADER, SERVICES } from '../../nodes/CustomerMessaging/service/credential';
import { headerTypeOf, shownBy } from '../../nodes/CustomerMessaging/template/header';
import {
	canBeSent,
	listTemplates,
	readTemplateAlone,
} from '../../nodes/CustomerMessaging/template/readTemplate';
import { type Exchange, Exchanges, Stopped } from './exchange';
import type { Person } from './person';

/** What the reads have found, for the sends and the report. */
export interface Found {
	/** fields of a credential with which the service gives its channels */
	credential?: ICredentialDataDecryptedObject;
	channelId: string;
	/** empty if there is none */
	templateId: string;
	templates: IDataObject[];
	/** the one that was read alone or, failing that, listed */
	template: IDataObject;
	/** whether the person saw in the dashboard which messages arrived; not there if nothing was sent */
	isArrivalShown?: boolean;
}

/** The places that a key can have: the interface's, MyAlice's, and the first one's name as a header. */
const PLACES: ICredentialDataDecryptedObject[] = [
	{ apiKeyIn: 'query' },
	{ apiKeyIn: 'header', apiKeyHeader: API_KEY_HEADER },
	{ apiKeyIn: 'header', apiKeyHeader: 'api_key' },
];

/** The likely names of the two query parameters, the likeliest first. */
const CHANNEL_NAMES = ['platform_id', 'channel_id', 'platform', 'channel'];
const TEMPLATE_NAMES = ['template_id', 'template', 'id'];

/** An ID that no channel and no template has. */
const NOBODY = '999999999';

export const knownService = (baseUrl: string) =>
	SERVICES.find(({ filledIn }) => filledIn?.baseUrl === baseUrl);

/** Finds where the key has to be, and a channel; asks with a wrong key and without one. */
export async function findKey(exchanges: Exchanges, baseUrl: string, found: Found): Promise<void> {
	const channels = async (step: string, fields?: ICredentialDataDecryptedObject) =>
		(await exchanges.ask(step, 'channel.getAll', fields, ({ read }) => read(channelsRequest)))
			.value;
	// That of a known service first.
	const { apiKeyIn } = knownService(baseUrl)?.filledIn ?? PLACES[0]!;
	const places = PLACES.filter((place) => place.apiKeyIn === apiKeyIn).concat(
		PLACES.filter((place) => place.apiKeyIn !== apiKeyIn),
	);
	for (const place of places) {
		const [channel] = (await channels('key', place)) ?? [];
		if (channel === undefined || found.credential) continue;
		[found.credential, found.channelId] = [place, String(channel.id)];
	}
	const working = found.credential ?? places[0];
	await channels('key.wrong', { ...working, apiKey: 'a-key-that-the-probe-has-made-up' });
	await channels('key.none');
	if (found.credential === undefined)
		throw new Stopped('With the key in no place, the service gave a channel to ask about');
}

/** Finds the names of the query parameters, and a template; asks for what is not there. */
export async function findTemplate(
	exchanges: Exchanges,
	person: Person,
	found: Found,
): Promise<void> {
	const place = found.credential;
	const lookUpBy = (channelName: string, templateName: string) => ({
		...{ ...place, customTemplateLookup: true },
		...{ platformIdParameter: channelName, templateIdParameter: templateName },
	});
	const list = (step: string, fields: object | undefined, channelId: string) =>
		exchanges.ask(step, 'template.getAll', { ...fields }, (service) =>
			listTemplates(service, channelId),
		);
	const one = (step: string, fields: object | undefined, channelId: string, templateId: string) =>
		exchanges.ask(step, 'template.get', { ...fields }, (service) =>
			readTemplateAlone(service, { channelId, templateId }),
		);

	const pairs = CHANNEL_NAMES.flatMap((name) =>
		TEMPLATE_NAMES.map((other) => lookUpBy(name, other)),
	);
	let likeliest = pairs[0]!;
	for (const name of CHANNEL_NAMES) {
		const fields = lookUpBy(name, TEMPLATE_NAMES[0]!);
		const { exchange, value = [] } = await list('list', fields, found.channelId);
		if (value.length > 0) [found.templates, likeliest] = [value, fields];
		if (value.length > 0 || !mayWantOtherNames(exchange)) break;
	}
	found.credential = likeliest;

	const sendable = found.templates.filter(canBeSent);
	const withoutFile = sendable.find((each) => !shownBy(headerTypeOf(each) ?? ''));
	const listed = withoutFile ?? sendable[0] ?? found.templates[0];
	found.template = listed ?? {};
	found.templateId = listed
		? String(listed.id)
		: await person.type('The ID of a template, as the dashboard shows it (empty: no templates)');
	if (found.templateId === '') return;

	const others = pairs.filter((pair) => !isDeepStrictEqual(pair, likeliest));
	for (const pair of [likeliest, ...others]) {
		const { exchange, value } = await one('template', pair, found.channelId, found.templateId);
		if (value !== undefined) [found.template, found.credential] = [value, pair];
		if (value !== undefined || !mayWantOtherNames(exchange)) break;
	}
	await one('template.unknown', found.credential, found.channelId, NOBODY);
	await one('template.unknownChannel', found.credential, NOBODY, found.templateId);
	if (listed) await list('list.unknownChannel', likeliest, NOBODY);
}

/** Whether a refusal may be about the names of the query parameters: not if it is about the endpoint, or who may ask. */
function mayWantOtherNames({ status = 0 }: Exchange): boolean {
	return status < 300 || [400, 404, 422].includes(status);
}
