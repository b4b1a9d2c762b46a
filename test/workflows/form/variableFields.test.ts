import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

import { received } from '../../support/received';
import { answering, useScene } from '../../support/scene';
import { inFields } from '../../support/variables';
import { chosen, errorOf, variableFields } from './editor';

const scene = useScene({ withoutList: true });

/** The fields that the form shows. */
const shown = (fields: ResourceMapperField[]) => fields.filter(({ display }) => display);

/** Opens the form with a template and, if they are given, other parameters. */
const fieldsFor = async (templateId: unknown, parameters: IDataObject = {}) =>
	await variableFields(scene, { parameters: { templateId: chosen(templateId), ...parameters } });

const labels = async (templateId: unknown, parameters: IDataObject = {}) =>
	shown((await fieldsFor(templateId, parameters)).fields).map(({ displayName }) => displayName);

const notice = async (templateId: unknown, parameters: IDataObject = {}) => {
	const { fields, emptyFieldsNotice } = await fieldsFor(templateId, parameters);
	expect(fields).toEqual([]);
	return emptyFieldsNotice;
};

const REMINDER = [
	...['1: Hello ___, see you on', '2: …see you on ___ at', '3: …at ___'],
	'4 (button): ___/confirm',
];

describe('a template that is chosen', () => {
	test('is read once, and has a required text field for each variable, and one that nobody sees, which says what they are for', async () => {
		const { fields } = await fieldsFor(' 106 ', { channelId: chosen(12) });
		const text = { type: 'string', defaultMatch: false, canBeUsedToMatch: false };
		const mark = '["12","106"]';
		expect(fields).toEqual([
			...REMINDER.map((displayName, index) => ({
				...{ ...text, id: String(index + 1), displayName },
				...{ required: true, display: true },
			})),
			{
				...{ ...text, id: 'forTemplate', displayName: mark, defaultValue: mark },
				...{ required: false, display: false },
			},
		]);
		expect(received(scene.sandbox)).toEqual([
			{
				method: 'GET',
				path: '/stable/open/whatsapp/get-template-detail',
				query: { api_key: scene.sandbox.apiKey, platform_id: '12', template_id: '106' },
			},
		]);
	});

	test.each([
		['102', 'image'],
		['103', 'document'],
		['104', 'video'],
		['113', 'audio'],
	])('%s shows a file: its address comes first, and is required', async (id, type) => {
		const { fields } = await fieldsFor(id);
		expect(fields[0]).toMatchObject({
			...{
				id: `${type} address`,
				displayName: expect.stringMatching(/^[A-Z]\w+ address$/) as string,
			},
			...{ type: 'string', required: true, display: true },
		});
		expect(shown(fields).filter((field) => field.id.endsWith(' address'))).toHaveLength(1);
		const ids = async (operation: string) =>
			shown((await fieldsFor(id, { operation })).fields).map((field) => field.id);
		const variables = fields.slice(1, -1).map((field) => field.id);
		expect(await ids('sendAndWait')).toEqual([`${type} address`, ...variables]);
		expect(await ids('sendWithFile')).toEqual(variables);
	});

	test('without variables says that it has none', async () => {
		expect(await notice('105')).toBe("Template '105' has no variables to fill in.");
	});

	test.each([[{ id: 101 }], [{ name: 'x', body: null }]])(
		'%j is no template, so what is in the form stays',
		async (body) => {
			scene.sandbox.faults.add({ operation: 'template.get', fault: answering(200, body) });
			await expect(labels('101')).rejects.toThrow("The service's response is not a template");
		},
	);
});

test('with a file, the buttons have fields of their own, too', async () => {
	const operation = { operation: 'sendWithFile' };
	const { fields } = await fieldsFor('101', operation);
	expect(shown(fields).map(({ id }) => id)).toEqual(['1', '2', '3', 'button 1']);
});

test('the variable that takes the link needs no value', async () => {
	const operation = { operation: 'sendAndWait' };
	expect(await labels('109', operation)).toEqual(['1 (button): …/___']);
	expect(await notice('109', { ...operation, linkVariable: '1' })).toBe(
		"Template '109' has no variables to fill in.",
	);
});

test('what is left to do if n8n does not ask again, as it cannot work an expression out, is said only then', async () => {
	const unresolved = { customerPhone: null };
	expect(await notice('', unresolved)).toBe(
		"Choose 'Channel' and 'Template'. If nothing appears, close and reopen this node.",
	);
	expect(await notice('105', unresolved)).toBe(
		"Template '105' has no variables to fill in. If you have chosen another template since, close and reopen this node.",
	);
});

describe('nothing is asked of the service', () => {
	afterEach(() => expect(scene.sandbox.requests).toEqual([]));

	const expression = `The expression in 'Channel' or 'Template' has no value yet. To see the template's variables here, run the nodes before this one, then close and reopen it; or set 'Specify Variables' to 'Using JSON'. If the template shows a file at the top, enter its public address as 'image address', 'video address', 'document address' or 'audio address'; only 'Send with File' takes the file itself.`;
	const nothingChosen = "Choose 'Channel' and 'Template'.";

	// The editor has null for an expression that it cannot work out.
	test.each<[what: string, parameters: IDataObject, notice: string]>([
		[
			'a template from an expression',
			{ templateId: chosen('={{ $json.template }}', 'id') },
			expression,
		],
		[
			'the same in a form that has no fields',
			{
				templateId: chosen('={{ $json.template }}', 'id'),
				variables: { mappingMode: 'defineBelow', value: null, schema: [] },
			},
			expression,
		],
		['a channel without a value', { channelId: { __rl: true, mode: 'id' } }, expression],
		['neither', { channelId: chosen(null, 'id'), templateId: chosen(null, 'id') }, expression],
		['no template', { templateId: chosen('') }, nothingChosen],
		['no channel', { channelId: chosen('') }, nothingChosen],
	])('%s', async (_case, parameters, words) => {
		expect(await notice('101', parameters)).toBe(words);
	});

	test.each([
		[{ channelId: chosen(null, 'id') }],
		[{ channelId: { __rl: true, mode: 'id' } }],
		[{ templateId: chosen('={{ $json.template }}', 'id') }],
	])(
		'with %j, the fields are the ones that the form has, as none would empty them',
		async (one) => {
			const { variables } = inFields({ 1: 'A-1001', forTemplate: '["11","101"]' }) as {
				variables: { schema: unknown };
			};
			const { fields, emptyFieldsNotice } = await fieldsFor('101', { variables, ...one });
			expect(fields).toEqual(variables.schema);
			expect(emptyFieldsNotice).toBeUndefined();
		},
	);

	test.each<[what: string, credential: IDataObject | null, error: object]>([
		['no credential', null, { message: 'Choose a credential first.' }],
		[
			'an empty key',
			{ apiKey: '' },
			{
				message: "The credential's 'API Key' is empty.",
				description: expect.stringMatching(/credential/) as string,
			},
		],
	])('%s', async (_case, credential, error) => {
		const form = { parameters: { templateId: chosen('101') }, credential };
		await expect(variableFields(scene, form)).rejects.toMatchObject(error);
	});
});

// n8n takes fields that are none for the template's own, and throws away what was filled in.
describe('a template that cannot be read is an error, with the reason and the way around it', () => {
	const parameters = { templateId: chosen('101') };

	test('one that is not there', async () => {
		scene.sandbox.faults.add({ fault: answering(404, { error: 'No template 101' }) });
		const { message, description } = await errorOf(variableFields(scene, { parameters }));
		expect(message).toBe("There is no template '101' in this channel.");
		expect(description).toBe(
			"Check 'Channel' and 'Template' or, if every template is reported as not found, 'Custom Template Lookup' in the credential.",
		);
	});

	test('in words that the form shows as they are', async () => {
		const { faults } = scene.sandbox;
		faults.add({ operation: 'template.get', fault: answering(404, { error: 'No' }) });
		const list = [{ id: 'a<b & c', name: 'sale', body: 'Hello' }];
		faults.add({ operation: 'template.getAll', fault: answering(200, list) });
		const named = { templateId: chosen('sale') };
		const { description } = await errorOf(variableFields(scene, { parameters: named }));
		expect(description).toBe("This is a template's name; its ID is a<b & c.");
	});

	test('query names that the service does not have', async () => {
		const credential = {
			customTemplateLookup: true,
			platformIdParameter: 'channel',
			templateIdParameter: 'template',
		};
		const { description } = await errorOf(variableFields(scene, { parameters, credential }));
		expect(scene.sandbox.requests[0]?.query).toEqual({
			api_key: scene.sandbox.apiKey,
			channel: '11',
			template: '101',
		});
		expect(description).toContain("'Custom Template Lookup' in the credential");
	});
});
