import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	NodeHelpers,
	Workflow,
} from 'n8n-workflow';

import { installedPackage } from '../../support/installedPackage';
import { messagingNode, useScene } from '../../support/scene';

const TYPE = 'n8n-nodes-customer-messaging.customerMessaging';

const scene = useScene();
let properties: INodeProperties[];
beforeAll(() => {
	({ properties } = scene.engine.nodeType(TYPE, 1).description);
});

/** A field as the workflow contract has it: name, type and default. */
type Field = [name: string, type: string, defaultValue: unknown];

const resource: Field = ['resource', 'options', 'template'];
const channelId: Field = ['channelId', 'resourceLocator', { mode: 'list', value: '' }];
const templateId: Field = ['templateId', 'resourceLocator', { mode: 'list', value: '' }];
const customerPhone: Field = ['customerPhone', 'string', ''];
const specifyVariables: Field = ['specifyVariables', 'options', 'fields'];
const variables: Field = [
	'variables',
	'resourceMapper',
	{ mappingMode: 'defineBelow', value: null },
];
const variablesJson: Field = ['variablesJson', 'json', '{}'];
const headerAttachment: Field = ['headerAttachment', 'options', 'none'];
const attachmentUrl: Field = ['attachmentUrl', 'string', ''];
const customerId: Field = ['customerId', 'string', ''];
const simplify: Field = ['simplify', 'boolean', true];
const options: Field = ['options', 'collection', {}];
const file: Field[] = [
	['binaryPropertyName', 'string', 'data'],
	['headerType', 'options', 'auto'],
];
const lists: Field[] = [
	['buttonVariables', 'fixedCollection', {}],
	['customerAttributes', 'fixedCollection', {}],
];

const operation = (defaultValue: string): Field => ['operation', 'options', defaultValue];

const answers: Field[] = [
	['approvalOptions', 'fixedCollection', {}],
	['choices', 'fixedCollection', { values: [{ label: '' }, { label: '' }] }],
	['formFields', 'fixedCollection', {}],
];
const ANSWERS: Record<string, string> = {
	approval: 'approvalOptions',
	choice: 'choices',
	customForm: 'formFields',
};

/** What is asked, and how it is answered. */
const question = (responseType: string): Field[] => [
	['message', 'string', ''],
	['responseType', 'options', 'approval'],
	...answers.filter(([name]) => name === ANSWERS[responseType]),
];

/** The fields with which a template begins, and those with which a send ends. */
const template: Field[] = [resource, operation('send'), channelId, templateId];
const end: Field[] = [simplify, options];

const sending: Field[] = [...template, customerPhone, specifyVariables];
const withFile: Field[] = [...template, customerPhone, ...file, specifyVariables];
const asking: Field[] = [
	...template,
	customerPhone,
	['linkVariable', 'options', ''],
	specifyVariables,
];
const message: Field[] = [resource, operation('sendText'), customerId];
const channels: Field[] = [resource, operation('getAll'), ['returnAll', 'boolean', false]];

/** The parameters of states of the form. */
const json = { specifyVariables: 'json' };
const sendingFile = { operation: 'sendWithFile' };
const preview = { operation: 'preview' };
const waiting = { operation: 'sendAndWait' };
const textOf = (operation: string) => ({ resource: 'message', operation });
const getAll = { resource: 'channel', operation: 'getAll' };

/** What the form shows in each state that makes a difference, from top to bottom. */
const forms: Array<[parameters: INodeParameters, fields: Field[]]> = [
	[{}, [...sending, variables, headerAttachment, ...end]],
	[json, [...sending, variablesJson, headerAttachment, ...end]],
	...['image', 'audio', 'video', 'document'].map((type): (typeof forms)[number] => [
		{ headerAttachment: type },
		[...sending, variables, headerAttachment, attachmentUrl, ...end],
	]),
	[sendingFile, [...withFile, variables, ...lists, ...end]],
	[{ ...sendingFile, ...json }, [...withFile, variablesJson, ...lists, ...end]],
	[{ operation: 'get' }, template],
	[preview, [...template, specifyVariables, variables, options]],
	[{ ...preview, ...json }, [...template, specifyVariables, variablesJson, options]],
	[textOf('sendText'), [...message, ['text', 'string', ''], ...end]],
	[
		textOf('sendAttachment'),
		[...message, ['attachmentType', 'options', 'image'], attachmentUrl, ...end],
	],
	...['approval', 'choice', 'customForm', 'freeText'].flatMap((responseType): typeof forms => [
		[{ ...textOf('sendAndWait'), responseType }, [...message, ...question(responseType), options]],
		[
			{ ...waiting, responseType },
			[...asking, variables, headerAttachment, ...question(responseType), options],
		],
	]),
	[
		{ ...waiting, headerAttachment: 'image' },
		[...asking, variables, headerAttachment, attachmentUrl, ...question('approval'), options],
	],
	[
		{ ...waiting, ...json },
		[...asking, variablesJson, headerAttachment, ...question('approval'), options],
	],
	[getAll, [...channels, ['limit', 'number', 50]]],
	[{ ...getAll, returnAll: true }, channels],
];

/** The options of a send, from the contract, in the alphabetical order of the list. */
const deliveryOptions: Field[] = [
	['unknownOutcome', 'options', 'ask'],
	['keysToRemember', 'number', 10000],
	['messageKey', 'string', ''],
	['messagesPerSecond', 'number', 0],
	['parallelSends', 'number', 20],
	['rateLimitRetries', 'number', 3],
	['stopAfterFailures', 'number', 0],
	['testRecipient', 'string', ''],
	['timeout', 'number', 60],
];

const tidyVariables: Field = ['tidyVariables', 'boolean', false];

/** Those of a template beside them. */
const ofTemplate = (others: Field[]): Field[] => [
	['checkVariables', 'boolean', true],
	...others.slice(0, -1),
	tidyVariables,
	...others.slice(-1),
];

const templateOptions = ofTemplate(deliveryOptions);

/** Those of a message that asks something: without what paces many, and with the page and the wait. */
const questionOptions: Field[] = [
	['businessName', 'string', ''],
	['unknownOutcome', 'options', 'ask'],
	['keysToRemember', 'number', 10000],
	[
		'limitWaitTime',
		'fixedCollection',
		{ values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	],
	['messageKey', 'string', ''],
	['pageLanguage', 'string', 'en'],
	['pageTitle', 'string', 'A question for you'],
	['rateLimitRetries', 'number', 3],
	['testRecipient', 'string', ''],
	['texts', 'fixedCollection', {}],
	['timeout', 'number', 60],
];

const templateQuestionOptions = [
	...questionOptions.slice(0, 1),
	...ofTemplate(questionOptions.slice(1)),
];

function nodeWith(parameters: INodeParameters): INode {
	const { description } = scene.engine.nodeType(TYPE, 1);
	const node = messagingNode(parameters as never) as unknown as INode;
	return {
		...node,
		parameters:
			NodeHelpers.getNodeParameters(
				description.properties,
				node.parameters,
				true,
				false,
				node,
				description,
			) ?? {},
	};
}

/** The fields a person sees, from top to bottom. */
function visible(parameters: INodeParameters): INodeProperties[] {
	const { description } = scene.engine.nodeType(TYPE, 1);
	const node = nodeWith(parameters);
	return properties.filter((property) =>
		NodeHelpers.displayParameter(node.parameters, property, node, description),
	);
}

const asField = ({ name, type, default: defaultValue }: INodeProperties): Field => [
	name,
	type,
	defaultValue,
];

describe('the form shows exactly the fields of the workflow contract', () => {
	test.each(forms)('with %j', (parameters, fields) => {
		expect(visible(parameters).map(asField)).toEqual(fields);
	});

	test('and has no field that no state shows', () => {
		const seen = new Set(forms.flatMap(([parameters]) => visible(parameters)));
		expect(properties.filter((property) => !seen.has(property)).map(({ name }) => name)).toEqual(
			[],
		);
	});

	test('with the resources and operations by their names', () => {
		const listed = properties
			.filter(({ name }) => name === 'operation')
			.map(({ displayOptions, options: choices }) => [
				displayOptions?.show?.resource,
				(choices as INodePropertyOptions[]).map(({ value, name }) => [value, name]),
			]);
		expect(listed).toEqual([
			[['channel'], [['getAll', 'Get Many']]],
			[
				['message'],
				[
					['sendAndWait', 'Send and Wait for Response'],
					['sendAttachment', 'Send Attachment'],
					['sendText', 'Send Text'],
				],
			],
			[
				['template'],
				[
					['get', 'Get'],
					['preview', 'Preview'],
					['send', 'Send'],
					['sendAndWait', 'Send and Wait for Response'],
					['sendWithFile', 'Send with File'],
				],
			],
		]);
	});

	test.each<[INodeParameters, Field[]]>([
		[preview, [tidyVariables]],
		[{}, templateOptions],
		[sendingFile, templateOptions],
		[textOf('sendText'), deliveryOptions],
		[textOf('sendAttachment'), deliveryOptions],
		[textOf('sendAndWait'), questionOptions],
		[waiting, templateQuestionOptions],
	])('with the options of %j, and none that does nothing there', (parameters, fields) => {
		const shown = visible(parameters).find(({ name }) => name === 'options')!;
		expect((shown.options as INodeProperties[]).map(asField)).toEqual(fields);
	});

	test('with the choices of its lists', () => {
		const choices = (parameters: INodeParameters, name: string) =>
			(
				visible(parameters).find((property) => property.name === name)!
					.options as INodePropertyOptions[]
			)
				.map(({ value }) => value)
				.sort();
		expect(choices({}, 'specifyVariables')).toEqual(['fields', 'json']);
		expect(choices({}, 'headerAttachment')).toEqual([
			'audio',
			'document',
			'image',
			'none',
			'video',
		]);
		expect(choices({ operation: 'sendWithFile' }, 'headerType')).toEqual([
			'auto',
			'document',
			'image',
			'none',
			'text',
			'video',
		]);
		expect(choices({ resource: 'message', operation: 'sendAttachment' }, 'attachmentType')).toEqual(
			['document', 'image', 'video'],
		);
	});

	test('with the lists of names and values', () => {
		const list = (name: string) =>
			properties.find((property) => property.name === name)!.options as Array<{
				name: string;
				values: INodeProperties[];
			}>;
		for (const [name, entry] of [
			['buttonVariables', 'variable'],
			['customerAttributes', 'attribute'],
		] as const) {
			expect(
				list(name).map(({ name: own, values }) => [own, values.map((value) => value.name)]),
			).toEqual([[entry, ['name', 'value']]]);
		}
	});
});

describe('a person is told what each field means', () => {
	/** Every field, those inside of options and lists included. */
	function everyField(fields: readonly INodeProperties[]): INodeProperties[] {
		return fields.flatMap((field) => {
			const inner = (field.options ?? []).flatMap((option) => {
				if ('values' in option) return option.values;
				return 'type' in option ? [option] : [];
			});
			return [field, ...everyField(inner)];
		});
	}

	test('every field has a description or a hint, and every choice of an operation one', () => {
		const silent = everyField(properties)
			.filter(({ name }) => name !== 'resource' && name !== 'operation')
			.filter(({ description = '', hint = '' }) => description === '' && hint === '');
		expect(silent.map(({ name }) => name)).toEqual([]);
		for (const { options: choices } of properties.filter(({ name }) => name === 'operation')) {
			for (const { description, action } of choices as INodePropertyOptions[]) {
				expect(description).toMatch(/^[A-Z].{20,}[^.]$/);
				expect(action).toMatch(/^[A-Z][a-z]+ (a|an|many) /);
			}
		}
	});

	test('every text and JSON field that is typed into shows an example', () => {
		const typed = everyField(properties).filter(
			({ name, type }) => ['string', 'json'].includes(type) && name !== 'value',
		);
		expect(
			typed
				// The editor shows no placeholder in JSON.
				.filter(
					({ placeholder, hint }) => !/^(e\.g\. |For example: )/.test(placeholder ?? hint ?? ''),
				)
				.map(({ name }) => name),
		).toEqual([]);
	});

	test('what is needed is marked so, and nothing else', () => {
		const required = [
			...new Set(properties.filter((property) => property.required).map(({ name }) => name)),
		].sort();
		expect(required).toEqual([
			'attachmentUrl',
			'channelId',
			'customerId',
			'customerPhone',
			'linkVariable',
			'message',
			'templateId',
			'text',
			'variables',
		]);
	});

	test('the channel is chosen from a list that can be searched, or typed', () => {
		for (const { modes } of properties.filter(({ name }) => name === 'channelId')) {
			expect(modes).toMatchObject([
				{ name: 'list', typeOptions: { searchListMethod: 'searchChannels', searchable: true } },
				{ name: 'id', hint: "The channel's ID, its title, or its phone number with the plus sign" },
			]);
		}
	});

	test('the variables follow the channel and the template, and change with them', () => {
		for (const { displayOptions, typeOptions } of properties.filter(
			({ name }) => name === 'variables',
		)) {
			const follows = ['channelId.value', 'templateId.value'];
			// The buttons of a template with a file have a field of their own, and so has a link: the variables are others.
			const own: Record<string, string[]> = {
				sendWithFile: ['operation'],
				sendAndWait: ['operation', 'linkVariable'],
			};
			expect(typeOptions?.loadOptionsDependsOn).toEqual([
				...follows,
				...(own[displayOptions!.show!.operation![0] as string] ?? []),
			]);
			expect(typeOptions?.resourceMapper).toMatchObject({
				resourceMapperMethod: 'getTemplateVariables',
				mode: 'add',
				supportAutoMap: false,
			});
		}
	});
});

describe('the node can be found and told apart', () => {
	const folder = path.join(installedPackage, 'dist/nodes/CustomerMessaging');

	test('by the words people type', () => {
		const codex = JSON.parse(
			readFileSync(path.join(folder, 'CustomerMessaging.node.json'), 'utf8'),
		) as { node: string; categories: string[]; alias: string[] };
		expect(codex.node).toBe(TYPE);
		expect(codex.categories).toContain('Communication');
		expect(codex.alias).toEqual(
			expect.arrayContaining(['whatsapp', 'sms', 'chat', 'template', 'broadcast', 'customer']),
		);
		expect(new Set(codex.alias).size).toBe(codex.alias.length);
	});

	test('by an icon for light and one for dark, which differ', () => {
		// n8n turns the files' names into the addresses it serves them at.
		const address = (file: string) =>
			`icons/n8n-nodes-customer-messaging/dist/nodes/CustomerMessaging/${file}`;
		const { iconUrl } = scene.engine.nodeType(TYPE, 1).description;
		expect(iconUrl).toEqual({
			light: address('customerMessaging.svg'),
			dark: address('customerMessaging.dark.svg'),
		});
		const images = ['customerMessaging.svg', 'customerMessaging.dark.svg'].map((name) => {
			expect(existsSync(path.join(folder, name))).toBe(true);
			return readFileSync(path.join(folder, name), 'utf8');
		});
		for (const image of images) expect(image).toMatch(/^<svg [^>]*viewBox=/);
		expect(images[0]).not.toBe(images[1]);
	});

	test.each<[INodeParameters, string]>([
		[{}, 'Send a template'],
		[{ operation: 'sendWithFile' }, 'Send a template with a file'],
		[{ operation: 'get' }, 'Get a template'],
		[{ operation: 'preview' }, 'Preview a template'],
		[{ resource: 'message', operation: 'sendText' }, 'Send a text message'],
		[{ resource: 'message', operation: 'sendAttachment' }, 'Send an attachment'],
		[{ resource: 'channel', operation: 'getAll' }, 'Get many channels'],
	])('by a sentence under its name: %j', async (parameters, sentence) => {
		const { subtitle } = scene.engine.nodeType(TYPE, 1).description;
		const node = nodeWith(parameters);
		const nodeTypes = {
			getByName: () => scene.engine.nodeType(TYPE, 1),
			getByNameAndVersion: () => scene.engine.nodeType(TYPE, 1),
			getKnownTypes: () => ({}),
		};
		const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
		const shown = await workflow.expression.withIsolate(async () =>
			Promise.resolve(
				workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {}, undefined, ''),
			),
		);
		expect(shown).toBe(sentence);
	});
});
