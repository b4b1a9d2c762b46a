import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { INodePropertyOptions } from 'n8n-workflow';

import { properties } from '../../nodes/CustomerMessaging/resources';
import { NODE_VERSION } from '../support/nodeVersion';
import { isRead, OPERATIONS, type OperationName } from '../support/operations';
import { questions, sends } from '../workflows/sends';

const root = path.resolve(__dirname, '../..');

const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** The operations of the form, such as `template.send`, each with its name there. */
const operations = properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options }) =>
		(options as INodePropertyOptions[]).map(({ name, value }) => ({
			name,
			operation: `${String(displayOptions!.show!.resource![0])}.${String(value)}`,
		})),
	);

const SCHEMAS = `nodes/CustomerMessaging/__schema__/v${NODE_VERSION}.0.0`;

/** Where an operation has to be, and what to do where it is not. */
const PLACES: Array<[toDo: string, has: (operation: string, name: string) => boolean]> = [
	[
		'give parameters that work in test/support/operations.ts',
		(operation) => operation in OPERATIONS,
	],
	[
		`describe its output in ${SCHEMAS}/<resource>/<operation>.json`,
		(operation) => existsSync(path.join(root, SCHEMAS, `${operation.replace('.', '/')}.json`)),
	],
	[
		'add a send to test/workflows/sends.ts, with which the tests of retries and order run it',
		(operation) =>
			isRead(operation as OperationName) ||
			[...sends, ...questions].some((send) => send.operation === operation),
	],
	[
		'let an agent call it in test/workflows/agent/agent.test.ts',
		(operation) => textOf('test/workflows/agent/agent.test.ts').includes(`'${operation}': {`),
	],
	[
		'add a row to the table under Operations in README.md',
		(_, name) => textOf('README.md').includes(`| ${name} |`),
	],
];

test.each(operations)('$operation is everywhere it has to be', ({ operation, name }) => {
	const missing = PLACES.filter(([, has]) => !has(operation, name)).map(
		([toDo]) => `${operation}: ${toDo}`,
	);
	expect(missing).toEqual([]);
});

test('no operation is tested that the form does not have', () => {
	expect(Object.keys(OPERATIONS).sort()).toEqual(
		operations.map(({ operation }) => operation).sort(),
	);
});
