import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../dev/sandbox/sandbox';
import { OPERATIONS, operationItem } from '../../support/operations';
import { answering, NODE_NAME, useScene } from '../../support/scene';
import { asJson } from '../../support/variables';

const scene = useScene();

const ON = { checkVariables: true, timeout: 1 };

const parameters = (operation: (typeof SENDS)[number], options: IDataObject): IDataObject => ({
	...OPERATIONS[operation],
	...{ templateId: '103', ...asJson({ 1: 'Customer 1' }), options },
});

const SENDS = ['template.send', 'template.sendWithFile'] as const;

const asked = () => scene.sandbox.requests.map(({ operation }) => operation);

/** What becomes of a send whose look-up fails. */
async function run(operation: (typeof SENDS)[number], options: IDataObject, fault: Fault) {
	scene.sandbox.faults.add({ operation: 'template.get', fault });
	scene.sandbox.faults.add({ operation: 'template.getAll', fault: { kind: 'html', status: 404 } });
	const item = await operationItem(scene, 0);
	const execution = await scene.run(parameters(operation, options), [item]);
	return { error: execution.error?.message, hints: execution.hints(NODE_NAME) };
}

const template = { id: 103, body: 'Hello {{1}}', header: { type: 'document' } };

const FAILURES: Array<[what: string, fault: Fault, why: string]> = [
	['400', answering(400, { error: 'No' }), 'the service refused the request with status 400: No'],
	['404 in JSON', answering(404, { detail: 'No' }), "there is no template '103' in this channel"],
	['429', { kind: 'rateLimit', retryAfter: 700 }, 'the service is receiving too many requests'],
	['500', answering(500), 'the service failed with status 500'],
	[
		'a template that is wrapped',
		answering(200, { data: template }),
		"the service's response is not a",
	],
	['another template', answering(200, { ...template, id: 999 }), "the service gave template '999'"],
	['a broken connection', { kind: 'resetAfterBody' }, 'the connection broke'],
	['nothing', { kind: 'hang' }, 'the service did not respond within 1 second'],
];

describe.each(SENDS)('%s', (operation) => {
	test.each(FAILURES)(
		'a look-up that gives %s: one try, then the message is sent once, and a hint says why it was not checked',
		async (_what, fault, why) => {
			const { error, hints } = await run(operation, ON, fault);
			expect(error).toBeUndefined();
			expect(hints).toEqual([
				expect.stringContaining(`The messages were not checked against the template '103': ${why}`),
			]);
			expect(scene.sandbox.accepted).toHaveLength(1);
			expect(asked().filter((one) => one === 'template.get')).toHaveLength(1);
			expect(asked().filter((one) => one === operation)).toHaveLength(1);
		},
	);

	test.each<[what: string, fault: Fault, advice: RegExp]>([
		[
			'says the same',
			answering(404, { detail: 'No' }),
			/Choose 'Channel' and 'Template' from their lists/,
		],
		['says nothing', { kind: 'hang' }, /look at the template in the service's dashboard/],
	])('a refusal tells what to choose if the look-up %s', async (_what, fault, advice) => {
		scene.sandbox.faults.add({ operation: 'template.get', fault });
		scene.sandbox.faults.add({
			operation: 'template.getAll',
			fault: { kind: 'html', status: 404 },
		});
		scene.sandbox.faults.add({ operation, fault: answering(400, { error: 'No' }) });
		const item = await operationItem(scene, 0);
		const { error } = await scene.run(parameters(operation, ON), [item]);
		expect(error?.description).toMatch(advice);
	});

	test("with 'Check Variables' off, nothing is looked up", async () => {
		const off = { ...ON, checkVariables: false };
		const { error, hints } = await run(operation, off, answering(401));
		expect({ error, hints }).toEqual({ error: undefined, hints: [] });
		expect(asked()).toEqual([operation]);
	});

	test('a rejected key, with which the message would fail as well, is an error before it is sent', async () => {
		const { error } = await run(operation, ON, answering(401));
		expect(error).toMatch(/^The service rejected the API key/);
		expect(asked()).toEqual(['template.get']);
	});
});

test('a service that says nothing holds a message up for some seconds, whatever the Timeout, and not again', async () => {
	scene.sandbox.faults.add({ operation: 'template.get', fault: { kind: 'hang' } });
	const item = await operationItem(scene, 0);
	const runs = await Promise.all(
		SENDS.map(async (operation) => await scene.run(parameters(operation, {}), [item])),
	);
	runs.push(await scene.run(parameters('template.send', {}), [item]));
	for (const execution of runs)
		expect(execution.hints(NODE_NAME)).toEqual([
			expect.stringContaining('the service did not respond within 5 seconds'),
		]);
	expect(scene.sandbox.accepted).toHaveLength(3);
	expect(asked().filter((one) => one === 'template.get')).toHaveLength(2);
}, 60_000);

test('two executions look a template up once in all; reads and the form ask each time', async () => {
	const [operation] = SENDS;
	const send = { ...parameters(operation, {}), templateId: '108' };
	const item = await operationItem(scene, 0);
	for (const run of [send, send, OPERATIONS['template.preview'], OPERATIONS['template.preview']])
		expect((await scene.run({ ...run, templateId: '108' }, [item])).error).toBeUndefined();
	const [get, sent] = ['template.get', 'template.send'];
	expect(asked()).toEqual([get, sent, sent, get, get]);
});

test('what was read earlier refuses nothing: a template that has changed is read again first, once for all items', async () => {
	const send = { ...parameters('template.send', {}), templateId: '108' };
	const items = await Promise.all(
		[0, 1, 2].map(async (index) => await operationItem(scene, index)),
	);
	const [get, sent] = ['template.get', 'template.send'];
	await scene.run(send, items.slice(0, 1));
	scene.sandbox.faults.add({
		operation: get,
		fault: answering(200, { id: 108, body: 'Your order {{1}} arrives {{2}}' }),
	});
	const changed = { ...send, ...asJson({ 1: 'A-1', 2: 'today' }) };
	expect((await scene.run(changed, items)).error).toBeUndefined();
	expect(asked()).toEqual([get, sent, get, sent, sent, sent]);
	const wrong = { ...send, ...asJson({ 3: 'today' }) };
	expect((await scene.run(wrong, items)).error?.message).toContain("variable '3' is not in");
	expect(asked().slice(6)).toEqual([get]);
});
