import type { IDataObject } from 'n8n-workflow';

import { templates } from '../../../dev/sandbox/catalogue';
import { startScene, type Scene } from '../../support/scene';
import { channel, variableFields, type OpenForm } from './editor';

let scene: Scene;
beforeAll(async () => {
	scene = await startScene();
});
afterAll(async () => await scene.stop());
beforeEach(() => scene.sandbox.reset());

const labels = async (templateId: unknown, parameters: IDataObject = {}) => {
	const { fields } = await variableFields(scene, {
		parameters: { templateId: templateId as string, ...parameters },
	});
	return fields.map(({ displayName }) => displayName);
};

const notice = async (form: OpenForm) => {
	const { fields, emptyFieldsNotice } = await variableFields(scene, form);
	expect(fields).toEqual([]);
	return emptyFieldsNotice;
};

describe('a template that is chosen', () => {
	test('has one required text field for each of its variables, in its order', async () => {
		expect(await variableFields(scene, { parameters: { templateId: '101' } })).toEqual({
			fields: [
				'1 (header): Order ____ is…',
				'2: Hello ____, thank…',
				'3: …deliver it on ____.',
			].map((displayName, index) => ({
				id: String(index + 1),
				displayName,
				required: true,
				display: true,
				type: 'string',
				defaultMatch: false,
				canBeUsedToMatch: false,
			})),
		});
	});

	test('is read once, with the key and the two identifiers as the form has them', async () => {
		await variableFields(scene, { parameters: { channelId: channel(12), templateId: ' 101 ' } });
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
		['one variable', '104', ['1: …set up your ____.']],
		[
			'five variables',
			'103',
			[
				'1: Dear ____,…',
				'2: …your invoice ____ over *…',
				'3: … over *____* is…',
				'4: …Please pay by ____.…',
				'5: …Call ____.',
			],
		],
		['a gap in the numbering', 107, ['1: Parcel ____ waits…', '3: …for you at ____.']],
		['a variable only in the header', '108', ['1 (header): Ticket ____']],
		['a variable only in a button', '109', ['1: button “Rate us”']],
		[
			'variables in the body and in two buttons',
			'106',
			[
				'1: Hello ____, see you…',
				'2: …, see you on ____ at …',
				'3: … at ____.',
				'4: button “Confirm”',
			],
		],
		['emoji', '111', ['1: Dear ____, today…', '2: …🥳 Your gift: ____ 🎁👩‍👩‍👧']],
		['1,024 characters', '112', ['1: Hello ____, here is…', '2: …dollar in ____, and…']],
	])('%s', async (_case, templateId, expected) => {
		expect(await labels(templateId)).toEqual(expected);
	});

	test('right-to-left text keeps its own direction, whatever stands around it', async () => {
		expect(await labels('110')).toEqual([
			'1: \u2068مرحباً ____، تم شحن…\u2069',
			'2: \u2068…شحن طلبك رقم ____ وسيصل…\u2069',
			'3: \u2068… وسيصل يوم ____.\u2069',
		]);
	});

	test('without variables says that it has none', async () => {
		expect(await notice({ parameters: { templateId: '105' } })).toBe(
			'This template has no variables, so there is nothing to fill in.',
		);
	});

	test('changing it changes the fields', async () => {
		expect(await labels('104')).toHaveLength(1);
		expect(await labels('103')).toHaveLength(5);
		expect(await labels('105')).toEqual([]);
		expect(scene.sandbox.requests).toHaveLength(3);
	});

	test('a template that declares less or more than its text uses gives a field for each', async () => {
		const own = await serveTemplate({
			body: 'A {{2}} and {{10}} and {{2}}',
			attributes: [{ attribute: '7' }, { attribute: '2' }],
		});
		expect(own).toEqual(['Variable 7', '2: A ____ and …', '10: … and ____ and …']);
	});

	test('a template without any of the fields it should have has no variables', async () => {
		expect(await serveTemplate({ id: 1, header: null, buttons: null, attributes: null })).toEqual(
			[],
		);
	});

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
			const { fields } = await variableFields(scene, { parameters: { templateId: String(id) } });
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
		expect(await notice({ parameters: { templateId: '109', ...operation } })).toBe(
			"Only the buttons of this template have variables. Enter them under 'Button Variables'.",
		);
	});
});

test('preview shows the same fields as send', async () => {
	expect(await labels('106', { operation: 'preview' })).toEqual(await labels('106'));
});

describe('a channel given by its title or number', () => {
	test.each(['Webshop', ' webshop ', '+1 (202) 555-0110'])('%s', async (given) => {
		expect(await labels('104', { channelId: channel(given, 'id') })).toHaveLength(1);
		expect(scene.sandbox.requests.at(-1)?.query).toMatchObject({ platform_id: '11' });
	});

	test('says which channels there are where none has that name', async () => {
		expect(
			await notice({ parameters: { channelId: channel('Web', 'id'), templateId: '104' } }),
		).toMatch(
			/^The template's variables could not be read\. 'Channel' is 'Web', which matches none of your team's channels\. Enter the ID, the title, or the phone number with its plus sign, of one of these channels: 11 \(Webshop, \+12025550110\);/,
		);
	});
});

describe('nothing is asked of the service', () => {
	afterEach(() => expect(scene.sandbox.requests).toEqual([]));

	const useJson = "set 'Specify Variables' to 'Using JSON' to give them as one object";
	const expression = `The template is chosen by an expression, so its variables are only known when the workflow runs: ${useJson}.`;

	test.each<[string, IDataObject]>([
		['a template chosen by an expression', { templateId: '={{ $json.template }}' }],
		[
			'a channel chosen by an expression',
			{ templateId: '101', channelId: channel('={{ $json.channel }}', 'id') },
		],
		[
			'a channel whose expression the editor cannot work out',
			{ templateId: '101', channelId: channel(null, 'id') },
		],
		['a channel that is null', { templateId: '101', channelId: null } as unknown as IDataObject],
	])('%s', async (_case, parameters) => {
		expect(await notice({ parameters })).toBe(expression);
	});

	test.each<[string, IDataObject]>([
		['no template', {}],
		['a blank template', { templateId: '  ' }],
		[
			'a template whose expression the editor cannot work out',
			{ templateId: null } as unknown as IDataObject,
		],
		['no channel', { templateId: '101', channelId: channel('') }],
	])('%s', async (_case, parameters) => {
		expect(await notice({ parameters })).toBe(
			`Choose a 'Channel' and enter a 'Template ID' to see the template's variables here. If one of them comes from an expression, ${useJson}.`,
		);
	});

	test('no credential', async () => {
		expect(await notice({ parameters: { templateId: '101' }, credential: null })).toBe(
			"Choose a credential first, then the template's variables are shown here.",
		);
	});

	test.each([
		[
			'an address without a scheme',
			{ baseUrl: 'hub.example.com' },
			"'Base URL' has no scheme. Put https:// in front of the address.",
		],
		[
			'an empty key',
			{ apiKey: '' },
			"The credential's 'API Key' is empty. Copy the API Key from the team settings of the service's dashboard into the credential.",
		],
	])('%s', async (_case, credential, problem) => {
		const text = await notice({ parameters: { templateId: '101' }, credential });
		expect(text).toMatch(/^The template's variables could not be read\. /);
		expect(text).toContain(problem);
		expect(text).toContain(`You can also ${useJson}.`);
	});
});

describe('a template that cannot be read gives no fields, the reason, and the way around it', () => {
	const elsewhere =
		" You can also set 'Specify Variables' to 'Using JSON' to give them as one object.";
	const start = "The template's variables could not be read. ";

	test('a wrong key', async () => {
		expect(
			await notice({ parameters: { templateId: '101' }, credential: { apiKey: 'wrong' } }),
		).toBe(
			`${start}The service rejected the API key: An invalid API key was provided. Copy the API Key from the team settings of the service's dashboard into 'API Key' in the credential. If it was replaced, ask the service's support for the new one.${elsewhere}`,
		);
	});

	test('a template that is not there', async () => {
		expect(await notice({ parameters: { templateId: '999' } })).toMatch(
			/^The template's variables could not be read\. The service refused the request with status 400: There is no template 999 \(code unknown_template\)\. /,
		);
		scene.sandbox.faults.add({
			fault: {
				kind: 'status',
				status: 404,
				body: { error: 'Not here', code: '7', success: false },
			},
		});
		expect(await notice({ parameters: { templateId: '101' } })).toContain(
			'status 404: Not here (code 7). ',
		);
	});

	test('query names that the service does not have', async () => {
		const text = await notice({
			parameters: { templateId: '101' },
			credential: {
				customTemplateLookup: true,
				platformIdParameter: 'channel',
				templateIdParameter: 'template',
			},
		});
		expect(scene.sandbox.requests[0]?.query).toEqual({
			api_key: scene.sandbox.apiKey,
			channel: '11',
			template: '101',
		});
		expect(text).toContain('The service refused the request with status 400');
	});

	test.each<[string, Parameters<Scene['sandbox']['faults']['add']>[0]['fault'], string]>([
		[
			'the service fails',
			{ kind: 'status', status: 503, body: 'Down for maintenance' },
			'The service failed with status 503',
		],
		[
			'the service answers a web page',
			{ kind: 'html' },
			'The service answered 200 with a web page',
		],
		['the connection breaks', { kind: 'resetAfterBody' }, 'The connection broke'],
		[
			'the address leads elsewhere',
			{ kind: 'redirect', status: 302 },
			'The base URL leads elsewhere',
		],
		[
			'too many requests',
			{ kind: 'rateLimit' },
			'The service is receiving too many requests (429)',
		],
		[
			'the service repeats the key',
			{ kind: 'echoUrl' },
			'The service refused the request with status 400',
		],
	])('%s', async (_case, fault, reason) => {
		scene.sandbox.faults.add({ fault });
		const text = await notice({ parameters: { templateId: '101' } });
		expect(text).toContain(start + reason);
		expect(text).toContain(elsewhere);
		expect(text).not.toContain(scene.sandbox.apiKey);
		expect(text).not.toMatch(/\.\.|'Parallel Sends'|'Timeout|this item/);
	});

	test('no network', async () => {
		const text = await notice({
			parameters: { templateId: '101' },
			credential: { baseUrl: 'https://no-such-host.invalid' },
		});
		expect(text).toMatch(
			/^The template's variables could not be read\. The service could not be reached: /,
		);
		expect(text).toContain(elsewhere);
	});
});
