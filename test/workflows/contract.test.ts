import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { keyHeader } from '../../dev/sandbox/receivedRequest';
import type { Operation, ReceivedRequest } from '../../dev/sandbox/sandbox';
import { OPERATION_NAMES, operationItem, OPERATIONS } from '../support/operations';
import { answering, outputOf, useScene } from '../support/scene';
import { asJson } from '../support/variables';
import { DOCUMENTED, EVENT_FIELDS, type Documented } from './publicPages';

const scene = useScene();

const documented = Object.entries(DOCUMENTED) as Array<[Operation, Documented]>;

const unique = (texts: string[]) => [...new Set(texts)].sort();

/** The names of a request's fields; those of an attachment have free values, not free names. */
const fieldsOf = (fields: Record<string, unknown>): string[] =>
	Object.entries(fields).flatMap(([name, value]) =>
		name === 'attachment' ? [name, ...Object.keys(value as object)] : [name],
	);

const knownFields = ({ required, optional = [] }: Documented): string[] =>
	unique([...required, ...optional]);

/** The field names of what the sandbox received, but for the key. */
function receivedFields({ query, body, parts = [] }: ReceivedRequest): string[] {
	const { api_key: _key, ...others } = query;
	return [
		...Object.keys(others),
		...fieldsOf((body ?? {}) as IDataObject),
		...parts.map(({ name }) => name),
	];
}

const PLACES = ['query', 'header'] as const;

/** Settings with which an operation sends every field that it can. */
const EVERY_FIELD: Partial<Record<Operation, IDataObject[]>> = {
	'template.send': ['102', '103', '104', '113'].map((templateId) => ({
		templateId,
		...asJson('{ "1": "Customer 1" }'),
		attachmentUrl: 'https://shop.example/files/one',
		options: { checkVariables: false },
	})),
	'template.sendWithFile': [
		{
			...asJson('{ "1": "Customer 1", "button 1": "A-1001" }'),
			customerAttributes: { attribute: [{ name: 'last_order', value: 'A-1001' }] },
		},
	],
};

describe.each(PLACES)('the node with the key in the %s', (apiKeyIn) => {
	test.each(OPERATION_NAMES)(
		'%s sends what is required, and no field that nobody knows',
		async (name) => {
			const settings = EVERY_FIELD[name as Operation] ?? [];
			for (const more of [{}, ...settings]) {
				const item = await operationItem(scene, 0);
				const credentials = scene.credentials({ apiKeyIn });
				await scene.run({ ...OPERATIONS[name], ...more }, [item], {}, { credentials });
			}
			const { requests } = scene.sandbox;
			expect(requests.length).toBeGreaterThanOrEqual(1 + settings.length);
			for (const request of requests) {
				expect(request.status).toBe(200);
				const page = DOCUMENTED[request.operation!];
				const fields = receivedFields(request);
				expect([request.method, request.path]).toEqual([page.method, page.path]);
				expect(fields).toEqual(expect.arrayContaining(page.required));
				expect(fields.filter((field) => !knownFields(page).includes(field))).toEqual([]);
				expect(['api_key' in request.query, keyHeader in request.headers]).toEqual([
					apiKeyIn === 'query',
					apiKeyIn === 'header',
				]);
			}
			// With every field set, the node leaves none out.
			if (settings.length > 0)
				expect(
					unique(requests.filter(({ operation }) => operation === name).flatMap(receivedFields)),
				).toEqual(knownFields(DOCUMENTED[name as Operation]));
		},
	);
});

describe('the node accepts each example of a result', () => {
	const outputs = async (operation: Operation, body: object, more: IDataObject = {}) => {
		scene.sandbox.faults.add({ operation, fault: answering(200, body) });
		const item = await operationItem(scene, 0);
		const execution = await scene.run({ ...OPERATIONS[operation], ...more }, [item]);
		expect(execution.error).toBeUndefined();
		return outputOf(execution);
	};
	const cases = documented.flatMap(([operation, { results }]) =>
		results.map((result) => [operation, result] as const),
	);

	test.each(cases)('%s gives it unchanged: %j', async (operation, result) => {
		const asItIs = { simplify: false, status: 'all', templateId: '2001' };
		expect(await outputs(operation, result, asItIs)).toEqual([result].flat());
	});

	const result = { status: 'ongoing', timestamp: '2031-05-06T07:08:09Z' };
	const extra = {
		messageId: 'wamid.1',
		messageStatus: 'accepted',
		customerId: 8001,
		templateName: 'order_confirmation',
	};
	test.each<[Operation, number, object]>([
		['template.send', 0, { recipient: '+12025550100', ...result, ...extra }],
		['template.sendWithFile', 0, { recipient: '+12025550100', status: 'ongoing' }],
		['message.sendText', 1, { recipient: '5000', ...result, messageId: '7c0ffee', text: 'Hello' }],
		[
			'message.sendAttachment',
			0,
			{ recipient: '5000', ...result, ...extra, text: 'https://shop.example/new.png' },
		],
	])('%s, simplified', async (operation, index, expected) => {
		const [output] = await outputs(operation, DOCUMENTED[operation].results[index]!);
		expect(output).toEqual(expected);
	});

	test.each([
		[400, { error: 'No such template', code: 'e1', success: false }, 'No such template'],
		[401, { detail: 'An invalid API key was provided.' }, 'API key'],
	])('status %i is a refusal: %j', async (status, body, words) => {
		scene.sandbox.faults.add({ fault: answering(status, body) });
		for (const name of OPERATION_NAMES) {
			const { error } = await scene.run(OPERATIONS[name], [await operationItem(scene, 0)]);
			expect(error?.message).toContain(words);
		}
	});
});

describe('docs/service.md', () => {
	const docs = readFileSync(path.join(__dirname, '../../docs/service.md'), 'utf8');
	const section = (heading: string): string =>
		docs.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
	const names = (results: object[]): string[] =>
		unique(Array.from(JSON.stringify(results).matchAll(/"(\w+)":(?!\{)/g), ([, name]) => name!));
	const notNamed = (headings: string[], fields: string[]): string[] => {
		const text = headings.map(section).join('\n');
		return fields.filter((field) => !text.includes(`\`${field}\``) && !text.includes(`"${field}"`));
	};

	test.each(documented)(
		'names every field of a request and of a result: %s',
		(_operation, page) => {
			const { headings, results } = page;
			expect(notNamed(headings, [`${page.method} ${page.path}`, ...knownFields(page)])).toEqual([]);
			expect(notNamed([...headings, 'Send result', 'Acknowledgement'], names(results))).toEqual([]);
		},
	);

	test('names every field of an event', () => {
		expect(notNamed(['Webhooks'], EVENT_FIELDS)).toEqual([]);
	});
});
