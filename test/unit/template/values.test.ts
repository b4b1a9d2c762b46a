import { DateTime } from 'luxon';
import type { ResourceMapperField } from 'n8n-workflow';

import {
	specifyVariablesField,
	variableFields,
} from '../../../nodes/CustomerMessaging/template/valueFields';
import { readValues } from '../../../nodes/CustomerMessaging/template/values';
import { templateMarkField } from '../../../nodes/CustomerMessaging/template/valuesInFields';
import type { ItemParameters } from '../../../lib/fields/nodeParameters';
import { parametersWith } from '../../doubles/form';
import { refusalOf } from '../../doubles/refusal';

/** The node's form with these values. */
const form = (values: Record<string, unknown>): ItemParameters =>
	parametersWith([specifyVariablesField, ...variableFields], values).item(0);

const TEMPLATE = { channelId: '11', templateId: '107' };

const SERVICE = 'https://service.example.com';

const FIELDS = [
	{ id: '1', displayName: '1: Hello ___' },
	{ id: '2', displayName: '2: order ___ is' },
];

const mapped = (value: unknown, schema: unknown = FIELDS): ItemParameters =>
	form({ specifyVariables: 'fields', variables: { value, schema } });

const MARK = templateMarkField(TEMPLATE);
const OF_ANOTHER_TEMPLATE = templateMarkField({ ...TEMPLATE, templateId: '102' });
const OF_ANOTHER_CHANNEL = templateMarkField({ ...TEMPLATE, channelId: '12' });

/** What was entered into fields with the first mark, in fields that now have the second. */
const marked = (entered: Partial<ResourceMapperField>, shown: ResourceMapperField) => ({
	value: { 1: 'a', 2: 'b', [MARK.id]: entered.defaultValue },
	schema: [...FIELDS, shown],
});

const json = (variablesJson: unknown): ItemParameters =>
	form({ specifyVariables: 'json', variablesJson });

test.each<[variables: Record<string, string>, given: ItemParameters]>([
	[{ 1: 'Customer 1', 2: '0' }, mapped({ 1: 'Customer 1', 2: 0 })],
	[{}, mapped(null, [])],
	[{}, mapped(null, null)],
	[{}, form({ variables: null })],
	// What the user removed is left out, and what has lost its field is not.
	[{ 1: 'a' }, mapped({ 1: 'a', 2: null }, [FIELDS[0], { ...FIELDS[1], removed: true }])],
	[{ 7: 'a' }, mapped({ 7: 'a' }, null)],
	[{ 1: 'a', 7: 'b' }, mapped({ 1: 'a', 7: 'b' }, [FIELDS[0]])],
	[{ 1: 'a', 2: 'b' }, form({ variables: marked(MARK, MARK) })],
	[
		{},
		form({ specifyVariables: 'json', variables: marked(OF_ANOTHER_TEMPLATE, OF_ANOTHER_TEMPLATE) }),
	],
	[{ 1: 'Customer 1', 2: '5', 3: '-' }, json('{" 1 ": "Customer 1", "2": 5, "3": "-"}')],
	[{ 1: '/', 2: 'a,' }, mapped({ 1: '/', 2: 'a,' })],
	[{ 1: 'a', 2: '0' }, json({ 1: 'a', 2: 0 })],
	[{}, json(' \n')],
	[{}, json(null)],
	...['image', 'video', 'document', 'audio'].map(
		(type): [Record<string, string>, ItemParameters] => [
			{ [`${type} address`]: 'https://a.example/m%C3%A4rz', 1: 'a' },
			json({ [`${type} address`]: ' https://a.example/märz', 1: 'a' }),
		],
	),
])('%j is read', (variables, given) => {
	expect(readValues(given, TEMPLATE, SERVICE)).toEqual(variables);
});

test('a variable that gets its value elsewhere may be empty', () => {
	for (const given of [mapped({ 1: null, 2: 'b' }), json({ 1: '', 2: 'b' })])
		expect(readValues(given, TEMPLATE, SERVICE, { excludedId: '1' })).toEqual({ 2: 'b' });
});

test.each([
	['one\ntwo', 'one two'],
	['one \r\n\n two', 'one two'],
	['one\u2028two', 'one two'],
	['one\ttwo', 'one two'],
	['one     two', 'one two'],
	['\n one    two  three \t', 'one    two  three'],
])('WhatsApp refuses such spaces: %j is read as %j', (value, tidy) => {
	const variables = { 1: value, 'button 1': value };
	for (const given of [mapped(variables, null), json(variables)])
		expect(readValues(given, TEMPLATE, SERVICE)).toEqual({ 1: tidy, 'button 1': tidy });
});

test.each<[refusal: RegExp, given: ItemParameters[]]>([
	[
		/^'Values to Send': '2: order ___ is' is empty\. /,
		[undefined, ' ', ',', ', ; ', '|'].map((value) => mapped({ 1: 'a', 2: value })),
	],
	[
		/^'Values to Send': '1: Hello ___' is an object, not a plain value\. /,
		[mapped({ 1: {}, 2: 'a' })],
	],
	[
		/^'Values to Send' was not filled in for template '107' of channel '11'\. Set 'Specify Variables' to 'Using JSON' and back to 'Using Fields', then fill in the fields that appear\. /,
		[
			marked(OF_ANOTHER_TEMPLATE, OF_ANOTHER_TEMPLATE),
			marked(OF_ANOTHER_CHANNEL, OF_ANOTHER_CHANNEL),
			// As n8n shows them after 'Refresh variable list', also those of an older version of the node.
			marked(OF_ANOTHER_TEMPLATE, MARK),
			marked({}, MARK),
		].map((variables) => form({ variables })),
	],
	[/^'Variables \(JSON\)' is not valid JSON: /, [json('{"1": "a"'), json('{1: "a"}')]],
	[
		/^'Variables \(JSON\)' is not an object\. /,
		['["a"]', '"a"', '5', 'null', ['a'], 5, new Date('never'), DateTime.fromMillis(0)].map(json),
	],
	[
		/^'Variables \(JSON\)': variable '1' is an object, not a plain value\. /,
		[json('{"1": {"a": 1}}')],
	],
	[/^'Variables \(JSON\)': variable '1' is true, not a text\. /, [json('{"1": true}')]],
	[/^'Variables \(JSON\)': variable '1' is empty\. /, [json('{"1": null}'), json('{"1": ""}')]],
	[
		/^'Variables \(JSON\)': variable 'image address' is empty\. /,
		[json({ 'image address': '' }), json({ 'image address': null })],
	],
	[
		/^'Values to Send': 'Image address' 'a\.png' is not a complete web address\. Enter the whole public address/,
		[
			mapped({ 'image address': 'a.png' }, [
				{ ...FIELDS[0], id: 'image address', displayName: 'Image address' },
			]),
		],
	],
])('refuses with %s', (refusal, given) => {
	for (const one of given)
		expect(refusalOf(() => readValues(one, TEMPLATE, SERVICE))).toMatch(refusal);
});

test.each('12345678901234567890 9007199254740993 1e21 1e400 -1e400 19.90 1E10 -0'.split(' '))(
	'%s would be sent as another number, and is refused',
	(number) => {
		expect(
			refusalOf(() => readValues(json(`{"1":"a 1.0","2":${number}}`), TEMPLATE, SERVICE)),
		).toContain(
			`'Variables (JSON)' has the number ${number}, which would be sent as ${Number(number)}`,
		);
	},
);
