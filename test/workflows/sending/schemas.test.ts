import { readFileSync } from 'node:fs';
import path from 'node:path';

import Ajv from 'ajv';
import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/engine';
import { templates } from '../../../dev/sandbox/catalogue';
import { installedPackage } from '../../support/installedPackage';
import { NODE_VERSION } from '../../support/nodeVersion';
import {
	isRead,
	operationItem,
	OPERATION_NAMES,
	OPERATIONS,
	type OperationName,
} from '../../support/operations';
import { NODE_NAME, useScene } from '../../support/scene';

const folder = path.join(
	installedPackage,
	`dist/nodes/CustomerMessaging/__schema__/v${NODE_VERSION}.0.0`,
);

/** A schema of the editor's kind: JSON Schema, and the version of the file. */
interface OutputSchema {
	type: string;
	version?: number;
	properties?: Record<string, OutputSchema>;
	additionalProperties?: boolean | OutputSchema;
	items?: OutputSchema;
}

const scene = useScene();

const channelId = { __rl: true, mode: 'id', value: '11' };
const variablesJson = '{ "1": "A", "2": "B", "3": "C", "9": "Z" }';
const filled = { channelId, specifyVariables: 'json', variablesJson };

/** The runs whose output an operation's schema describes: for one of a template, with each template there is. */
function runsOf(operation: OperationName): IDataObject[] {
	const parameters = OPERATIONS[operation];
	if (operation.endsWith('.sendAndWait'))
		return [
			parameters,
			{ ...parameters, responseType: 'freeText' },
			// The fields of a form come out under their labels, which no schema knows.
			{
				...parameters,
				responseType: 'choice',
				choices: { values: [{ label: 'One' }, { label: 'Other' }] },
			},
		];
	const runs: IDataObject[] =
		parameters.resource === 'template'
			? templates.map(({ id }) => ({
					...parameters,
					...filled,
					templateId: id,
					binaryPropertyName: '',
					headerType: 'none',
				}))
			: [parameters];
	if (isRead(operation)) return runs;
	const keyed = { ...runs[0], options: { checkVariables: false, messageKey: 'the same' } };
	return [...runs, keyed, keyed];
}

function schemaOf(operation: OperationName): OutputSchema {
	return JSON.parse(
		readFileSync(path.join(folder, `${operation.replace('.', '/')}.json`), 'utf8'),
	) as OutputSchema;
}

/** The schema with every object closed, so that a property it does not have is an error. */
function closed({ type, properties, additionalProperties, items }: OutputSchema): OutputSchema {
	return {
		type,
		...(additionalProperties === undefined ? {} : { additionalProperties }),
		...(items === undefined ? {} : { items: closed(items) }),
		...(properties === undefined
			? {}
			: {
					properties: Object.fromEntries(
						Object.entries(properties).map(([name, property]) => [name, closed(property)]),
					),
					additionalProperties: false,
				}),
	};
}

/** Every path of properties a schema has, items of a list included. */
function pathsOf({ items, properties = {} }: OutputSchema, prefix = ''): string[] {
	return [
		...(items === undefined ? [] : pathsOf(items, `${prefix}[]`)),
		...Object.entries(properties).flatMap(([name, property]) => [
			`${prefix}.${name}`,
			...pathsOf(property, `${prefix}.${name}`),
		]),
	];
}

function partsOf(schema: OutputSchema): OutputSchema[] {
	return [
		schema,
		...Object.values(schema.properties ?? {}),
		...(schema.items ? [schema.items] : []),
	].flatMap((part) => (part === schema ? [part] : partsOf(part)));
}

/** Every path of properties that a value has. */
function pathsIn(value: unknown, prefix = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => pathsIn(entry, `${prefix}[]`));
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, entry]) => [
		`${prefix}.${name}`,
		...pathsIn(entry, `${prefix}.${name}`),
	]);
}

/** The execution once the customer has answered, where it waits for that. */
async function answered(execution: Execution): Promise<Execution> {
	if (execution.status !== 'waiting') return execution;
	const [url] = /http[^"]+/.exec(JSON.stringify(scene.sandbox.accepted.at(-1)!.request.body))!;
	const { page } = await scene.engine.visit(execution, { method: 'GET', url });
	const [, given = 'A text'] = /<button[^>]* value="([^"]+)"/.exec(page) ?? [];
	const { answer } = await scene.engine.visit(execution, {
		method: 'POST',
		url,
		body: { answer: given },
	});
	return await scene.engine.resume(execution, answer);
}

async function outputOf(operation: OperationName): Promise<IDataObject[]> {
	const output: IDataObject[] = [];
	for (const parameters of runsOf(operation)) {
		const execution = await answered(await scene.run(parameters, [await operationItem(scene, 1)]));
		expect(execution.error).toBeUndefined();
		output.push(...execution.items(NODE_NAME).map(({ json }) => json));
	}
	return output;
}

describe.each(OPERATION_NAMES)('%s', (operation) => {
	test('gives nothing that its schema does not describe, and all of the right type', async () => {
		const validate = new Ajv({ allErrors: true }).compile(closed(schemaOf(operation)));
		const output = await outputOf(operation);
		expect(output.length).toBeGreaterThan(0);
		for (const json of output) {
			validate(json);
			expect(validate.errors).toBeNull();
		}
	});

	test('has a schema in the form the editor reads', () => {
		const schema = schemaOf(operation);
		expect(schema).toMatchObject({ type: 'object', version: 1 });
		// Every object either names its properties or says of what kind they all are.
		for (const part of partsOf(schema)) {
			expect(Object.keys(part)).toEqual(expect.arrayContaining(['type']));
			if (part.type === 'object')
				expect(part.properties ?? part.additionalProperties).toBeDefined();
			if (part.type === 'array') expect(part.items).toBeDefined();
		}
	});
});

test.each(OPERATION_NAMES)('%s promises no property that never comes', async (operation) => {
	const given = new Set((await outputOf(operation)).flatMap((json) => pathsIn(json)));
	expect(pathsOf(schemaOf(operation)).filter((property) => !given.has(property))).toEqual([]);
});
