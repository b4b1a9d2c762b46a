import type { IDataObject } from 'n8n-workflow';

import { templates } from '../../../dev/sandbox/catalogue';
import { OPERATIONS } from '../../support/operations';
import { NODE_NAME, useScene } from '../../support/scene';
import { channel, errorOf, template as chosenTemplate, variableFields } from '../form/editor';

const scene = useScene({ withoutList: true });

const template = (id: number) => templates.find((one) => one.id === id)!;

/** Has the service answer this, whichever template it is asked for. */
function serve(body: object): void {
	const fault = { kind: 'status' as const, status: 200, body };
	scene.sandbox.faults.add({ operation: 'template.get', fault });
}

const send = (templateId: string, variables: object, more: IDataObject = {}): IDataObject => ({
	...OPERATIONS['template.send'],
	templateId,
	customerPhone: '+12025550101',
	specifyVariables: 'json',
	variablesJson: JSON.stringify(variables),
	options: {},
	...more,
});

const sent = () => scene.sandbox.accepted.map(({ request }) => request.body);

describe('a service that answers with another template than it was asked for', () => {
	const WHICH = "The service gave template '105' instead of '104'";
	const WAY_OUT = "'Custom Template Lookup' in the credential";

	beforeEach(() => serve(template(105)));

	test.each<[string, IDataObject]>([
		['send', send('104', { 1: 'drill' })],
		['get', { ...OPERATIONS['template.get'], templateId: '104' }],
	])('gives %s nothing to go by', async (_operation, parameters) => {
		const { error } = await scene.run(parameters);
		expect(error?.message).toContain(WHICH);
		expect(error?.description).toContain(WAY_OUT);
		expect(sent()).toEqual([]);
	});

	test('leaves a message whose header is chosen unchecked, and a hint says so', async () => {
		const chosen = { options: { headerType: 'none' } };
		const execution = await scene.run(send('104', { 1: 'drill' }, chosen));
		expect(execution.error).toBeUndefined();
		expect(sent()).toMatchObject([{ attributes: { 1: 'drill' } }]);
		expect(execution.hints(NODE_NAME)).toEqual([expect.stringContaining(WHICH)]);
	});

	test('is an error in the form', async () => {
		const form = { parameters: { templateId: chosenTemplate('104'), channelId: channel('11') } };
		const { message, description } = await errorOf(variableFields(scene, form));
		expect(message).toBe(`${WHICH}.`);
		expect(description).toContain(WAY_OUT);
	});
});

const BODY = { id: 105, name: 'new', body: 'Hello {{1}}' };

describe('a header in another shape than the service’s documented one', () => {
	test.each<[shape: string, template: object]>([
		['text', { header: 'image' }],
		['one of Meta’s components', { components: [{ type: 'HEADER', format: 'IMAGE' }] }],
		['in fields of its own', { header: null, header_type: 'image' }],
	])('%s, is not understood: refused unless the user says what it is', async (_shape, header) => {
		serve({ ...BODY, ...header });
		const { error } = await scene.run(send('105', { 1: 'Customer 1' }));
		expect(error?.message).toContain('something at the top that this node does not understand');
		expect(sent()).toEqual([]);

		const chosen = { options: { headerType: 'none' } };
		const execution = await scene.run(send('105', { 1: 'Customer 1' }, chosen));
		expect(execution.hints(NODE_NAME)).toEqual([expect.stringContaining('stands at the top')]);
		expect(sent()).toHaveLength(1);
	});

	test('that is empty in all of them is none', async () => {
		serve({ ...BODY, header: null, header_type: null, components: [], media: { url: '' } });
		const execution = await scene.run(send('105', { 1: 'Customer 1' }));
		expect(sent()).toHaveLength(1);
		expect(execution.hints(NODE_NAME)).toEqual([]);
	});
});

describe('variables in another shape than the service’s documented one', () => {
	test.each<[shape: string, template: object, named: string]>([
		['a list of texts', { attributes: ['1', '2'] }, "'attributes'"],
		['with a name', { body: 'Hello {{1}}, {{name}}' }, '{{name}}'],
		['in Meta’s components', { components: [{ type: 'BODY', text: 'Hello {{2}}' }] }, '{{2}}'],
	])('%s: the message is not checked, and a hint says why', async (_shape, shape, named) => {
		serve({ ...BODY, header: { type: 'none' }, ...shape });
		const execution = await scene.run(send('105', { 1: 'Customer 1' }));
		expect(sent()).toHaveLength(1);
		const [hint] = execution.hints(NODE_NAME);
		expect(hint).toMatch(/^The messages were not checked .* does not understand: /);
		expect(hint).toContain(named);
	});

	test('what is understood is checked all the same', async () => {
		serve({ ...BODY, body: '{{1}} {{name}}', header: { type: 'none' } });
		const { error } = await scene.run(send('105', { name: 'Customer 1' }));
		expect(error?.message).toContain("do not fit the template 'new': variable '1' has no value");
		expect(sent()).toEqual([]);
	});

	test('spaces around the number change nothing', async () => {
		serve({ ...BODY, body: 'Hello {{ 1 }} and {{2 }}', attributes: [{ attribute: ' 1 ' }] });
		const { error } = await scene.run(send('105', { 1: 'Customer 1' }));
		expect(error?.message).toContain("variable '2' has no value");
		const execution = await scene.run(send('105', { 1: 'Customer 1', 2: 'you' }));
		expect(execution.hints(NODE_NAME)).toEqual([]);
		expect(sent()).toHaveLength(1);
	});
});
