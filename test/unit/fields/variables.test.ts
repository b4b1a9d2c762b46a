import * as fc from 'fast-check';
import { DateTime } from 'luxon';

import { readVariables } from '../../../nodes/CustomerMessaging/fields/template/variables';
import type { ItemParameters } from '../../../nodes/CustomerMessaging/values/nodeParameters';
import { showsNothing } from '../../../nodes/CustomerMessaging/service/json';
import { refusalOf } from '../doubles/refusal';

/** The node's form with these values. */
const form = (values: Record<string, unknown>): ItemParameters =>
	({
		read: (name: string, check: (value: unknown) => unknown, { fallback = '' as unknown } = {}) =>
			check(values[name] ?? fallback),
	}) as unknown as ItemParameters;

const TEMPLATE = { channelId: '11', templateId: '107' };

const FIELDS = [
	{ id: '1', displayName: '1: Hello ____' },
	{ id: '2', displayName: '2: order ____ is' },
];

const mapped = (value: unknown, schema: unknown = FIELDS): ItemParameters =>
	form({ specifyVariables: 'fields', variables: { value, schema } });

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
	[{ 1: 'Customer 1', 2: '5', 3: 'true' }, json('{" 1 ": "Customer 1", "2": 5, "3": true}')],
	[{ 1: 'a', 2: '0' }, json({ 1: 'a', 2: 0 })],
	[{}, json(' \n')],
	[{}, json(null)],
])('%j is read', (variables, given) => {
	expect(readVariables(given, TEMPLATE)).toEqual(variables);
});

test.each<[refusal: RegExp, given: ItemParameters[]]>([
	[
		/^'Values to Send': '2: order ____ is' is empty\. /,
		[mapped({ 1: 'a' }), mapped({ 1: 'a', 2: ' ' })],
	],
	[
		/^'Values to Send': '1: Hello ____' is an object, not a plain value\. /,
		[mapped({ 1: {}, 2: 'a' })],
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
	[/^'Variables \(JSON\)': variable '1' is empty\. /, [json('{"1": null}'), json('{"1": ""}')]],
	[
		/^'Variables \(JSON\)' has '1' twice\. Keep one of them$/,
		[
			...['{"1": "a", " 1": "b"}', '{"1":"a","2":"b","1":"b"}', '{"1":"a","\\u0031":"a"}'],
			...['{ "1" : "\\"1\\": \\\\", "\\u00201" : 5 }', '{"2":"a:","1":"b","1"\n:"c"}'],
		].map(json),
	],
])('refuses with %s', (refusal, given) => {
	for (const one of given) expect(refusalOf(() => readVariables(one, TEMPLATE))).toMatch(refusal);
});

test('a name in a text, or under another name, is no name that stands twice', () => {
	for (const [given, variables] of [
		['{"1": "\\"1\\":", "2": "1"}', { 1: '"1":', 2: '1' }],
		['{"1": "a", "11": "1", "2": "\\\\"}', { 1: 'a', 11: '1', 2: '\\' }],
	] as const)
		expect(readVariables(json(given), TEMPLATE)).toEqual(variables);
});

test('JSON of any names and texts is read as it is, and refused as soon as one stands twice', () => {
	const names = fc
		.string({ minLength: 1 })
		.filter((name) => !showsNothing(name) && !(name in {}) && name !== 'prototype');
	const texts = fc.dictionary(
		names.map((name) => name.trim()),
		fc.string({ minLength: 1 }).filter((text) => /^\S+$/.test(text) && !showsNothing(text)),
		{ minKeys: 1 },
	);
	fc.assert(
		fc.property(texts, fc.constantFrom(undefined, 2), (values, indent) => {
			const written = JSON.stringify(values, undefined, indent);
			expect(readVariables(json(written), TEMPLATE)).toEqual({ ...values });
			const [first = ''] = Object.keys(values);
			const spelled = Array.from(
				{ length: first.length },
				(_, index) => `\\u${first.charCodeAt(index).toString(16).padStart(4, '0')}`,
			).join('');
			const twice = written.replace(/\s*\}$/, () => `,"${spelled}":"x"}`);
			expect(refusalOf(() => readVariables(json(twice), TEMPLATE))).toContain(`'${first}' twice`);
		}),
	);
});

test.each('12345678901234567890 9007199254740993 1e21 1e400 -1e400'.split(' '))(
	'%s would be sent as another number, and is refused',
	(number) => {
		expect(refusalOf(() => readVariables(json(`{"1":"a","2":${number}}`), TEMPLATE))).toMatch(
			/ variable '2' is the number .+, (which may have lost its last digits|not a plain value)\. /,
		);
	},
);
