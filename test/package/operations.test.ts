import { readdirSync } from 'node:fs';
import path from 'node:path';

import type { INodePropertyOptions } from 'n8n-workflow';

import { properties } from '../../nodes/CustomerMessaging/resources';
import { isSend, OPERATION_NAMES } from '../support/operations';
import { questions, sends } from '../workflows/sends';

/** The operations of the form, such as `template.send`. CONTRIBUTING.md says what each needs (Add an operation). */
const operations = properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options }) =>
		(options as INodePropertyOptions[]).map(
			({ value }) => `${String(displayOptions!.show!.resource![0])}.${String(value)}`,
		),
	)
	.sort();

test('every operation that has a file is in the form: its index lists it, and resources.ts its resource', () => {
	const folder = path.join(__dirname, '../../nodes/CustomerMessaging/operations');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	const named = files.flatMap(
		(file) => /^(\w+)\W(\w+)\.operation\.ts$/.exec(file)?.slice(1).join('.') ?? [],
	);
	expect(named.sort()).toEqual(operations);
});

test('test/support/operations.ts has parameters for every operation, and for no other', () => {
	expect([...OPERATION_NAMES].sort()).toEqual(operations);
});

test('test/workflows/sends.ts has every operation that sends', () => {
	const sending = [...sends, ...questions].map(({ operation }) => operation);
	expect(sending.sort()).toEqual(OPERATION_NAMES.filter(isSend).sort());
});
