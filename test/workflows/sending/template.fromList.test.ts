import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../dev/sandbox/sandbox';
import { OPERATIONS } from '../../support/operations';
import { answering, NODE_NAME, useScene } from '../../support/scene';
import { asJson } from '../../support/variables';
import { chosen, variableFields } from '../form/editor';

const scene = useScene();

const send = (templateId: string, variables: object, more: IDataObject = {}): IDataObject => ({
	...OPERATIONS['template.send'],
	templateId,
	customerPhone: '=+120255501{{ $itemIndex + 10 }}',
	...asJson(JSON.stringify(variables)),
	options: {},
	...more,
});

/** What becomes of three items. */
async function run(parameters: IDataObject) {
	const execution = await scene.run(parameters, [{}, {}, {}]);
	return { error: execution.error, hints: execution.hints(NODE_NAME) };
}

const asked = () => scene.sandbox.requests.map(({ operation }) => operation);

const fail = (operation: 'template.get' | 'template.getAll', fault: Fault) =>
	scene.sandbox.faults.add({ operation, fault });

const REFUSED = answering(400, { error: 'platform is missing' });

const NOT_FOUND = answering(404, { detail: 'Not found.' });

const listed = (body: unknown): Fault => answering(200, body);

test.each(['pending', 'rejected'])(
	'a template that the list says is %s is refused',
	async (status) => {
		fail('template.get', NOT_FOUND);
		fail('template.getAll', listed([{ id: 105, body: 'Hello', status }]));
		const { error } = await run(send('105', {}));
		expect(error?.message).toContain(`the service says that the template is ${status}`);
		expect(scene.sandbox.accepted).toEqual([]);
	},
);

/** As a service may answer to query names that are not its own. */
test.each<[string, Fault]>([
	['400', REFUSED],
	['404', NOT_FOUND],
	['an error in a 200', { kind: 'successFalse', shape: 'errorObject' }],
	['another template', listed({ id: 105, body: 'Hello' })],
	['another shape', listed({ body: 'Hello', header: { type: 'location' } })],
])(
	'where Get template answers with %s, all take it from the list, which is read once',
	async (_answer, fault) => {
		fail('template.get', fault);
		const video = { 'video address': 'https://shop.example/a.mp4', 1: 'drill' };
		const { error, hints } = await run(send('104', video));
		expect({ error, hints }).toEqual({ error: undefined, hints: [] });
		expect(asked()).toEqual([
			'template.get',
			'template.getAll',
			...Array.from({ length: 3 }, () => 'template.send'),
		]);
		expect(scene.sandbox.requests.at(-1)!.body).toMatchObject({
			attachment: { video: 'https://shop.example/a.mp4' },
		});

		for (const operation of ['template.get', 'template.preview'] as const)
			expect((await run({ ...OPERATIONS[operation], templateId: '105' })).error).toBeUndefined();
		const { fields } = await variableFields(scene, {
			parameters: { templateId: chosen('107') },
		});
		expect(fields.slice(0, 2).map(({ id }) => id)).toEqual(['1', '3']);
	},
);

const IN_TWO_LANGUAGES = ['en', 'es'].map((body, id) => ({ id, name: 'sale', body }));

test.each<[templateId: string, advice: string, list?: Fault]>([
	['order_confirmation', "This is a template's name; its ID is 101"],
	['sale', "This is a template's name; its ID is 0 or 1", listed(IN_TWO_LANGUAGES)],
])('a name in the place of an ID is refused: %s', async (id, advice, ...[list]) => {
	fail('template.get', NOT_FOUND);
	if (list !== undefined) fail('template.getAll', list);
	const { error } = await run(send(id, {}));
	expect(error?.message).toContain(`There is no template '${id}' in this channel`);
	expect(error?.description).toContain(advice);
	expect(scene.sandbox.accepted).toEqual([]);
});

test.each<[string, Fault]>([
	['may have null in it', listed([null, { id: 105, body: 'Hello' }])],
	[
		'may have two with one ID, of which one can be sent',
		listed(['paused', 'approved'].map((status) => ({ id: 105, body: 'Hello', status }))),
	],
	['may have an ID with spaces', listed([{ id: ' 105 ', body: 'Hello' }])],
])('the list %s', async (_what, fault) => {
	fail('template.get', NOT_FOUND);
	fail('template.getAll', fault);
	const { error, hints } = await run(send('105', {}));
	expect(error).toBeUndefined();
	expect(hints.join()).not.toContain('not checked');
	expect(scene.sandbox.accepted).toHaveLength(3);
	expect(asked().filter((operation) => operation === 'template.getAll')).toHaveLength(1);
});

test.each<[string, Fault]>([
	['429', { kind: 'rateLimit' }],
	['503', answering(503)],
	['no response', { kind: 'resetAfterBody' }],
])('a preview reads the list again after %s', async (_what, fault) => {
	fail('template.get', NOT_FOUND);
	scene.sandbox.faults.add({ operation: 'template.getAll', fault, times: 1 });
	const { error } = await run({ ...OPERATIONS['template.preview'], templateId: '105' });
	expect(error).toBeUndefined();
	expect(asked()).toEqual(['template.get', 'template.getAll', 'template.getAll']);
});

describe('nothing is lost where the list does not help', () => {
	test.each<[string, Fault]>([
		['is not there', answering(404)],
		['is refused with 401', answering(401, { detail: 'Who are you?' })],
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
				send('={{ $json.template }}', {}, { options: { parallelSends: 1 } }),
				[{ template: 105 }, { template: 105 }, { template: 106 }],
			);
			expect(execution.error).toBeUndefined();
			expect(asked().filter((operation) => operation === 'template.getAll')).toHaveLength(1);
			expect(scene.sandbox.accepted).toHaveLength(3);
			expect(execution.hints(NODE_NAME)).toEqual([
				expect.stringMatching(/against the template '105': .*platform is missing/),
				expect.stringMatching(/against the template '106': .*platform is missing/),
			]);
		},
	);

	test('a template that nobody could read for another reason is not looked for in the list', async () => {
		fail('template.get', answering(503));
		const { hints } = await run(send('105', {}));
		expect(hints).toEqual([expect.stringContaining('the service failed with status 503')]);
		expect(asked()).not.toContain('template.getAll');
	});
});
