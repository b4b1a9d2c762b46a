import { readFileSync } from 'node:fs';
import path from 'node:path';

import Ajv from 'ajv';
import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/engine';
import { templates } from '../../../dev/sandbox/catalogue';
import { installedPackage } from '../../support/installedPackage';
import { NODE_VERSION } from '../../support/nodeVersion';
import {
	isSend,
	OPERATION_NAMES,
	operationItem,
	type OperationName,
	OPERATIONS,
} from '../../support/operations';
import { outputOf, useScene } from '../../support/scene';
import { asJson, inFields } from '../../support/variables';

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

const filled = asJson('{ "1": "A", "2": "B", "3": "C", "9": "Z" }');

/** The runs whose output an operation's schema describes: for one of a template, with each template there is. */
function runsOf(operation: OperationName): IDataObject[] {
	const parameters = OPERATIONS[operation];
	const header = (headerType: string): IDataObject =>
		operation === 'template.sendWithFile' ? { headerType } : {};
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
					options: { checkVariables: false, ...header('none') },
				}))
			: [parameters];
	if (operation === 'template.preview')
		return [...runs, { ...runs[0], customerPhone: '202 555 0123' }];
	if (!isSend(operation)) return runs;
	const keyed = { ...runs[0], messageKey: 'the same' };
	// Compared with its template, a message comes out with its text.
	const compared = {
		...parameters,
		templateId: '108',
		...inFields({ 1: 'A' }),
		binaryPropertyName: '',
		options: header('text'),
	};
	return [...runs, keyed, keyed, compared];
}

function schemaOf(operation: OperationName): OutputSchema {
	return JSON.parse(
		readFileSync(path.join(folder, `${operation.replace('.', '/')}.json`), 'utf8'),
	) as OutputSchema;
}

/** The schema with every object closed, so that a property it does not have is an error. */
function closed(schema: OutputSchema): OutputSchema {
	return JSON.parse(JSON.stringify(schema), (_, part: OutputSchema) =>
		part.properties === undefined ? part : { ...part, additionalProperties: false },
	) as OutputSchema;
}

/** A schema and all that is in it, by the path of properties that leads there, items of a list included. */
function partsOf(schema: OutputSchema, at = ''): Array<[at: string, part: OutputSchema]> {
	const { items, properties = {} } = schema;
	return [
		[at, schema],
		...(items === undefined ? [] : partsOf(items, `${at}[]`)),
		...Object.entries(properties).flatMap(([name, part]) => partsOf(part, `${at}.${name}`)),
	];
}

/** The same paths in a value. */
function pathsIn(value: unknown, at = ''): string[] {
	const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
	return [
		at,
		...inner.flatMap(([name, entry]) =>
			pathsIn(entry, Array.isArray(value) ? `${at}[]` : `${at}.${name}`),
		),
	];
}

/** The execution once the customer has answered, where it waits for that. */
async function answered(execution: Execution): Promise<Execution> {
	if (execution.status !== 'waiting') return execution;
	const { page } = await scene.visit(execution);
	const [, answer = 'A text'] = /<button[^>]* value="([^"]+)"/.exec(page) ?? [];
	return await scene.answer(execution, { answer });
}

async function outputsOf(operation: OperationName): Promise<IDataObject[]> {
	const output: IDataObject[] = [];
	for (const parameters of runsOf(operation)) {
		const execution = await answered(await scene.run(parameters, [await operationItem(scene, 1)]));
		expect(execution.error).toBeUndefined();
		output.push(...outputOf(execution));
	}
	return output;
}

describe.each(OPERATION_NAMES)('%s', (operation) => {
	test('gives what its schema promises, all of the right type, and nothing else', async () => {
		const schema = schemaOf(operation);
		const validate = new Ajv({ allErrors: true }).compile(closed(schema));
		const output = await outputsOf(operation);
		for (const json of output) {
			validate(json);
			expect(validate.errors).toBeNull();
		}
		const given = new Set(output.flatMap((json) => pathsIn(json)));
		expect(partsOf(schema).filter(([at]) => !given.has(at))).toEqual([]);
	});

	test('has a schema in the form the editor reads', () => {
		const schema = schemaOf(operation);
		expect(schema).toMatchObject({ type: 'object', version: 1 });
		// Every object either names its properties or says of what kind they all are.
		for (const [, part] of partsOf(schema)) {
			expect(part.type).toBeDefined();
			if (part.type === 'object')
				expect(part.properties ?? part.additionalProperties).toBeDefined();
			if (part.type === 'array') expect(part.items).toBeDefined();
		}
	});
});
