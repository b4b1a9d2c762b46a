import { channels, isKnownCustomer, phoneOfCustomer, templates } from './catalogue';

/** The variables a template really uses, wherever they are. */
function used({ header, body, buttons }: (typeof templates)[number]): string[] {
	const text = [header.value, body, ...buttons.map(({ value }) => value)].join('\n');
	return [...new Set(text.match(/(?<=\{\{)\d+(?=\}\})/g))].sort();
}

test.each(templates.map((template) => [template.name, template] as const))(
	'%s lists the variables it uses',
	(_name, template) => {
		expect(template.attributes.map(({ attribute }) => attribute)).toEqual(used(template));
	},
);

test('there is a template for everything the node has to cope with', () => {
	expect(new Set(templates.map(({ header }) => header.type))).toEqual(
		new Set(['text', 'image', 'document', 'video', 'audio', 'none']),
	);
	expect(new Set(templates.map(({ attributes }) => attributes.length))).toEqual(
		new Set([0, 1, 2, 3, 4, 5]),
	);
	expect(
		templates.some(
			({ attributes }) => attributes.map(({ attribute }) => attribute).join() === '1,3',
		),
	).toBe(true);
	expect(templates.some(({ body }) => body.length === 1024)).toBe(true);
	expect(templates.some(({ body }) => /[\u0600-\u06ff]/.test(body))).toBe(true);
	expect(templates.some(({ body }) => /\p{Extended_Pictographic}/u.test(body))).toBe(true);
	expect(
		templates.some(
			(one) => used(one).length > 0 && !/\{\{\d/.test(one.body) && one.header.type === 'text',
		),
	).toBe(true);
	expect(
		templates.some((one) => used(one).length > 0 && !/\{\{\d/.test(one.body + one.header.value)),
	).toBe(true);
});

test('every identifier is there once, and every number is fictional', () => {
	expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length);
	expect(new Set(channels.map(({ id }) => id)).size).toBe(channels.length);
	for (const { number } of channels) expect(number).toMatch(/^\+120255501\d\d$/);
	for (const id of ['1', '77', '123456']) expect(phoneOfCustomer(id)).toMatch(/^\+120255501\d\d$/);
});

test.each([
	['1', true],
	['77', true],
	['140', true],
	['404', false],
	['40417', false],
	['0', false],
	['-1', false],
	['1.5', false],
	['', false],
	['Customer 1', false],
])('customer %p is known: %p', (id, known) => {
	expect(isKnownCustomer(id)).toBe(known);
});
