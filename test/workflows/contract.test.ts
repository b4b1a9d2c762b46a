import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import {
	endpointOf,
	endpoints,
	keyHeader,
	type Endpoint,
	type Field,
} from '../../dev/sandbox/contract';
import type { ReceivedRequest } from '../../dev/sandbox/sandbox';
import {
	OPERATION_NAMES,
	operationItem,
	type OperationName,
	OPERATIONS,
} from '../support/operations';
import { answering, outputOf, useScene } from '../support/scene';
import { asJson } from '../support/variables';

const scene = useScene();

/** The operations of the service, each of which the node has under the same name. */
const documented = [...endpoints] as Array<[OperationName, Endpoint]>;

const unique = (texts: string[]) => [...new Set(texts)].sort();

const nameAndInner = ({ name, inner }: Field): string[] => [name, ...inner];

/** The names of what the sandbox received, but for the key; those of what is inside only if the document has them. */
function receivedFields({ query, body, parts = [], operation }: ReceivedRequest): string[] {
	const { api_key: _key, ...others } = query;
	const { fields } = endpointOf(operation!);
	const isKnown = (name: string) =>
		fields.some((field) => field.name === name && field.inner.length > 0);
	return [
		...Object.keys(others),
		...Object.entries((body ?? {}) as IDataObject).flatMap(([name, value]) =>
			isKnown(name) ? [name, ...Object.keys(value as object)] : [name],
		),
		...parts.map(({ name }) => name),
	];
}

const PLACES = ['query', 'header'] as const;

/** Settings with which an operation sends every field that it can. */
const EVERY_FIELD: Partial<Record<OperationName, IDataObject[]>> = {
	'template.send': Object.entries({
		102: 'image',
		103: 'document',
		104: 'video',
		113: 'audio',
	}).map(([templateId, type]) => ({
		templateId,
		...asJson({ 1: 'Customer 1', [`${type} address`]: 'https://shop.example/files/one' }),
		options: { checkVariables: false },
	})),
	'template.sendWithFile': [
		{
			...asJson('{ "1": "Customer 1", "button 1": "A-1001" }'),
			options: {
				checkVariables: false,
				customerAttributes: { attribute: [{ name: 'last_order', value: 'A-1001' }] },
			},
		},
	],
};

test('the node has an operation for each of the service, under its name', () => {
	expect(OPERATION_NAMES).toEqual(expect.arrayContaining([...endpoints.keys()]));
});

describe.each(PLACES)('the node with the key in the %s', (apiKeyIn) => {
	test.each(OPERATION_NAMES)(
		'%s sends what is required, and no field that nobody knows',
		async (name) => {
			const settings = EVERY_FIELD[name] ?? [];
			for (const more of [{}, ...settings]) {
				const item = await operationItem(scene, 0);
				const credentials = scene.credentials({ apiKeyIn });
				await scene.run({ ...OPERATIONS[name], ...more }, [item], {}, { credentials });
			}
			const { requests } = scene.sandbox;
			expect(requests.length).toBeGreaterThanOrEqual(1 + settings.length);
			for (const request of requests) {
				expect(request.status).toBe(200);
				const { method, path: address, fields } = endpointOf(request.operation!);
				const sent = receivedFields(request);
				const required = fields.filter((field) => field.required !== 'no');
				expect([request.method, request.path]).toEqual([method, address]);
				expect(sent).toEqual(expect.arrayContaining(required.map((field) => field.name)));
				expect(fields.flatMap(nameAndInner)).toEqual(expect.arrayContaining(sent));
				expect(['api_key' in request.query, keyHeader in request.headers]).toEqual([
					apiKeyIn === 'query',
					apiKeyIn === 'header',
				]);
			}
			// With every field set, the node leaves none out.
			const own = requests.filter(({ operation }) => operation === name);
			if (settings.length > 0)
				expect(unique(own.flatMap(receivedFields))).toEqual(
					unique(endpointOf(name).fields.flatMap(nameAndInner)),
				);
		},
	);
});

describe('the node accepts each example of a result', () => {
	const outputs = async (operation: OperationName, body: object, more: IDataObject = {}) => {
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
	test.each<[OperationName, number, object]>([
		['template.send', 0, { recipient: '+12025550100', ...result, ...extra }],
		['template.sendWithFile', 0, { recipient: '+12025550100', status: 'ongoing' }],
		['message.sendText', 1, { recipient: '5000', ...result, messageId: '7c0ffee', text: 'Hello' }],
		[
			'message.sendAttachment',
			0,
			{ recipient: '5000', ...result, ...extra, text: 'https://shop.example/new.png' },
		],
	])('%s, simplified', async (operation, index, expected) => {
		const [output] = await outputs(operation, endpointOf(operation).results[index]!);
		expect(output).toEqual(expected);
	});

	test.each([
		[400, { error: 'No such template', code: 'e1', success: false }, 'No such template'],
		[401, { detail: 'An invalid API key was provided.' }, 'API key'],
	])('status %i is a refusal: %j', async (status, body, words) => {
		scene.sandbox.faults.add({ fault: answering(status, body) });
		for (const name of OPERATION_NAMES) {
			const execution = await scene.run(OPERATIONS[name], [await operationItem(scene, 0)]);
			const [preview] = execution.error === undefined ? outputOf(execution) : [];
			expect(execution.error?.message ?? preview?.problem).toContain(words);
		}
	});
});

describe('dev/sandbox/service.md', () => {
	const docs = readFileSync(path.join(__dirname, '../../dev/sandbox/service.md'), 'utf8');
	const section = (heading: string): string =>
		docs.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';

	test.each(documented)('has the address of %s under its heading', (_operation, endpoint) => {
		const { heading, answerHeading, method, path: address } = endpoint;
		expect(section(heading)).toContain(`\`${method} ${address}\``);
		expect(section(answerHeading)).not.toBe('');
	});
});
