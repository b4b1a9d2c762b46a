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

describe('a template that has not the documented shape', () => {
	const location = { id: 105, name: 'new', body: 'Hello {{1}}', header: { type: 'location' } };
	const NOT_READ =
		"The template '105' could not be read: The service answered, but not with a template in the expected format: ";

	beforeEach(() => serve(location));

	test('could not be read: sent where the header is chosen, unchecked, which a hint says', async () => {
		const { error } = await scene.run(send('105', { 1: 'Customer 1' }));
		expect(error?.message).toContain(NOT_READ);
		expect(sent()).toEqual([]);

		const chosen = { options: { headerType: 'none' } };
		const execution = await scene.run(send('105', { 1: 'Customer 1' }, chosen));
		expect(sent()).toHaveLength(1);
		const [hint] = execution.hints(NODE_NAME);
		expect(hint).toContain(`The messages were not checked against the template. ${NOT_READ}`);
	});

	test('is what Get and Get Many give', async () => {
		const one = await scene.run({ ...OPERATIONS['template.get'], templateId: '105' });
		expect(one.items(NODE_NAME)).toMatchObject([{ json: location }]);
		const fault = { kind: 'status' as const, status: 200, body: [location] };
		scene.sandbox.faults.add({ operation: 'template.getAll', fault });
		const all = await scene.run(OPERATIONS['template.getAll']);
		expect(all.items(NODE_NAME)).toMatchObject([{ json: location }]);
	});
});
