import { readFileSync } from 'node:fs';
import path from 'node:path';

import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypes,
	type NodeHint,
	NodeHelpers,
	Workflow,
} from 'n8n-workflow';

import { installedPackage } from '../../support/installedPackage';
import { messagingNode, useScene } from '../../support/scene';

const TYPE = 'n8n-nodes-customer-messaging.customerMessaging';

const scene = useScene();
let nodeType: INodeType;
let properties: INodeProperties[];
/** Every field, those inside of options and lists included. */
let fields: INodeProperties[];
beforeAll(() => {
	nodeType = scene.engine.nodeType(TYPE);
	({ properties } = nodeType.description);
	fields = everyField(properties);
});

function everyField(outer: readonly INodeProperties[]): INodeProperties[] {
	return outer.flatMap((field) => {
		const inner = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return option.values;
			return 'type' in option ? [option] : [];
		});
		return [field, ...everyField(inner)];
	});
}

function nodeWith(given: INodeParameters): INode {
	const node = messagingNode(given as never) as unknown as INode;
	const { description } = nodeType;
	const parameters =
		NodeHelpers.getNodeParameters(properties, given, true, false, node, description) ?? {};
	return { ...node, parameters };
}

/** What evaluates expressions about such a node. */
function expressionOf(node: INode): Workflow['expression'] {
	const nodeTypes = { getByNameAndVersion: () => nodeType } as unknown as INodeTypes;
	return new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes }).expression;
}

const valuesOf = ({ options = [] }: INodeProperties): unknown[] =>
	options.flatMap((option) => ('value' in option ? [option.value] : []));

/**
 * A field as saved workflows rely on it, with a star where it is required; those inside of it follow, each under the
 * operation that shows them.
 */
function lines(field: INodeProperties, outer = '', shownBy = ''): string[] {
	const { name, type, required, displayOptions = {}, options = [] } = field;
	const { show: { resource = [], operation = [], ...conditions } = {}, ...others } = displayOptions;
	const operations = shownBy || [...resource, ...operation].join('.') || 'all';
	const inside = options.flatMap((option) => {
		if ('values' in option)
			return option.values.flatMap((one) =>
				lines(one, `${outer}${name}.${option.name}.`, operations),
			);
		return 'type' in option ? lines(option, `${outer}${name}.`, operations) : [];
	});
	const values = name === 'defaultCountry' ? ['the countries'] : valuesOf(field);
	if (name === 'operation')
		return [
			`${operations} operation ${JSON.stringify(field.default)}`,
			...values.map((value) => `${operations}.${String(value)} operation`),
		];
	const own = [
		operations,
		`${outer}${name}${required ? '*' : ''}`,
		type,
		JSON.stringify(field.default),
		...(values.length > 0 ? ['of', ...values] : []),
		...Object.entries({ ...conditions, ...others }).map(
			([other, value]) => `if ${other} ${JSON.stringify(value)}`,
		),
	];
	return [own.join(' '), ...inside];
}

/** A line's operation and field. */
const beginningOf = (line: string): string => line.split(' ').slice(0, 2).join(' ');

describe('the form keeps what saved workflows rely on', () => {
	// What is new since the last release is not in the file yet.
	test('each field, from top to bottom, and each country', () => {
		const { version } = nodeType.description;
		const countries = fields.filter(({ name }) => name === 'defaultCountry').map(valuesOf);
		const list = [
			`typeVersion ${String(version)}`,
			...new Set(countries.map((values) => `the countries ${values.join(' ')}`)),
			...properties.flatMap((field) => lines(field)),
		];
		const saved = readFileSync(path.join(__dirname, 'saved.txt'), 'utf8').trimEnd().split('\n');
		const beginnings = saved.map(beginningOf);
		const changelog = readFileSync(path.join(__dirname, '../../../CHANGELOG.md'), 'utf8');
		const isReleased = !/^## .* - unreleased$/m.test(changelog);
		const isExpected = (line: string) => isReleased || beginnings.includes(beginningOf(line));
		expect(list.filter(isExpected)).toEqual(saved);
	});

	test('and none is shown by what nobody can choose', () => {
		const conditions = fields.flatMap(({ displayOptions }) =>
			Object.entries(displayOptions?.show ?? {}).filter(([by]) => by !== '@version'),
		);
		for (const [by, values] of conditions) {
			const choices = fields
				.filter(({ name }) => name === by)
				.flatMap((field) => (field.type === 'boolean' ? [true, false] : valuesOf(field)));
			expect(choices).toEqual(expect.arrayContaining(values!));
		}
	});
});

describe('a person is told what each field means', () => {
	test('every field has a description or a hint, and every choice of an operation one', () => {
		const silent = fields
			.filter(({ name, type }) => !['resource', 'operation'].includes(name) && type !== 'notice')
			.filter(({ description = '', hint = '' }) => description === '' && hint === '');
		expect(silent.map(({ name }) => name)).toEqual([]);
		for (const { options: choices } of properties.filter(({ name }) => name === 'operation')) {
			for (const { description, action } of choices as INodePropertyOptions[]) {
				expect(description).toMatch(/^[A-Z].{20,}[^.]$/);
				expect(action).toMatch(/^[A-Z][a-z]+ (?!an? )/);
			}
		}
	});

	test('every text and JSON field that is typed into shows an example', () => {
		const bare = fields
			.filter(({ name, type }) => ['string', 'json'].includes(type) && name !== 'value')
			// The editor shows no placeholder in JSON.
			.filter(
				({ placeholder, hint }) => !/^(e\.g\. |For example: )/.test(placeholder ?? hint ?? ''),
			);
		expect(bare.map(({ name }) => name)).toEqual([]);
	});

	test('the channel is chosen from a list that can be searched, or typed', () => {
		for (const { modes } of properties.filter(({ name }) => name === 'channelId')) {
			expect(modes).toMatchObject([
				{ name: 'list', typeOptions: { searchListMethod: 'searchChannels', searchable: true } },
				{ name: 'id' },
			]);
		}
	});

	test('the variables follow the channel and the template, and change with them', () => {
		for (const { displayOptions, typeOptions } of properties.filter(
			({ name }) => name === 'variables',
		)) {
			// The buttons of a template with a file have fields of their own, and a link needs none.
			const [method, ...dependsOn] = {
				sendWithFile: ['getVariablesWithButtonsApart', 'operation'],
				sendAndWait: ['getVariablesBesideLink', 'linkVariable'],
			}[displayOptions!.show!.operation![0] as string] ?? ['getTemplateVariables'];
			expect(typeOptions?.loadOptionsDependsOn).toEqual([
				'channelId.value',
				'templateId.value',
				...dependsOn,
			]);
			expect(typeOptions?.resourceMapper).toMatchObject({
				resourceMapperMethod: method,
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
		) as { node: string; categories: string[]; subcategories?: object; alias: string[] };
		expect(codex.node).toBe(TYPE);
		// n8n accepts only some from community nodes, and hides those of the category 'AI' from the search of the nodes panel.
		expect(codex.categories).toEqual(['Communication', 'Sales']);
		expect(codex.subcategories).toBeUndefined();
		expect(codex.alias).toEqual(
			expect.arrayContaining(['whatsapp', 'chat', 'template', 'broadcast', 'customer']),
		);
		expect(new Set(codex.alias).size).toBe(codex.alias.length);
	});

	test.each<[INodeParameters, string]>([
		[{}, 'Send template'],
		[{ operation: 'sendAndWait' }, 'Ask with a template'],
		[{ operation: 'getAll' }, 'List templates'],
		[{ resource: 'message', operation: 'sendText' }, 'Send text message'],
		[{ resource: 'message', operation: 'sendAndWait' }, 'Ask with a text message'],
		[{ resource: 'channel' }, 'List channels'],
	])('by what it does under its name: %j', async (parameters, words) => {
		const node = nodeWith(parameters);
		const expression = expressionOf(node);
		const { subtitle } = nodeType.description;
		const shown = await expression.withIsolate(async () =>
			Promise.resolve(expression.getSimpleParameterValue(node, subtitle, 'internal', {})),
		);
		expect(shown).toBe(words);
	});
});

/** What stands above the output before a run with these values in the form. */
async function hintsBefore(parameters: INodeParameters, count = 1): Promise<string[]> {
	const node = nodeWith(parameters);
	const expression = expressionOf(node);
	const { hints = [] } = nodeType.description;
	const isShown = ({ displayCondition }: NodeHint): boolean =>
		Boolean(
			expression.getParameterValue(
				displayCondition!,
				null,
				...([0, 0, node.name] as const),
				Array.from({ length: count }, () => ({ json: {} })),
				'manual',
				{},
			),
		);
	const shown = await expression.withIsolate(async () => Promise.resolve(hints.filter(isShown)));
	return shown.map(({ message }) => message);
}

const SWITCH = "so nothing will be sent. Switch it to 'Expression'.";

test.each<[hint: string, parameters: INodeParameters]>([
	[
		`'Message Key' has an expression, but is set to 'Fixed', ${SWITCH}`,
		{ messageKey: '{{ $json.id }}-shipped' },
	],
	[
		`'Customer Phone' has an expression, but is set to 'Fixed', ${SWITCH}`,
		{ customerPhone: 'tel:{{ $json.phone }}' },
	],
	// The mapper has no switch, its variables have.
	[
		`A variable in 'Values to Send' has an expression, but is set to 'Fixed', ${SWITCH}`,
		{ variables: { mappingMode: 'defineBelow', value: { 1: 'Hi {{ $json.a }}' } } },
	],
	[
		`'Variables (JSON)' has an expression, but is set to 'Fixed', ${SWITCH}`,
		{ specifyVariables: 'json', variablesJson: '{ "1": "{{ $json.a }}" }' },
	],
	[
		`'Question on the Page' has an expression, but is set to 'Fixed', ${SWITCH}`,
		{ operation: 'sendAndWait', message: 'Is {{ $json.day }} fine?' },
	],
	[
		`'Message' has an expression, but is set to 'Fixed', ${SWITCH}`,
		{ resource: 'message', operation: 'sendAndWait', message: 'Is {{ $json.day }} fine?' },
	],
])('before a run, one hint says: %s', async (hint, parameters) => {
	expect(await hintsBefore(parameters)).toEqual([hint]);
});

test.each<[key: string, isShown: boolean]>([
	['={{ $execution.id }}', true],
	['={{ $json.order }}-{{ $execution.id }}', true],
	['={{ $execution.id }}_{{ $workflow.name }}', true],
	['={{ $now }}', true],
	['={{ $now.toISO() }}-{{ $json.day }}', true],
	['={{ $json.order + $now.toMillis() }}', true],
	['={{ Date.now() }}', true],
	['=order-{{ Math.random() }}', true],
	['={{ $json.orderId }}-shipped', false],
	['november-sale-2026', false],
	['$execution.id', false],
	['=offer-{{ $now.toFormat("kkkk-\'W\'WW") }}', false],
	['=offer-{{ $now.toISODate() }}', false],
	['={{ $now.setZone("Europe/Madrid").plus({ days: 1 }).toISODate() }}', false],
	["={{ $now.startOf('day').toISO() }}", false],
	["={{ $now.format('yyyy-MM-dd') }}", false],
	['={{ $now.year }}-{{ $now.weekNumber }}', false],
	['={{ $today.toISODate() }} STOP', false],
	['={{ $json.execution.id }}', false],
])(
	'before a run, a hint says that the key %s is another one in each run: %p',
	async (key, isShown) => {
		const shown = await hintsBefore({ messageKey: key });
		expect(shown).toEqual(
			isShown
				? [
						expect.stringMatching(
							/^'Message Key' .* another one in each run, so nothing is skipped\./,
						),
					]
				: [],
		);
		expect(await hintsBefore({ operation: 'preview', messageKey: key })).toHaveLength(shown.length);
	},
);

test('before a run, no hint minds an expression that is one, or braces of other kinds', async () => {
	const variables = { mappingMode: 'defineBelow', value: { 1: '={{ $json.a }}' } };
	expect(
		await hintsBefore({
			messageKey: "={{ 'a' }}-shipped",
			customerPhone: '',
			text: '{1} {a',
			variables,
		}),
	).toEqual([]);
});

test.each([
	['send', [expect.stringContaining('This messages the customers of all items.')]],
	['preview', []],
])(
	"before a '%s' of several items, a hint says whether all customers are messaged",
	async (operation, hints) => {
		const parameters = { resource: 'template', operation, testRecipient: '' };
		expect(await hintsBefore(parameters, 2)).toEqual(hints);
	},
);

test('before a question for several items, a hint says how to connect the loop that asks each', async () => {
	const question = { resource: 'message', operation: 'sendAndWait' };
	expect(await hintsBefore(question, 2)).toEqual([
		expect.stringContaining(
			"the 'loop' output of a 'Loop Over Items' node to this node, and this node back",
		),
	]);
	expect(await hintsBefore(question)).toEqual([]);
});

test.each<[phone: string, options: INodeParameters, isShown: boolean]>([
	['0170 1234567', {}, true],
	['0170 1234567', { defaultCountry: '' }, true],
	['0170 1234567', { defaultCountry: 'DE' }, false],
	['[0170]\u20111234567', {}, true],
	['+49 170 1234567', {}, false],
	['0049 170 1234567', {}, false],
])(
	'before a run, a hint says that %s with the options %j lacks its country code: %p',
	async (customerPhone, options, isShown) => {
		expect(await hintsBefore({ customerPhone, options })).toEqual(
			isShown ? [expect.stringContaining('has no plus sign and country code')] : [],
		);
	},
);
