import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { recipientOf } from '../../../dev/sandbox/receivedRequest';
import { startSandbox } from '../../../dev/sandbox/sandbox';
import { isRead, operationItem, OPERATIONS, type OperationName } from '../../support/operations';
import { NODE_NAME, startScene, type Scene } from '../../support/scene';

let scene: Scene;
beforeAll(async () => {
	scene = await startScene();
});
afterAll(async () => await scene.stop());
beforeEach(() => scene.sandbox.reset());

const channelId = { __rl: true, mode: 'id', value: '11' };
/** An item that every operation can be run on. */
const goodItem = async (index: number): Promise<INodeExecutionData> =>
	await operationItem(scene, index);

interface BadInput {
	operation: OperationName;
	/** The parameters that make an item bad; an expression may read `$json.value`. */
	parameters: IDataObject;
	/** What the expression reads; for the good items it reads `good`. */
	value?: unknown;
	good?: unknown;
	/** The files of the bad item, in place of a good one. */
	binary?: IBinaryKeyData;
}

/**
 * Runs the operation on three items of which the second is bad, once stopping on fail and once
 * continuing, and shows that nothing was sent but the good items.
 *
 * Returns what the user is told.
 */
async function refusal({ operation, parameters, value, good, binary }: BadInput) {
	const items = await Promise.all([0, 1, 2].map(goodItem));
	items.forEach(({ json }, index) => {
		json.value = (index === 1 ? value : good) as IDataObject;
	});
	if (binary !== undefined) items[1]!.binary = binary;
	const all = { ...OPERATIONS[operation], ...parameters };

	const stopped = await scene.run(all, items);
	expect(stopped.status).toBe('error');
	expect(scene.sandbox.requests).toEqual([]);
	const error = stopped.error as unknown as {
		message: string;
		description: string;
		context: { itemIndex: number };
	};
	expect(error.context.itemIndex).toBe(1);
	expect(error.message).toMatch(/ \[item 1\]$/);
	if (!isRead(operation)) expect(error.description).toContain('Nothing was sent.');

	const continued = await scene.run(all, items, { onError: 'continueRegularOutput' });
	expect(continued.status).toBe('success');
	const output = continued.items(NODE_NAME);
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
	expect(output.map(({ json }) => 'error' in json)).toEqual([false, true, false]);
	const {
		error: what,
		message,
		details,
		...rest
	} = output[1]!.json as { error: string; message: string; details: IDataObject };
	expect(rest).toEqual({});
	expect(details).toMatchObject({ status: 'failed' });
	expect(`${what} [item 1]`).toBe(error.message);
	if (isRead(operation)) expect(scene.sandbox.requests).toHaveLength(1);
	else {
		const recipients = scene.sandbox.requests.map(recipientOf).sort();
		expect(recipients).toEqual(
			[0, 2].map((index) =>
				operation.startsWith('template') ? `+1202555010${index}` : `500${index}`,
			),
		);
	}

	// A read sends nothing that could be missing.
	const fate = isRead(operation) ? '' : 'The message was not sent. ';
	expect(message.startsWith(`${what}. ${fate}`)).toBe(true);
	const advice = message.slice(`${what}. ${fate}`.length);
	expect(advice).not.toBe('');
	expect(error.description).toContain(advice.replace(/\.$/, ''));
	return { what, advice };
}

const MISSING: Array<[string, unknown]> = [
	['missing', undefined],
	['null', null],
	['empty', ''],
	['blank', ' \t\n'],
	['zero-width characters', '\u200b\u200d\ufeff'],
	['blank letters', '\u3164\u2800\uffa0'],
];

const NO_IDS: Array<[string, unknown, RegExp]> = [
	['an object', { id: 11 }, /is not an ID$/],
	['a list', [11], /is not an ID$/],
	['a boolean', true, /is not an ID$/],
	['a fraction', 10.5, /is the number 10\.5, which is not an ID$/],
	['a number below zero', -11, /is the number -11, which is not an ID$/],
	['a number that has lost digits', 2 ** 53, /is the number 9007199254740992, which is not an ID$/],
	['the word undefined', 'undefined', /is not an ID$/],
	['the words of an object', '[object Object]', /is not an ID$/],
];

describe.each<[string, OperationName, (value: string) => IDataObject, string]>([
	['Channel', 'template.send', (value) => ({ channelId: { ...channelId, value } }), '11'],
	['Channel', 'template.sendWithFile', (value) => ({ channelId: { ...channelId, value } }), '11'],
	['Channel', 'template.get', (value) => ({ channelId: { ...channelId, value } }), '11'],
	['Template', 'template.send', (templateId) => ({ templateId }), '105'],
	['Template', 'template.sendWithFile', (templateId) => ({ templateId }), '105'],
	['Template', 'template.get', (templateId) => ({ templateId }), '105'],
])("'%s' of %s", (field, operation, parameters, good) => {
	test.each(MISSING)('that is %s', async (_, value) => {
		const { what, advice } = await refusal({
			operation,
			parameters: parameters('={{ $json.value }}'),
			value,
			good,
		});
		expect(what).toBe(`'${field}' is empty`);
		expect(advice).toMatch(/^Enter the ID/);
	});

	test.each(NO_IDS)('that is %s', async (_, value, words) => {
		const { what } = await refusal({
			operation,
			parameters: parameters('={{ $json.value }}'),
			value,
			good,
		});
		expect(what.startsWith(`'${field}' is`)).toBe(true);
		expect(what).toMatch(words);
	});
});

describe("'Channel' by something else than an ID", () => {
	const run = async (value: unknown, channels?: object[]) => {
		if (channels !== undefined) {
			scene.sandbox.faults.add({
				operation: 'channel.getAll',
				fault: { kind: 'status', status: 200, body: channels },
			});
		}
		const parameters = {
			...OPERATIONS['template.send'],
			channelId: { ...channelId, value: '={{ $json.value }}' },
		};
		const { error } = await scene.run(parameters, [
			{ phone: '+12025550101', value: value as string },
		]);
		return error as { message: string; description: string } | undefined;
	};
	const sentFrom = () =>
		scene.sandbox.requests
			.filter(({ operation }) => operation === 'template.send')
			.map(({ body }) => (body as IDataObject).channel_id);
	const looksUp = () =>
		scene.sandbox.requests.some(({ operation }) => operation === 'channel.getAll');

	test.each(['-', '+', '.', '()', '\u200e+', '- -'])(
		'%j picks no channel, though one has no number',
		async (value) => {
			const error = await run(value, [
				{ id: 7, title: 'New', number: '' },
				{ id: 9, title: 'Shop', number: '+12025550109' },
			]);
			expect(error).toMatchObject({
				message: `'Channel' is '${value}', which matches none of your team's channels`,
				description:
					'Enter the ID, the title, or the phone number with its plus sign, of one of these channels: 7 (New); 9 (Shop, +12025550109). Nothing was sent.',
			});
			expect(sentFrom()).toEqual([]);
		},
	);

	test.each<[unknown]>([
		['12025550110'],
		[12025550110],
		['2025550110'],
		['5550110'],
		['0012025550110'],
		['1 202 555 0110'],
	])('%j, a phone number without its plus sign, is not taken for an ID', async (value) => {
		const error = await run(value);
		expect(error?.message).toBe(
			`'Channel' is '${String(value)}', which matches none of your team's channels`,
		);
		expect(error?.description).toMatch(
			/^Enter the ID, the title, or the phone number with its plus sign, of one of these channels: 11 \(Webshop, \+12025550110\); /,
		);
		expect(sentFrom()).toEqual([]);
	});

	test('a long ID that is one goes out', async () => {
		await run('12025550110', [
			{ id: 12025550110, title: 'Webshop', number: '+12025550111' },
			{ id: 1, title: 'Other', number: '+12025550110' },
		]);
		expect(sentFrom()).toEqual(['12025550110']);
	});

	test('a short ID is not looked up', async () => {
		await run('999999');
		expect([looksUp(), sentFrom()]).toEqual([false, ['999999']]);
	});

	test.each(['+1 (202) 555-0110', 'webshop', ' Web-Shop '])(
		'%j finds its channel',
		async (value) => {
			expect(await run(value)).toBeUndefined();
			expect(sentFrom()).toEqual(['11']);
		},
	);
});

describe.each<[OperationName]>([['message.sendText'], ['message.sendAttachment']])(
	"'Customer ID' of %s",
	(operation) => {
		const parameters = {
			customerId: '={{ $json.value === "good" ? $json.customer : $json.value }}',
		};

		test.each(MISSING)('that is %s', async (_, value) => {
			const { what } = await refusal({ operation, parameters, value, good: 'good' });
			expect(what).toBe("'Customer ID' is empty");
		});

		test.each(NO_IDS)('that is %s', async (_, value, words) => {
			const { what } = await refusal({ operation, parameters, value, good: 'good' });
			expect(what.startsWith("'Customer ID' is")).toBe(true);
			expect(what).toMatch(words);
		});
	},
);

describe.each<[OperationName]>([['template.send'], ['template.sendWithFile']])(
	"'Customer Phone' of %s",
	(operation) => {
		const parameters = {
			customerPhone: '={{ $json.value === "good" ? $json.phone : $json.value }}',
		};

		test.each(MISSING)('that is %s', async (_, value) => {
			const { what, advice } = await refusal({ operation, parameters, value, good: 'good' });
			expect(what).toBe("'Customer Phone' is empty");
			expect(advice).toContain('a plus sign, the country code and the number');
		});

		test.each<[string, unknown, string, RegExp]>([
			[
				'has no plus sign',
				'12025550101',
				"'Customer Phone' '12025550101' has no plus sign and country code",
				/plus sign, the country code/,
			],
			[
				'is a national number',
				'(202) 555-0101',
				"'Customer Phone' '(202) 555-0101' has no plus sign and country code",
				/international format/,
			],
			[
				'is a national number with a zero',
				'0202 5550101',
				"'Customer Phone' '0202 5550101' has no plus sign and country code",
				/international format/,
			],
			[
				'starts with 00',
				'0012025550101',
				"'Customer Phone' '0012025550101' starts with 00 instead of a plus sign",
				/Replace the 00/,
			],
			[
				'has letters',
				'+1202555PIZZA',
				"'Customer Phone' '+1202555PIZZA' contains letters",
				/international format/,
			],
			[
				'has a name beside it',
				'Mobile: +12025550101',
				"'Customer Phone' 'Mobile: +12025550101' contains letters",
				/international format/,
			],
			[
				'is too short',
				'+120255',
				"'Customer Phone' '+120255' is too short for an international number",
				/at least 7 digits/,
			],
			[
				'is too long',
				'+1202555010112345',
				"'Customer Phone' '+1202555010112345' is too long for an international number",
				/15 digits at most/,
			],
			[
				'has two plus signs',
				'++12025550101',
				"'Customer Phone' '++12025550101' contains something that is not a digit",
				/international format/,
			],
			[
				'holds two numbers',
				'+12025550101;+12025550102',
				"'Customer Phone' '+12025550101;+12025550102' contains something that is not a digit",
				/international format/,
			],
			[
				'has a country code of zero',
				'+02025550101',
				"'Customer Phone' '+02025550101' has a country code that starts with 0, which none does",
				/international format/,
			],
			[
				'has (0) in it',
				'+1 (0) 2025550101',
				"'Customer Phone' '+1 (0) 2025550101' contains the 0 that is dialled only inside the country",
				/Remove that 0/,
			],
			[
				'has a 0 of its own after the country code',
				'+1 0 2025550101',
				"'Customer Phone' '+1 0 2025550101' contains the 0 that is dialled only inside the country",
				/Remove that 0/,
			],
			[
				'a spreadsheet made a number',
				12025550101,
				"'Customer Phone' is the number 12025550101, not text, so its plus sign is missing",
				/Format the column as text/,
			],
			[
				'a spreadsheet shortened as a number',
				1.2e11,
				"'Customer Phone' is the number 120000000000, not text, so its plus sign is missing",
				/Format the column as text/,
			],
			[
				'a spreadsheet shortened as text',
				'1.2e11',
				"'Customer Phone' '1.2e11' was shortened by a spreadsheet and has lost its digits",
				/Format the column as text/,
			],
			[
				'a spreadsheet shortened with a comma',
				'1,20255E+11',
				"'Customer Phone' '1,20255E+11' was shortened by a spreadsheet and has lost its digits",
				/Format the column as text/,
			],
			[
				'is an object',
				{ number: '+12025550101' },
				"'Customer Phone' is not text",
				/international format/,
			],
		])('that %s', async (_, value, words, whatToDo) => {
			const { what, advice } = await refusal({ operation, parameters, value, good: 'good' });
			expect(what).toBe(words);
			expect(advice).toMatch(whatToDo);
		});
	},
);

describe("'Text'", () => {
	const operation = 'message.sendText';
	const parameters = { text: '={{ $json.value }}' };

	test.each(MISSING)('that is %s', async (_, value) => {
		const { what, advice } = await refusal({ operation, parameters, value, good: 'Hello' });
		expect(what).toBe("'Text' is empty");
		expect(advice).toBe('Enter a value, or an expression that gives one for every item.');
	});

	test.each<[string, unknown, string]>([
		['an object', { text: 'Hello' }, "'Text' is an object, not a plain value"],
		['a list', ['Hello'], "'Text' is a list, not a plain value"],
		[
			'a number that has lost digits',
			2 ** 53,
			"'Text' is the number 9007199254740992, which may have lost its last digits",
		],
	])('that is %s', async (_, value, words) => {
		const { what } = await refusal({ operation, parameters, value, good: 'Hello' });
		expect(what).toBe(words);
	});
});

describe.each<[OperationName, IDataObject]>([
	['message.sendAttachment', {}],
	['template.send', { templateId: '102', headerAttachment: 'image' }],
])("'Attachment URL' of %s", (operation, more) => {
	const parameters = { ...more, attachmentUrl: '={{ $json.value }}' };
	const good = 'https://shop.example/new.png';

	test.each(MISSING)('that is %s', async (_, value) => {
		const { what, advice } = await refusal({ operation, parameters, value, good });
		expect(what).toBe("'Attachment URL' is empty");
		expect(advice).toContain('starting with https://');
	});

	test.each<[string, unknown, string]>([
		['no URL', 'not a URL', "'Attachment URL' 'not a URL' is not a complete address"],
		[
			'without a scheme',
			'shop.example/new.png',
			"'Attachment URL' 'shop.example/new.png' is not a complete address",
		],
		['a path', '/files/new.png', "'Attachment URL' '/files/new.png' is not a complete address"],
		[
			'on an FTP server',
			'ftp://shop.example/new.png',
			"'Attachment URL' starts with 'ftp:', which the service cannot fetch",
		],
		[
			'a file of this machine',
			'file:///home/new.png',
			"'Attachment URL' starts with 'file:', which the service cannot fetch",
		],
		[
			'the file itself',
			'data:image/png;base64,iVBORw0KGgo=',
			"'Attachment URL' starts with 'data:', which the service cannot fetch",
		],
		[
			'a script',
			'javascript:alert(1)',
			"'Attachment URL' starts with 'javascript:', which the service cannot fetch",
		],
		['an object', { url: good }, "'Attachment URL' is not text"],
		['a number', 42, "'Attachment URL' is not text"],
	])('that is %s', async (_, value, words) => {
		const { what } = await refusal({ operation, parameters, value, good });
		expect(what).toBe(words);
	});
});

test.each([
	'http://localhost/a.png',
	'http://127.0.0.1:8080/a.png',
	'http://[::1]/a.png',
	'http://files.localhost/a.png',
	'http://2130706433/a.png',
	'http://169.254.169.254/a.png',
	'http://192.168.0.1/a.png',
	'http://0xc0.0xa8.0.1/a.png',
	'https://[fd00::1]/a.png',
	'https://intranet/a.png',
	'https://files.internal/a.png',
])("'Attachment URL' %s, which a service elsewhere could never fetch", async (attachmentUrl) => {
	// Nothing listens at the reserved address; nothing may be asked of it either.
	const execution = await scene.run(
		{ ...OPERATIONS['message.sendAttachment'], attachmentUrl },
		[{ customer: 5001 }],
		{},
		{
			credentials: scene.credentials({ baseUrl: 'https://service.invalid' }),
		},
	);
	expect(execution.error?.message).toMatch(
		/^'Attachment URL' points at '[^']+', which is not a public address$/,
	);
	expect(execution.error).toMatchObject({
		description: expect.stringContaining('Enter a public address of the file') as string,
	});
});

test("'Attachment Type' that does not exist", async () => {
	const { what, advice } = await refusal({
		operation: 'message.sendAttachment',
		parameters: { attachmentType: '={{ $json.value }}' },
		value: 'audio',
		good: 'image',
	});
	expect(what).toBe("'Attachment Type' is 'audio', which does not exist");
	expect(advice).toBe("Use one of: 'document', 'image', 'video'.");
});

test("'Header Type' that does not exist", async () => {
	const { what, advice } = await refusal({
		operation: 'template.send',
		parameters: {
			headerAttachment: '={{ $json.value }}',
			attachmentUrl: 'https://shop.example/new.png',
		},
		value: 'sticker',
		good: 'none',
	});
	expect(what).toBe("'Header Type' is 'sticker', which does not exist");
	expect(advice).toBe("Use one of: 'none', 'audio', 'document', 'image', 'video'.");
});

describe.each<[OperationName]>([['template.send'], ['template.sendWithFile']])(
	'variables of %s',
	(operation) => {
		describe("'Variables (JSON)'", () => {
			const parameters = { specifyVariables: 'json', variablesJson: '={{ $json.value }}' };

			test.each<[string, unknown, RegExp]>([
				['a list', ['A-1001'], /^'Variables \(JSON\)' is not an object$/],
				['a number', 5, /^'Variables \(JSON\)' is not an object$/],
				['text that is no JSON', '{ 1: A-1001 }', /^'Variables \(JSON\)' is not valid JSON: /],
				['JSON text of a list', '["A-1001"]', /^'Variables \(JSON\)' is not an object$/],
				['JSON text of a text', '"A-1001"', /^'Variables \(JSON\)' is not an object$/],
				[
					'an object with an object in it',
					{ 1: { name: 'A-1001' } },
					/^'Variables \(JSON\)': variable '1' is an object, not a plain value$/,
				],
				[
					'an object with a list in it',
					{ 1: ['A-1001'] },
					/^'Variables \(JSON\)': variable '1' is a list, not a plain value$/,
				],
				[
					'an object with a null in it',
					{ 1: 'A-1001', 2: null },
					/^'Variables \(JSON\)': variable '2' is empty$/,
				],
				[
					'an object with an empty text in it',
					{ 1: 'A-1001', 2: ' ' },
					/^'Variables \(JSON\)': variable '2' is empty$/,
				],
				[
					'an object with a text of zero-width characters in it',
					{ 1: '\u200b\u200d' },
					/^'Variables \(JSON\)': variable '1' is empty$/,
				],
				[
					'an object with a number that has lost digits',
					{ 1: 2 ** 53 },
					/^'Variables \(JSON\)': variable '1' is the number 9007199254740992, which may have lost its last digits$/,
				],
				[
					'JSON text of a number that cannot be held',
					'{"1": 12345678901234567890}',
					/^'Variables \(JSON\)' contains the number 12345678901234567890, which would be sent as 12345678901234567000$/,
				],
				[
					'JSON text of a number that would be written shorter',
					'{"1": "A", "2": 1.10}',
					/^'Variables \(JSON\)' contains the number 1\.10, which would be sent as 1\.1$/,
				],
				[
					'an object with a nameless entry',
					{ '': 'A-1001' },
					/^'Variables \(JSON\)' has a variable without a name$/,
				],
			])('that is %s', async (_, value, words) => {
				const { what } = await refusal({ operation, parameters, value, good: {} });
				expect(what).toMatch(words);
			});
		});

		describe("'Variables'", () => {
			const displayName = '1: Hello ____, the new…';
			const schema = [{ id: '1', displayName, required: true, display: true, type: 'string' }];
			const parameters = {
				specifyVariables: 'fields',
				variables: {
					mappingMode: 'defineBelow',
					value: { 1: '={{ $json.value }}' },
					matchingColumns: [],
					schema,
				},
			};

			test.each<[string, unknown, string]>([
				...MISSING.map(([what, value]): [string, unknown, string] => [what, value, 'is empty']),
				[
					'a number that has lost digits',
					2 ** 53,
					'is the number 9007199254740992, which may have lost its last digits',
				],
				['an object', { name: 'A-1001' }, 'is an object, not a plain value'],
				['a list', ['A-1001'], 'is a list, not a plain value'],
			])('of which one is %s', async (_, value, words) => {
				const { what } = await refusal({ operation, parameters, value, good: 'A-1001' });
				expect(what).toBe(`'Variables': '${displayName}' ${words}`);
			});
		});
	},
);

describe.each<[string, string, string, string, string]>([
	['Button Variables', 'buttonVariables', 'variable', 'Variable', 'Variable Name or ID'],
	['Customer Attributes', 'customerAttributes', 'attribute', 'Attribute', 'Name'],
])("'%s'", (field, name, list, entry, entryName) => {
	const operation = 'template.sendWithFile';
	const entries = (...values: IDataObject[]) => ({ [name]: { [list]: values } });

	test('with an entry without a name', async () => {
		const parameters = entries(
			{ name: 'a', value: 'x' },
			{ name: '={{ $json.value }}', value: 'y' },
		);
		for (const value of ['', '\u200b']) {
			const { what, advice } = await refusal({ operation, parameters, value, good: 'b' });
			expect(what).toBe(`'${field}': ${entry} 2 has no '${entryName}'`);
			expect(advice).toBe(`Enter its '${entryName}', or remove it.`);
			scene.sandbox.reset();
		}
	});

	test('with a name given twice', async () => {
		const parameters = entries(
			{ name: 'a', value: 'x' },
			{ name: '={{ $json.value }}', value: 'y' },
		);
		const { what, advice } = await refusal({ operation, parameters, value: ' a ', good: 'b' });
		expect(what).toBe(`'${field}' has 'a' twice`);
		expect(advice).toBe('Keep one of them.');
	});

	test.each<[string, unknown, string]>([
		['missing', undefined, field === 'Button Variables' ? 'is empty' : 'has no value'],
		['an object', { x: 1 }, 'is an object, not a plain value'],
		[
			'a number that has lost digits',
			2 ** 53,
			'is the number 9007199254740992, which may have lost its last digits',
		],
	])('with a value that is %s', async (_, value, words) => {
		const parameters = entries({ name: 'a', value: '={{ $json.value }}' });
		const { what } = await refusal({ operation, parameters, value, good: 'x' });
		expect(what).toBe(`'${field}': the value of 'a' ${words}`);
	});
});

test('an empty value is refused for a button, and empties what is stored with a customer', async () => {
	const parameters = {
		buttonVariables: { variable: [{ name: '1', value: '={{ $json.value }}' }] },
	};
	const { what } = await refusal({
		operation: 'template.sendWithFile',
		parameters,
		value: '\u200b',
		good: 'x',
	});
	expect(what).toBe("'Button Variables': the value of '1' is empty");

	scene.sandbox.reset();
	const customerAttributes = { attribute: [{ name: 'last_order', value: '' }] };
	await scene.run({ ...OPERATIONS['template.sendWithFile'], customerAttributes }, [
		await goodItem(0),
	]);
	expect(scene.sandbox.accepted).toHaveLength(1);
	expect(
		scene.sandbox.requests[0]!.parts!.find(({ name }) => name === 'customer_attributes')!.value,
	).toBe('{"last_order":""}');
});

describe("'Input Data Field Name'", () => {
	const operation = 'template.sendWithFile';
	const file = async (content = 'content', fileName = 'file.pdf', mimeType = 'application/pdf') =>
		await scene.engine.storeBinary(Buffer.from(content), fileName, mimeType);

	test('of an item without a file', async () => {
		const { what, advice } = await refusal({ operation, parameters: {}, binary: {} });
		expect(what).toBe("'Input Data Field Name' 'data' names no file of this item");
		expect(advice).toBe('This item has no files at all; check that the node before gives one.');
	});

	test('of an item whose files are in other fields lists them', async () => {
		const { what, advice } = await refusal({
			operation,
			parameters: {},
			binary: { invoice: await file(), 'the picture': await file() },
		});
		expect(what).toBe("'Input Data Field Name' 'data' names no file of this item");
		expect(advice).toBe("The files of this item are in: 'invoice', 'the picture'.");
	});

	test('of an item whose file is empty', async () => {
		const { what, advice } = await refusal({
			operation,
			parameters: {},
			binary: { data: await file('') },
		});
		expect(what).toBe("'Input Data Field Name' 'data' holds an empty file");
		expect(advice).toBe('Check that the node before gives a file with content.');
	});

	test('of an item whose file is empty, in memory', async () => {
		const { what } = await refusal({
			operation,
			parameters: {},
			binary: { data: { data: '', mimeType: 'application/pdf' } },
		});
		expect(what).toBe("'Input Data Field Name' 'data' holds an empty file");
	});

	test.each<[string, unknown]>([
		['a number', 5],
		['the words of an object', '[object Object]'],
		['an object that is no file', { name: 'data' }],
	])('that is %s', async (_, value) => {
		const { what, advice } = await refusal({
			operation,
			parameters: { binaryPropertyName: '={{ $json.value }}' },
			value,
			good: 'data',
		});
		expect(what).toBe("'Input Data Field Name' is not the name of a field");
		expect(advice).toContain('Enter the name as plain text, such as data');
	});

	test('that is empty where the template needs a file', async () => {
		const { what, advice } = await refusal({
			operation,
			parameters: { binaryPropertyName: '={{ $json.value }}' },
			value: '',
			good: 'data',
		});
		expect(what).toBe("'Input Data Field Name' is empty");
		expect(advice).toContain("or set 'Header Type' to 'None' or 'Text'");
	});
});

describe("'Header Type'", () => {
	const operation = 'template.sendWithFile';

	test.each([
		['image', 'Image', 'application/pdf'],
		['image', 'Image', 'video/mp4'],
		['video', 'Video', 'image/png'],
		['video', 'Video', 'application/octet-stream'],
	])('%s (%s) with a file of type %s', async (headerType, shown, mimeType) => {
		const binary = {
			data: await scene.engine.storeBinary(Buffer.from('content'), 'the file', mimeType),
		};
		const { what, advice } = await refusal({
			operation,
			parameters: { headerType: '={{ $json.value }}' },
			value: headerType,
			good: 'document',
			binary,
		});
		expect(what).toBe(
			`'Header Type' is '${shown}', but the file 'the file' is of type ${mimeType}`,
		);
		expect(advice).toContain("Choose the 'Header Type' that the template has");
	});

	test('that does not exist', async () => {
		const { what, advice } = await refusal({
			operation,
			parameters: { headerType: '={{ $json.value }}' },
			value: 'audio',
			good: 'document',
		});
		expect(what).toBe("'Header Type' is 'audio', which does not exist");
		expect(advice).toBe("Use one of: 'auto', 'document', 'image', 'none', 'text', 'video'.");
	});

	test('chosen by the file, where the file is audio', async () => {
		const binary = {
			data: await scene.engine.storeBinary(Buffer.from('content'), 'note.mp3', 'audio/mpeg'),
		};
		const { what, advice } = await refusal({ operation, parameters: {}, binary });
		expect(what).toBe(
			"The file 'note.mp3' is of type audio/mpeg, and no template with a file has an audio header",
		);
		expect(advice).toContain("set 'Header Type' to 'Document'");
	});
});

test.each([
	['parallelSends', 'Parallel Sends', 0],
	['messagesPerSecond', 'Messages per Second', -1],
	['rateLimitRetries', 'Rate Limit Retries', 'many'],
	['timeout', 'Timeout (Seconds)', 0],
])("the option %s ('%s') with the value %j", async (name, field, value) => {
	const execution = await scene.run(
		{ ...OPERATIONS['message.sendText'], options: { [name]: value } },
		[{ customer: 5001 }],
	);
	expect(execution.error?.message).toBe(`'${field}' under 'Options' is '${value}'`);
	expect(scene.sandbox.requests).toEqual([]);
});

test('all bad items of a run are named at once, and the first is the one that counts', async () => {
	const items = [5001, '', 'undefined', 5004].map((customer) => ({ customer }));
	const execution = await scene.run(OPERATIONS['message.sendText'], items);
	expect(execution.error).toMatchObject({
		message: "'Customer ID' is empty [item 1]",
		description:
			"Enter the ID, or an expression that gives one for every item. Nothing was sent. Other items have problems too: item 2: 'Customer ID' is not an ID.",
	});
	expect(scene.sandbox.requests).toEqual([]);
});

test('a long list of bad items is cut, not the count', async () => {
	const execution = await scene.run(
		OPERATIONS['message.sendText'],
		Array.from({ length: 9 }, () => ({ customer: '' })),
	);
	expect(execution.error).toMatchObject({
		description: expect.stringMatching(/the same in items 1, 2, 3, 4, 5 and 3 more\.$/) as string,
	});
});

test('a national number is refused by a service elsewhere as well as by this one', async () => {
	const elsewhere = await startSandbox();
	try {
		const execution = await scene.run(
			{ ...OPERATIONS['template.send'], customerPhone: '2025550101' },
			[{}],
			{},
			{
				credentials: scene.credentials({ baseUrl: elsewhere.baseUrl, apiKey: elsewhere.apiKey }),
			},
		);
		expect(execution.error?.message).toBe(
			"'Customer Phone' '2025550101' has no plus sign and country code",
		);
		expect(elsewhere.requests).toEqual([]);
	} finally {
		await elsewhere.stop();
	}
});
