import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../dev/sandbox/sandbox';
import { OPERATIONS } from '../../support/operations';
import { continuing, NODE_NAME, useScene } from '../../support/scene';
import { asJson } from '../../support/variables';
import { template as chosenTemplate, variableFields } from '../form/editor';

const scene = useScene();

const send = (templateId: string, variables: object, more: IDataObject = {}): IDataObject => ({
	...OPERATIONS['template.send'],
	templateId,
	customerPhone: '=+1202555010{{ $itemIndex }}',
	...asJson(JSON.stringify(variables)),
	options: {},
	...more,
});

const asked = () => scene.sandbox.requests.map(({ operation }) => operation);

const fail = (operation: 'template.get' | 'template.getAll', fault: Fault) =>
	scene.sandbox.faults.add({ operation, fault });

const REFUSED: Fault = { kind: 'status', status: 400, body: { error: 'platform is missing' } };

const NOT_FOUND: Fault = { kind: 'status', status: 404, body: { detail: 'Not found.' } };

const listed = (body: unknown): Fault => ({ kind: 'status', status: 200, body });

/** Ways in which Get template does not give the template, with query names that are not the service's. */
const REFUSALS: Array<[string, Fault]> = [
	['400', REFUSED],
	['404', NOT_FOUND],
	['an error in a 200', { kind: 'successFalse', shape: 'errorObject' }],
	['another template', listed({ id: 105, body: 'Hello' })],
	['another shape', listed({ body: 'Hello', header: { type: 'location' } })],
];

describe.each(REFUSALS)('where Get template answers with %s', (_answer, fault) => {
	beforeEach(() => fail('template.get', fault));

	test('the template is taken from the list, which is read once for all items', async () => {
		const execution = await scene.run(
			send('104', { 1: 'drill' }, { attachmentUrl: 'https://shop.example/a.mp4' }),
			[{}, {}, {}],
		);
		expect(execution.error).toBeUndefined();
		expect(execution.hints(NODE_NAME)).toEqual([]);
		expect(asked()).toEqual([
			'template.get',
			'template.getAll',
			...Array.from({ length: 3 }, () => 'template.send'),
		]);
		expect(scene.sandbox.requests.at(-1)!.body).toMatchObject({
			attachment: { video: 'https://shop.example/a.mp4' },
		});
	});

	test('Get, Preview and the form read it from there, too', async () => {
		for (const operation of ['template.get', 'template.preview'] as const) {
			const execution = await scene.run({ ...OPERATIONS[operation], templateId: '105' });
			expect(execution.error).toBeUndefined();
		}
		const { fields } = await variableFields(scene, {
			parameters: { templateId: chosenTemplate('107') },
		});
		expect(fields.slice(0, 2).map(({ id }) => id)).toEqual(['1', '3']);
	});
});

describe('a template that the list does not have, either', () => {
	test.each([
		['999', "Check 'Channel', 'Template'"],
		['order_confirmation', "This is a template's name; its ID is 101"],
	])('is not there (%s), as the service says so with 404', async (templateId, advice) => {
		fail('template.get', NOT_FOUND);
		const { error } = await scene.run(send(templateId, {}));
		expect(error?.message).toBe(`There is no template '${templateId}' in this channel`);
		expect(error?.description).toContain(advice);
		expect(scene.sandbox.accepted).toEqual([]);
	});

	test('has its name told from IDs, also where several have it', async () => {
		const body = ['en', 'es'].map((language, id) => ({ id, name: 'sale', body: language }));
		fail('template.get', NOT_FOUND);
		fail('template.getAll', listed(body));
		const { error } = await scene.run(send('sale', {}));
		expect(error?.description).toContain("This is a template's name; its ID is 0 or 1");
	});
});

describe('the list', () => {
	const run = async () => await scene.run(send('105', {}), [{}, {}, {}]);

	test.each<[string, Fault]>([
		['429', { kind: 'rateLimit' }],
		['503', { kind: 'status', status: 503 }],
		['no response', { kind: 'resetAfterBody' }],
	])('is read again after %s', async (_answer, fault) => {
		fail('template.get', REFUSED);
		scene.sandbox.faults.add({ operation: 'template.getAll', times: 1, fault });
		const execution = await run();
		expect(execution.error).toBeUndefined();
		expect(execution.hints(NODE_NAME).join()).not.toContain('not checked');
		expect(asked().filter((operation) => operation === 'template.getAll')).toHaveLength(2);
	});

	test.each<[string, unknown[]]>([
		['null', [null, { id: 105, body: 'Hello' }]],
		[
			'two with one ID, of which one can be sent',
			['paused', 'approved'].map((status) => ({ id: 105, body: 'Hello', status })),
		],
		['an ID with spaces', [{ id: ' 105 ', body: 'Hello' }]],
	])('may have %s in it', async (_what, body) => {
		fail('template.get', NOT_FOUND);
		fail('template.getAll', listed(body));
		const execution = await run();
		expect(execution.error).toBeUndefined();
		expect(scene.sandbox.accepted).toHaveLength(3);
		expect(execution.hints(NODE_NAME)).toEqual([]);
	});
});

describe('nothing is lost where the list does not help', () => {
	test.each<[string, Fault]>([
		['is not there', { kind: 'status', status: 404 }],
		['is refused with 401', { kind: 'status', status: 401, body: { detail: 'Who are you?' } }],
		['is empty', listed([])],
		['is one of other things', listed([{ id: 104 }])],
		['has only others, as it may be a first page', listed([{ id: 101, body: 'Hello' }])],
		['is a page', { kind: 'html' }],
	])(
		'it %s: asked once, the messages leave, and each template is still asked for and has its hint',
		async (_what, fault) => {
			fail('template.get', REFUSED);
			fail('template.getAll', fault);
			const execution = await scene.run(
				send('={{ $json.template }}', {}, { options: { headerType: 'none', parallelSends: 1 } }),
				[{ template: 105 }, { template: 105 }, { template: 106 }],
			);
			expect(execution.error).toBeUndefined();
			expect(asked().filter((operation) => operation === 'template.getAll')).toHaveLength(1);
			expect(scene.sandbox.accepted).toHaveLength(3);
			expect(execution.hints(NODE_NAME)).toEqual([
				expect.stringMatching(/The template '105' could not be read: .*platform is missing/),
				expect.stringMatching(/The template '106' could not be read: .*platform is missing/),
			]);
		},
	);

	test('a template that nobody could read for another reason is not looked for in the list', async () => {
		fail('template.get', { kind: 'status', status: 503 });
		const { error } = await scene.run(send('105', {}));
		expect(error?.message).toMatch(
			/^The template '105' could not be read: The service failed with/,
		);
		expect(new Set(asked())).toEqual(new Set(['template.get']));
	});
});

describe('a template that was read with a status', () => {
	const serve = (status: unknown) =>
		fail('template.get', {
			kind: 'status',
			status: 200,
			body: { id: 105, name: 'opening_hours', body: 'Hello', status },
		});

	test.each(['rejected', 'PAUSED', ' disabled ', 'deleted', 'Pending review'])(
		'%j is refused before anything is sent',
		async (status) => {
			serve(status);
			const message = `The message does not fit the template 'opening_hours': the service says that the template is ${status.trim().toLowerCase()}, so WhatsApp does not send it`;
			const { error } = await scene.run(send('105', {}));
			expect(error?.message).toBe(message);
			expect(asked()).toEqual(['template.get']);

			await scene.run(send('105', {}, { options: { checkVariables: false } }), [{}], continuing);
			expect(scene.sandbox.accepted).toHaveLength(1);
		},
	);

	test.each(['approved', 'in_appeal', '', null, 7, { paused: true }])(
		'%j passes',
		async (status) => {
			serve(status);
			const { error } = await scene.run(send('105', {}));
			expect(error).toBeUndefined();
			expect(scene.sandbox.accepted).toHaveLength(1);
		},
	);
});
