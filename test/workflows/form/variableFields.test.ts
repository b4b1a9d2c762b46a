import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

import { templates } from '../../../dev/sandbox/catalogue';
import type { Fault } from '../../../dev/sandbox/sandbox';
import { useScene } from '../../support/scene';
import { channel, errorOf, template, variableFields, type OpenForm } from './editor';

const scene = useScene();

/** The fields that the form shows. */
const shown = (fields: ResourceMapperField[]) => fields.filter(({ display }) => display);

const labels = async (templateId: unknown, parameters: IDataObject = {}) => {
	const { fields } = await variableFields(scene, {
		parameters: { templateId: template(templateId), ...parameters },
	});
	return shown(fields).map(({ displayName }) => displayName);
};

const notice = async (form: OpenForm) => {
	const { fields, emptyFieldsNotice } = await variableFields(scene, form);
	expect(fields).toEqual([]);
	return emptyFieldsNotice;
};

describe('a template that is chosen', () => {
	test('has one required text field for each of its variables, in its order', async () => {
		const { fields } = await variableFields(scene, {
			parameters: { templateId: template('101') },
		});
		expect(shown(fields)).toEqual(
			['1 (header): Order ____…', '2: Hello ____, thank…', '3: …deliver it on ____.'].map(
				(displayName, index) => ({
					id: String(index + 1),
					displayName,
					required: true,
					display: true,
					type: 'string',
					defaultMatch: false,
					canBeUsedToMatch: false,
				}),
			),
		);
	});

	test.each(['11', 'Webshop', '+1 202 555 0110'])(
		'has two more that nobody sees, whose values say which template of which channel it is: %s',
		async (given) => {
			const { fields } = await variableFields(scene, {
				parameters: { channelId: channel(given, 'id'), templateId: template(' 101 ') },
			});
			expect(fields.filter((field) => !field.display)).toEqual(
				[
					{ id: 'forTemplate', displayName: 'Template 101', defaultValue: '101' },
					{ id: 'forChannel', displayName: 'Channel 11', defaultValue: '11' },
				].map((field) => ({
					...field,
					required: false,
					display: false,
					type: 'string',
					defaultMatch: false,
					canBeUsedToMatch: false,
				})),
			);
		},
	);

	test('is read once, with the key and the two identifiers as the form has them', async () => {
		await variableFields(scene, {
			parameters: { channelId: channel(12), templateId: template(' 101 ') },
		});
		expect(
			scene.sandbox.requests.map(({ method, path, query }) => ({ method, path, query })),
		).toEqual([
			{
				method: 'GET',
				path: '/stable/open/whatsapp/get-template-detail',
				query: { api_key: scene.sandbox.apiKey, platform_id: '12', template_id: '101' },
			},
		]);
	});

	test.each<[string, unknown, string[]]>([
		['one variable', '104', ['1: …to set up your ____…']],
		['a gap in the numbering', 107, ['1: Parcel ____ is…', '3: …for you at ____.']],
		['a variable only in the header', '108', ['1 (header): Ticket ____']],
		['a variable only in a button', '109', ['1: button “Rate us”']],
		[
			'variables in the body and in two buttons',
			'106',
			['1: Hello ____, see you…', '2: …, see you on ____…', '3: … at ____.', '4: button “Confirm”'],
		],
		['1,024 characters', '112', ['1: Hello ____, here is…', '2: …each dollar in ____…']],
	])('%s', async (_case, templateId, expected) => {
		expect(await labels(templateId)).toEqual(expected);
	});

	test('right-to-left text keeps its own direction, whatever stands around it', async () => {
		expect(await labels('110')).toEqual([
			'1: \u2068مرحباً ____، تم شحن…\u2069',
			'2: \u2068…شحن طلبك رقم ____…\u2069',
			'3: \u2068… وسيصل يوم ____.\u2069',
		]);
	});

	test('without variables says that it has none', async () => {
		expect(await notice({ parameters: { templateId: template('105') } })).toBe(
			"Template '105' has no variables, so there is nothing to fill in. If you have chosen another template since, close and reopen this node.",
		);
	});

	test('a template that declares less or more than its text uses gives a field for each', async () => {
		const own = await serveTemplate({
			body: 'A {{2}} and {{10}} and {{2}}',
			attributes: [{ attribute: '7' }, { attribute: '2' }],
		});
		expect(own).toEqual(['Variable 7', '2: A ____ and …', '10: … and ____ and …']);
	});

	test.each([[{ id: 101 }], [{ name: 'x', body: null }]])(
		'%j is no template, so what is in the form stays',
		async (body) => {
			await expect(serveTemplate(body)).rejects.toThrow("The service's response is not a template");
		},
	);

	async function serveTemplate(body: IDataObject) {
		scene.sandbox.faults.add({
			operation: 'template.get',
			fault: { kind: 'status', status: 200, body },
		});
		return await labels('101');
	}
});

describe('every template of the service', () => {
	test.each(templates.map(({ id, name, attributes }) => [name, id, attributes] as const))(
		'%s',
		async (_name, id, attributes) => {
			const form = await variableFields(scene, {
				parameters: { templateId: template(String(id)) },
			});
			const fields = shown(form.fields);
			expect(fields.map((field) => field.id)).toEqual(attributes.map(({ attribute }) => attribute));
			expect(new Set(fields.map(({ displayName }) => displayName)).size).toBe(fields.length);
			for (const { displayName } of fields) {
				expect(displayName).not.toMatch(/[{}\n]/);
				expect(displayName.length).toBeLessThan(90);
			}
		},
	);
});

describe('a template with a file, whose buttons have a field of their own', () => {
	const operation = { operation: 'sendWithFile' };

	test('shows no field for a variable that only a button has', async () => {
		expect(await labels('106', operation)).toHaveLength(3);
		expect(await labels('101', operation)).toHaveLength(3);
	});

	test('says where the variables of the buttons go when there are no others', async () => {
		expect(await notice({ parameters: { templateId: template('109'), ...operation } })).toBe(
			"Only the buttons of template '109' have variables. Enter them under 'Button Variables'. If you have chosen another template since, close and reopen this node.",
		);
	});
});

test('preview shows the same fields as send', async () => {
	expect(await labels('106', { operation: 'preview' })).toEqual(await labels('106'));
});

describe('a channel given by its title or number', () => {
	test('is looked up', async () => {
		expect(await labels('104', { channelId: channel(' webshop ', 'id') })).toHaveLength(1);
		expect(scene.sandbox.requests.at(-1)?.query).toMatchObject({ platform_id: '11' });
	});

	test('says which channels there are where none has that name', async () => {
		const parameters = { channelId: channel('Web', 'id'), templateId: template('104') };
		expect(await errorOf(variableFields(scene, { parameters }))).toMatchObject({
			message: "'Channel' is 'Web', which matches none of your team's channels.",
			description: expect.stringContaining('11 (Webshop, +12025550110)') as string,
		});
	});
});

describe('nothing is asked of the service', () => {
	afterEach(() => expect(scene.sandbox.requests).toEqual([]));

	const expression =
		"The template comes from an expression. To see its variables here, run the nodes before this one, then close and reopen it; or set 'Specify Variables' to 'Using JSON'.";

	test.each<[string, IDataObject]>([
		['a template chosen by an expression', { templateId: template('={{ $json.template }}', 'id') }],
		[
			'a channel chosen by an expression',
			{ templateId: template('101'), channelId: channel('={{ $json.channel }}', 'id') },
		],
		[
			'a channel whose expression the editor cannot work out',
			{ templateId: template('101'), channelId: channel(null, 'id') },
		],
		[
			'a template whose expression the editor cannot work out',
			{ templateId: template(null, 'id') },
		],
		['a channel that is null', { templateId: template('101'), channelId: null as never }],
	])('%s', async (_case, parameters) => {
		expect(await notice({ parameters })).toBe(expression);
	});

	test.each<[string, IDataObject]>([
		['no template', {}],
		['a blank template', { templateId: template('  ') }],
		['no channel', { templateId: template('101'), channelId: channel('') }],
	])('%s', async (_case, parameters) => {
		expect(await notice({ parameters })).toBe(
			"The template's variables appear here when you have chosen 'Channel' and 'Template'. If they do not, close and reopen this node, then check both: this channel may have no such template.",
		);
	});

	test('no credential', async () => {
		const parameters = { templateId: template('101') };
		expect(await errorOf(variableFields(scene, { parameters, credential: null }))).toMatchObject({
			message: 'Choose a credential first.',
		});
	});

	test('an empty key', async () => {
		const form = { parameters: { templateId: template('101') }, credential: { apiKey: '' } };
		expect(await errorOf(variableFields(scene, form))).toMatchObject({
			message: "The credential's 'API Key' is empty.",
			description: expect.stringMatching(/credential/) as string,
		});
	});
});

// n8n takes fields that are none for the template's own, and throws away what was filled in.
describe('a template that cannot be read is an error, with the reason and the way around it', () => {
	const parameters = { templateId: template('101') };

	const problem = async (credential: IDataObject = {}) => {
		const error = await errorOf(variableFields(scene, { parameters, credential }));
		expect(JSON.stringify([error, error.message, error.description])).not.toContain(
			scene.sandbox.apiKey,
		);
		expect(error.description).toContain("You can also set 'Specify Variables' to 'Using JSON'.");
		return error;
	};

	test('a wrong key', async () => {
		expect((await problem({ apiKey: 'wrong' })).message).toBe(
			'The service rejected the API key: An invalid API key was provided.',
		);
	});

	test.each([400, 404])('a template that is not there, with a %i', async (status) => {
		const body = { error: 'There is no template 101', code: '7', success: false };
		scene.sandbox.faults.add({ fault: { kind: 'status', status, body } });
		const { message } = await errorOf(variableFields(scene, { parameters }));
		expect(message).toMatch(
			/^(The service says: There is no template 101|There is no template '101' in this channel)\.$/,
		);
	});

	test('query names that the service does not have', async () => {
		const { description } = await problem({
			customTemplateLookup: true,
			platformIdParameter: 'channel',
			templateIdParameter: 'template',
		});
		expect(scene.sandbox.requests[0]?.query).toEqual({
			api_key: scene.sandbox.apiKey,
			channel: '11',
			template: '101',
		});
		expect(description).toContain("'Custom Template Lookup' in the credential");
	});

	test.each<[string, Fault, string]>([
		[
			'the service fails',
			{ kind: 'status', status: 503, body: 'Down for maintenance' },
			'The service failed with status 503',
		],
		[
			'too many requests',
			{ kind: 'rateLimit' },
			'The service is receiving too many requests (429)',
		],
		['the service repeats the key', { kind: 'echoUrl' }, 'api_key=***'],
	])('%s', async (_case, fault, reason) => {
		scene.sandbox.faults.add({ fault });
		const { message, description } = await problem();
		expect(message).toContain(reason);
		expect(`${message} ${description ?? ''}`).not.toMatch(
			/\.\.|'Parallel Sends'|'Timeout|this item/,
		);
	});
});
